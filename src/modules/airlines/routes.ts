import { Type } from 'typebox'
import { reached } from '../../kit/list/filters.ts'
import { linkRoutes } from '../../kit/resource/link-routes.ts'
import { resource } from '../../kit/resource/resource.ts'
import { countryInArea } from '../geography/in-area.ts'
import { referenceAccess } from '../reference-data.ts'
import { Airline } from './schema.ts'
import { timetable } from './timetable.ts'

const cities = { table: 'airline_cities', from: 'airline_id', to: 'city_id' }

export default resource(
  {
    table: 'airlines',
    noun: ['航空公司', 'airline'],
    fields: Airline,
    links: { city_ids: cities },
    named: { country: 'countries' },
    search: ['iata_code', 'icao_code', 'name', 'name_en'],
    filter: ['country_id', 'alliance', 'iata_code', 'is_active'],
    filters: {
      continent_id: reached('airlines.country_id', 'countries', 'id', 'continent_id'),
      area_id: countryInArea('airlines.country_id'),
      city_id: reached('airlines.id', 'airline_cities', 'airline_id', 'city_id'),
    },
    sort: ['sort_order', 'iata_code', 'name', 'name_en'],
    order: 'sort_order',
    option: ['iata_code'],
    access: referenceAccess,
  },
  (on) => {
    linkRoutes(on, {
      of: 'airlines',
      name: 'cities',
      summary: 'The cities an airline flies to, and which of them are its hubs',
      link: cities,
      carries: { is_hub: Type.Optional(Type.Boolean({ default: false })) },
      access: referenceAccess,
    })
    timetable(on)
  },
)
