import { Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import { formed, line, nullable, ref, timezone } from '../../kit/fields.ts'
import { resource } from '../../kit/resource/resource.ts'
import { referenceAccess, referenceFields } from '../reference-data.ts'
import { cityFilters } from './filters.ts'

const fields = Type.Object({
  iata_code: formed('^[A-Z]{3}$', 'CTS'),
  name: line(100, '新千歲機場'),
  name_en: nullable(line(100, 'New Chitose Airport')),
  city_id: nullable(ref()),
  timezone: timezone(),
  ...referenceFields,
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    airports: Table<typeof fields>
  }
}

export default resource({
  table: 'airports',
  noun: ['機場', 'airport'],
  fields,
  search: ['iata_code', 'name', 'name_en'],
  filter: ['iata_code', 'city_id', 'is_active'],
  filters: cityFilters('airports.city_id'),
  sort: ['sort_order', 'iata_code', 'name'],
  order: 'sort_order',
  option: ['iata_code', 'city_id', 'timezone'],
  named: { city: 'cities' },
  access: referenceAccess,
})
