import { Type } from 'typebox'
import type { Table } from '../kit/db/tables.ts'
import { code, email, line, nullable, phone } from '../kit/fields.ts'
import { type Declaration, resource } from '../kit/resource/resource.ts'
import { referenceFields } from './reference-data.ts'
import { moneyReaders } from './roles.ts'

/** An office of the agency, to which accounts, trips and bookings may belong. */
const fields = Type.Object({
  code: code(30, 'TAICHUNG'),
  name: line(100, '台中分公司'),
  name_en: nullable(line(100, 'Taichung branch')),
  address: nullable(line(300, '台中市西屯區台灣大道三段 99 號')),
  address_en: nullable(line(300)),
  phone: nullable(phone()),
  email: nullable(email()),
  ...referenceFields,
})

declare module '../kit/db/tables.ts' {
  interface Tables {
    branches: Table<typeof fields>
  }
}

export const branches = {
  table: 'branches',
  noun: ['分公司', 'branch'],
  fields,
  search: ['code', 'name', 'name_en'],
  filter: ['is_active'],
  sort: ['sort_order', 'code', 'name'],
  order: 'sort_order',
  option: ['code'],
  access: { read: moneyReaders, write: ['admin'] },
} satisfies Declaration

export default resource(branches)
