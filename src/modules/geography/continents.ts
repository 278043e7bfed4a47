import { Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import { formed, line, nullable } from '../../kit/fields.ts'
import { resource } from '../../kit/resource/resource.ts'
import { referenceAccess, referenceFields } from '../reference-data.ts'

const fields = Type.Object({
  code: formed('^[A-Z]{2}$', 'AS'),
  name: line(100, '亞洲'),
  name_en: nullable(line(100, 'Asia')),
  ...referenceFields,
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    continents: Table<typeof fields>
  }
}

export default resource({
  table: 'continents',
  noun: ['洲', 'continent'],
  fields,
  search: ['code', 'name', 'name_en'],
  filter: ['code', 'is_active'],
  sort: ['sort_order', 'code', 'name'],
  order: 'sort_order',
  option: ['code'],
  access: referenceAccess,
})
