import { Type } from 'typebox'
import type { Table } from '../kit/db/tables.ts'
import { line, nullable, ref, taxId } from '../kit/fields.ts'
import { type Declaration, resource } from '../kit/resource/resource.ts'
import { referenceFields } from './reference-data.ts'
import { moneyReaders } from './roles.ts'

const fields = Type.Object({
  name: line(200, '北海道觀光株式會社'),
  name_en: nullable(line(200, 'Hokkaido Tours')),
  tax_id: nullable(taxId()),
  country_id: nullable(ref()),
  ...referenceFields,
})

declare module '../kit/db/tables.ts' {
  interface Tables {
    suppliers: Table<typeof fields>
  }
}

/** Who is paid for what a trip consists of. One abroad has no tax ID of Taiwan. */
export const suppliers = {
  table: 'suppliers',
  noun: ['供應商', 'supplier'],
  fields,
  search: ['name', 'name_en', 'tax_id'],
  filter: ['country_id', 'is_active'],
  sort: ['sort_order', 'name'],
  order: 'sort_order',
  option: ['tax_id'],
  named: { country: 'countries' },
  access: { read: moneyReaders, write: ['admin', 'department', 'finance'] },
} satisfies Declaration

export default resource(suppliers)
