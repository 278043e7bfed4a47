import { type Static, Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import type { Table } from '../../kit/db/tables.ts'
import { clock, day, defaulted, formed, labelled, line, nullable, oneOf, ref, whole } from '../../kit/fields.ts'
import { shownNames } from '../../kit/resource/names.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { referenceFields } from '../reference-data.ts'

export const Airline = Type.Object({
  iata_code: formed('^([A-Z][A-Z0-9]|[0-9][A-Z])$', 'BR'),
  icao_code: labelled(nullable(formed('^[A-Z]{3}$', 'EVA')), ['ICAO 代碼', 'ICAO code']),
  name: line(100, '長榮航空'),
  name_en: nullable(line(100, 'EVA Air')),
  country_id: nullable(ref()),
  alliance: labelled(nullable(oneOf(['star_alliance', 'oneworld', 'skyteam'])), ['聯盟', 'Alliance']),
  ...referenceFields,
})

/** A flight of the timetable; weekdays count from Monday as 1, and it may land on a later day. */
export const Route = Type.Object({
  origin_city_id: labelled(ref(), ['起飛城市', 'Departure city']),
  destination_city_id: labelled(ref(), ['抵達城市', 'Arrival city']),
  flight_number: formed('^([A-Z][A-Z0-9]|[0-9][A-Z])[A-Z]?[0-9]{1,4}[A-Z]?$', 'BR198'),
  days_of_week: labelled(defaulted(Type.Array(whole(1, 7), { minItems: 1, maxItems: 7, uniqueItems: true })), [
    '星期',
    'Weekdays',
  ]),
  departs: labelled(nullable(clock()), ['起飛時間', 'Departure']),
  arrives: labelled(nullable(clock()), ['抵達時間', 'Arrival']),
  arrives_days_later: labelled(defaulted(whole(-1, 2)), ['隔幾天抵達', 'Days until arrival']),
  effective_from: labelled(nullable(day()), ['開始生效日', 'Applies from']),
  effective_to: labelled(nullable(day()), ['最後生效日', 'Applies until']),
  ...referenceFields,
})
export type Route = Static<typeof Route>
export const RouteChange = Type.Partial(Route)
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
