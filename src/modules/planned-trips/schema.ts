import type { Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import {
  currency,
  day,
  defaulted,
  flag,
  formed,
  line,
  list,
  moment,
  money,
  nullable,
  oneOf,
  ref,
  text,
  whole,
  without,
} from '../../kit/fields.ts'
import { Amounts } from '../packages/schema.ts'
import { callOffCauses, tripStatuses } from '../trip-statuses.ts'

const Assembly = Type.Object({
  at: nullable(moment()),
  place: nullable(line(200, '桃園機場第二航廈 3 樓')),
  place_en: nullable(line(200, 'Taoyuan Airport, Terminal 2, third floor')),
  contact: nullable(line(200, '送機人員 0912 345 678')),
  contact_en: nullable(line(200, 'Our staff at the airport, 0912 345 678')),
})
/** The amounts of this trip that replace those of its package. */
export const PriceOverrides = Type.Partial(Type.Object({ ...Amounts.properties, currency: currency() }), {
  minProperties: 1,
})

/** What was spent for each traveler before the trip was called off. Proven costs need their paper. */
export const CallOffCosts = Type.Object({
  official_fees: defaulted(money()),
  proven_costs: defaulted(money()),
  paper: nullable(line(200, '航空公司退票收據 2027-01-05')),
})
export const PlannedTrip = Type.Object({
  serial: line(40, 'CNX270128A'),
  package_id: nullable(ref()),
  name: line(200, '清邁五日'),
  name_en: nullable(line(200, 'Chiang Mai, five days')),
  departure_date: day(),
  return_date: day(),
  status: defaulted(oneOf(tripStatuses)),
  area_id: nullable(ref()),
  category_id: nullable(ref()),
  season_id: nullable(ref()),
  branch_id: nullable(ref()),
  capacity: defaulted(whole(1, 999)),
  min_pax: defaulted(whole(1, 999)),
  op_user_id: nullable(ref()),
  sales_user_id: nullable(ref()),
  ticketing_user_id: nullable(ref()),
  assigned_leader_id: nullable(ref()),
  briefing_leader_id: nullable(ref()),
  briefing_starts_at: nullable(moment()),
  briefing_ends_at: nullable(moment()),
  assembly: nullable(Assembly),
  price_overrides: nullable(PriceOverrides),
  // Whether strangers find the trip and may register for it. At first as the kind of its package says.
  is_public: defaulted(flag()),
  cancel_reason: nullable(text(2000)),
  cancel_cause: nullable(oneOf(callOffCauses)),
  cancel_costs: nullable(CallOffCosts),
  notes: nullable(text(2000)),
})

// Not part of bodies: the service sets these columns, or a create has them in another form.
const { properties: editable } = without(PlannedTrip, [
  'serial',
  'package_id',
  'name',
  'departure_date',
  'return_date',
  'status',
  'assigned_leader_id',
  'briefing_leader_id',
  'cancel_reason',
  'cancel_cause',
  'cancel_costs',
])
const { name, departure_date, return_date } = PlannedTrip.properties
const planned = {
  package_id: ref(),
  name: Type.Optional(name),
  status: Type.Optional(oneOf(['draft', 'open'])),
  ...editable,
}

export const NewTrip = Type.Object({ ...planned, departure_date, return_date: Type.Optional(return_date) })
export type NewTrip = Static<typeof NewTrip>
/** New hours of a briefing whose leader is not free then need an override with a reason. */
const exception = { override: flag(), reason: line(500, '由本人確認可以') }
export const TripChange = Type.Partial(Type.Object({ name, departure_date, return_date, ...editable, ...exception }), {
  minProperties: 1,
})
export type TripChange = Static<typeof TripChange>

const Pattern = Type.Object({
  from: day(),
  to: day(),
  weekdays: Type.Array(whole(1, 7), { minItems: 1, maxItems: 7, uniqueItems: true }),
  except: defaulted(list(day(), 366)),
})
export type Pattern = Static<typeof Pattern>
const clock = () => formed('^([01][0-9]|2[0-3]):[0-5][0-9]$', '06:30')
/** The meeting point and the briefing of each departure, so many days before it, at a time by the clock of the house. */
const relative = {
  assembly: nullable(
    Type.Object({
      ...Assembly.properties,
      days_before: Type.Optional(whole(0, 1)),
      time: Type.Optional(clock()),
    }),
  ),
  briefing: Type.Optional(Type.Object({ days_before: whole(0, 180), starts: clock(), ends: clock() })),
}
/** Departures on these dates, or on these weekdays (Monday is 1); all or none. */
export const ManyTrips = Type.Object({
  ...planned,
  ...relative,
  dates: Type.Optional(Type.Array(day(), { minItems: 1, maxItems: 366, uniqueItems: true })),
  pattern: Type.Optional(Pattern),
  dry_run: Type.Optional(flag()),
})
export type ManyTrips = Static<typeof ManyTrips>

/** A package whose hotels are taken over into its trips; a dry run shows what differs. */
export const NewHotels = Type.Object({ package_id: ref(), dry_run: Type.Optional(flag()) })
export type NewHotels = Static<typeof NewHotels>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    planned_trips: Table<typeof PlannedTrip> & { price: Generated<object | null>; terms: Generated<object> }
    trip_countries: { planned_trip_id: number; country_id: number }
    trip_serials: { form: string; last: number }
  }
}
