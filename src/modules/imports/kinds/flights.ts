import { sql } from 'kysely'
import { remove } from '../../../kit/db/rows.ts'
import { without } from '../../../kit/fields.ts'
import type { Words } from '../../../kit/words/words.ts'
import { addRoute } from '../../airlines/actions.ts'
import { Route } from '../../airlines/schema.ts'
import { addFlight } from '../../trip-flights/change.ts'
import { NewFlight } from '../../trip-flights/schema.ts'
import { importKindWords } from '../../words/import-labels.ts'
import { column, columns, inList, type Kind, keyFrom, oneByOne, reference } from '../kind.ts'
import { byQuery } from './find.ts'
import { tripColumn } from './trips.ts'

const airlineColumn = (isRequired: boolean) =>
  reference(
    'airline_code',
    { field: 'airline_id', to: 'airlines', by: ['iata_code', 'name', 'name_en'] },
    { words: ['航空公司', 'Airline'], example: ['長榮航空', 'EVA Air'], isRequired },
  )
const cityColumn = (end: 'origin' | 'destination', words: Words, example: Words) =>
  reference(
    `${end}_city_name`,
    { field: `${end}_city_id`, to: 'cities', by: ['name', 'name_en', 'iata_code'] },
    { words, example, isRequired: true },
  )

const { days_of_week, ...ofRoute } = without(Route, ['origin_city_id', 'destination_city_id']).properties

/** `135`, `1,3,5` and `一三五` are Monday, Wednesday and Friday. */
const weekdaysIn = (text: string) =>
  text
    .match(/[1-7一二三四五六日天]/g)
    ?.map((day) => '一二三四五六日'.indexOf(day.replace('天', '日')) + 1 || Number(day))

export const routeKind: Kind = {
  code: 'airline-routes',
  noun: importKindWords['airline-routes'],
  of: 'airline_routes',
  columns: [
    airlineColumn(true),
    cityColumn('origin', ['起飛城市', 'Departure city'], ['台北', 'Taipei']),
    cityColumn('destination', ['抵達城市', 'Arrival city'], ['大阪', 'Osaka']),
    ...columns(ofRoute),
    column('days_of_week', days_of_week, { example: ['一三五', '1,3,5'], read: (text) => weekdaysIn(text) ?? [text] }),
  ],
  keyOf: keyFrom('airline_code', 'flight_number', 'effective_from', 'departs'),
  find: byQuery(sql`
    select r.id, lower(concat_ws('/', a.iata_code, r.flight_number, coalesce(r.effective_from::text, ''), coalesce(r.departs, ''))) as key
      from airline_routes r join airlines a on a.id = r.airline_id`),
  write: oneByOne(({ tx }, { airline_id, ...body }: Route & { airline_id: number }) => addRoute(tx, airline_id, body)),
  remove: ({ tx }, id) => remove(tx, routeKind.of, id),
}

const ofFlight = without(NewFlight, [
  'airline_id',
  'airline_route_id',
  'flies_on',
  'tell_travelers',
  'departs_timezone',
  'arrives_timezone',
]).properties

/** Times are local at the airports, as on a ticket. */
export const flightKind: Kind = {
  code: 'trip-flights',
  noun: importKindWords['trip-flights'],
  of: 'planned_trip_flights',
  columns: [
    tripColumn,
    ...columns(ofFlight, {
      direction: inList('flight_direction'),
      departs_at: { words: ['起飛時間（當地）', 'Departs, local time'], isRequired: true },
      arrives_at: { words: ['抵達時間（當地）', 'Arrives, local time'], isRequired: true },
      flight_number: { isRequired: true },
      origin: { words: ['起飛機場', 'From'], isRequired: true },
      destination: { words: ['抵達機場', 'To'], isRequired: true },
      cabin: inList('cabin'),
      status: inList('flight_status'),
    }),
    airlineColumn(false),
  ],
  keyOf: keyFrom('planned_trip_serial', 'flight_number', 'departs_at'),
  write: oneByOne(({ tx, actor_id }, { planned_trip_id, ...body }: NewFlight & { planned_trip_id: number }) =>
    addFlight(tx, { id: actor_id, roles: ['admin'] }, planned_trip_id, body),
  ),
  remove: ({ tx }, id) => remove(tx, flightKind.of, id),
}
