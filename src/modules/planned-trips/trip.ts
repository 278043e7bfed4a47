import { type Generated, sql } from 'kysely'
import { Type } from 'typebox'
import type { Table, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import {
  currency,
  day,
  defaulted,
  flag,
  labelled,
  line,
  moment,
  money,
  nullable,
  oneOf,
  ref,
  text,
  whole,
  without,
} from '../../kit/fields.ts'
import { noPrice } from '../packages/prices/queries.ts'
import { Amounts, Package } from '../packages/schema.ts'
import { callOffCauses, tripStatuses } from '../trip-statuses.ts'

/** The place and time at which the travelers meet. */
export const Assembly = Type.Object({
  at: nullable(moment()),
  place: nullable(line(200, '桃園機場第二航廈 3 樓')),
  place_en: nullable(line(200, 'Taoyuan Airport, Terminal 2, third floor')),
  contact: nullable(line(200, '送機人員 0912 345 678')),
  contact_en: labelled(nullable(line(200, 'Our staff at the airport, 0912 345 678')), [
    '英文聯絡人',
    'Contact in English',
  ]),
})

/** A meeting point with all its keys. */
export function wholeAssembly<A extends object | null | undefined>(assembly: A) {
  return assembly && { at: null, place: null, place_en: null, contact: null, contact_en: null, ...assembly }
}

/** The amounts of this trip that replace those of its package. */
export const PriceOverrides = Type.Partial(Type.Object({ ...Amounts.properties, currency: currency() }), {
  minProperties: 1,
})

/** The costs of each traveler before the trip was cancelled. Proven costs need a proof. */
export const CancellationCosts = Type.Object({
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
  op_user_id: labelled(nullable(ref()), ['OP', 'Operations']),
  sales_user_id: nullable(ref()),
  ticketing_user_id: labelled(nullable(ref()), ['票務', 'Ticketing']),
  assigned_leader_id: nullable(ref()),
  briefing_leader_id: nullable(ref()),
  briefing_starts_at: labelled(nullable(moment()), ['說明會開始時間', 'Start of the briefing']),
  briefing_ends_at: labelled(nullable(moment()), ['說明會結束時間', 'End of the briefing']),
  assembly: nullable(Assembly),
  price_overrides: nullable(PriceOverrides),
  // Whether the public can see the trip and register for it. The default follows from the kind of its package.
  is_public: defaulted(flag()),
  cancel_reason: nullable(text(2000)),
  /** The same for customers who read English. Without it they read the cause alone. */
  cancel_reason_en: labelled(nullable(text(2000)), ['取消原因（英文）', 'Cancellation reason in English']),
  cancel_cause: nullable(oneOf(callOffCauses)),
  cancel_costs: nullable(CancellationCosts),
  notes: nullable(text(2000)),
})

/** The fields that are written as they are in a body. The service computes the others, or a body has them in another form. */
export const { properties: editable } = without(PlannedTrip, [
  'serial',
  'package_id',
  'name',
  'departure_date',
  'return_date',
  'status',
  'assigned_leader_id',
  'briefing_leader_id',
  'cancel_reason',
  'cancel_reason_en',
  'cancel_cause',
  'cancel_costs',
])

declare module '../../kit/db/tables.ts' {
  interface Tables {
    planned_trips: Table<typeof PlannedTrip> & { price: Generated<object | null>; terms: Generated<object> }
    trip_countries: { planned_trip_id: number; country_id: number }
  }
}

const { payment_policy, cancellation_policy, leader_required_from_pax } = Package.properties
/** The texts of a package for customers, in both languages. */
export const promised = Type.Pick(Package, [
  'inclusions',
  'inclusions_en',
  'exclusions',
  'exclusions_en',
  'important_notes',
  'important_notes_en',
]).properties

/** The terms of a trip, as its package had them when the trip was planned. */
export const soldTerms = { payment_policy, cancellation_policy, ...promised, leader_required_from_pax }

/** The price of this trip: the one stored when it was planned, with the trip's own overrides. */
export const priceOfTrip = sql<
  object | null
>`case when num_nonnulls(planned_trips.price, planned_trips.price_overrides) > 0 then
  ${sql.lit(JSON.stringify(noPrice))}::jsonb || coalesce(planned_trips.price, '{}')
    || coalesce(planned_trips.price_overrides || '{"source": "trip"}', '{}') end`

/** The trip, locked until the transaction ends. */
export async function lockedTrip(tx: Tx, id: number) {
  return found(await tx.selectFrom('planned_trips').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
}
export type LockedTrip = Awaited<ReturnType<typeof lockedTrip>>
