import { Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import { code, color, labelled, line, nullable, ref } from '../../kit/fields.ts'
import { resource } from '../../kit/resource/resource.ts'
import { referenceAccess, referenceFields } from '../reference-data.ts'
import { moneyReaders } from '../roles.ts'
import { areaOfCity, areaOfContinent, areaOfCountry } from './in-area.ts'

const fields = Type.Object({
  code: code(30, 'NORTHEAST_ASIA'),
  name: line(100, '東北亞'),
  name_en: nullable(line(100, 'Northeast Asia')),
  color: nullable(color()),
  controller_user_id: labelled(nullable(ref()), ['線控', 'Line controller']),
  ...referenceFields,
})

const links = {
  country_ids: { table: 'geographical_area_countries', from: 'area_id', to: 'country_id' },
  city_ids: { table: 'geographical_area_cities', from: 'area_id', to: 'city_id' },
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    geographical_areas: Table<typeof fields>
    geographical_area_countries: { area_id: number; country_id: number }
    geographical_area_cities: { area_id: number; city_id: number }
  }
}

export default resource({
  table: 'geographical_areas',
  noun: ['線別', 'geographical area'],
  fields,
  links,
  search: ['code', 'name', 'name_en'],
  filter: ['controller_user_id', 'is_active'],
  filters: { continent_id: areaOfContinent, country_id: areaOfCountry, city_id: areaOfCity },
  sort: ['sort_order', 'code', 'name'],
  order: 'sort_order',
  option: ['code', 'color'],
  access: { ...referenceAccess, internal: { fields: ['notes', 'controller_user_id'], readBy: moneyReaders } },
})
