import { Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import { code, line, nullable, ref } from '../../kit/fields.ts'
import { reached } from '../../kit/list/filters.ts'
import { resource } from '../../kit/resource/resource.ts'
import { referenceAccess, referenceFields } from '../reference-data.ts'
import { regionInArea } from './in-area.ts'

const fields = Type.Object({
  country_id: ref(),
  code: code(30, 'HOKKAIDO'),
  name: line(100, '北海道'),
  name_en: nullable(line(100, 'Hokkaido')),
  ...referenceFields,
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    regions: Table<typeof fields>
  }
}

export default resource({
  table: 'regions',
  noun: ['地區', 'region'],
  fields,
  search: ['code', 'name', 'name_en'],
  filter: ['country_id', 'is_active'],
  filters: {
    continent_id: reached('regions.country_id', 'countries', 'id', 'continent_id'),
    area_id: regionInArea,
  },
  sort: ['sort_order', 'code', 'name', 'name_en'],
  order: 'sort_order',
  option: ['country_id'],
  named: { country: 'countries' },
  access: referenceAccess,
})
