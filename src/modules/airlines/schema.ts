import { type Static, Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import type { Table } from '../../kit/db/tables.ts'
import { clock, day, defaulted, formed, line, nullable, oneOf, ref, whole } from '../../kit/fields.ts'
import { shownNames } from '../../kit/resource/names.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { referenceFields } from '../reference-data.ts'

export const Airline = Type.Object({
  iata_code: formed('^([A-Z][A-Z0-9]|[0-9][A-Z])$', 'BR'),
  icao_code: nullable(formed('^[A-Z]{3}$', 'EVA')),
  name: line(100, '長榮航空'),
  name_en: nullable(line(100, 'EVA Air')),
  country_id: nullable(ref()),
  alliance: nullable(oneOf(['star_alliance', 'oneworld', 'skyteam'])),
  ...referenceFields,
})

/** A flight of the timetable; weekdays count from Monday as 1, and it may land on a later day. */
export const Route = Type.Object({
  origin_city_id: ref(),
  destination_city_id: ref(),
  flight_number: formed('^([A-Z][A-Z0-9]|[0-9][A-Z])[A-Z]?[0-9]{1,4}[A-Z]?$', 'BR198'),
  days_of_week: defaulted(Type.Array(whole(1, 7), { minItems: 1, maxItems: 7, uniqueItems: true })),
  departs: nullable(clock()),
  arrives: nullable(clock()),
  arrives_days_later: defaulted(whole(-1, 2)),
  effective_from: nullable(day()),
  effective_to: nullable(day()),
  ...referenceFields,
})
export type Route = Static<typeof Route>
export const RouteChange = Type.Partial(Route, { minProperties: 1 })
export type RouteChange = Static<typeof RouteChange>
export const PlainRoute = Type.Object({ airline_id: ref(), ...Route.properties })
export const namedInRoutes = { origin_city: 'cities', destination_city: 'cities' }
export const ShownRoute = RecordOf(PlainRoute)
export const ListedRoute = RecordOf(PlainRoute, shownNames(namedInRoutes))

declare module '../../kit/db/tables.ts' {
  interface Tables {
    airlines: Table<typeof Airline>
    airline_cities: { airline_id: number; city_id: number; is_hub: boolean }
    airline_routes: Table<typeof Route> & { airline_id: number }
  }
}

constraint('airline_routes_ends', 'destination_city_id', ['不可與出發地相同。', 'Must differ from the origin.'])
constraint('airline_routes_span', 'effective_to', [
  '不可早於開始生效日。',
  'Must not be before the first day it applies.',
])
