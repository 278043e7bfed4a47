import { Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import type { Table } from '../../kit/db/tables.ts'
import { decimal, defaulted, formed, labelled, line, list, nullable, ref, timezone } from '../../kit/fields.ts'
import { reached } from '../../kit/list/filters.ts'
import { resource } from '../../kit/resource/resource.ts'
import { referenceAccess, referenceFields } from '../reference-data.ts'
import { cityInArea } from './in-area.ts'

const fields = Type.Object({
  country_id: ref(),
  region_id: nullable(ref()),
  name: line(100, '札幌'),
  name_en: nullable(line(100, 'Sapporo')),
  iata_code: nullable(formed('^[A-Z]{3}$', 'SPK')),
  timezone: timezone(),
  latitude: labelled(nullable(decimal(-90, 90)), ['緯度', 'Latitude']),
  longitude: labelled(nullable(decimal(-180, 180)), ['經度', 'Longitude']),
  aliases: labelled(defaulted(list(line(100, 'CTS'), 50)), ['別名', 'Other names']),
  ...referenceFields,
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    cities: Table<typeof fields>
  }
}

constraint('cities_region', 'region_id', ['這個國家沒有這個地區。', 'The country of this city has no such region.'])

export default resource({
  table: 'cities',
  noun: ['城市', 'city'],
  fields,
  search: ['name', 'name_en', 'iata_code', 'aliases[]'],
  filter: ['country_id', 'region_id', 'iata_code', 'is_active'],
  filters: {
    continent_id: reached('cities.country_id', 'countries', 'id', 'continent_id'),
    area_id: cityInArea,
  },
  sort: ['sort_order', 'name', 'name_en', 'iata_code'],
  order: 'sort_order',
  option: ['country_id', 'region_id', 'iata_code', 'timezone'],
  named: { country: 'countries', region: 'regions' },
  access: referenceAccess,
})
