import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TSchema } from 'typebox'
import { statement } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { day, oneOf, ref } from '../../../kit/fields.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { type Filter, from, is, until } from '../../../kit/list/filters.ts'
import { list } from '../../../kit/list/list.ts'
import { joined } from '../../../kit/list/order.ts'
import { seatedStatuses } from '../../booking-statuses.ts'
import { tripNames } from '../../shown-names.ts'
import { plannedStatuses } from '../../trip-statuses.ts'
import { askedForMine, type Owned, ownOf } from '../../users/reader.ts'
import { looked, seatedTravelers } from '../checks.ts'
import { checkNames, lights, namesOfLight } from '../labels.ts'

/** Everybody with a seat on a trip, with failed checks. */
export const travelersReady = statement(seatedTravelers)

const byLight = (red: RawBuilder<unknown>, amber: RawBuilder<unknown>, green: RawBuilder<unknown>) =>
  sql`case when looked.checks && ${sql.lit(`{${namesOfLight('red').join()}}`)}::text[] then ${red}
    when cardinality(looked.checks) > 0 then ${amber} else ${green} end`
const light = byLight(sql`'red'`, sql`'amber'`, sql`'green'`)
// Of a `case` the planner expects half of the rows, and looks in the order of departure. Of `light = …` it expects few, and would
// look at everybody before it sorts.
const hasLight: Filter = {
  schema: oneOf(lights),
  where: (asked) => sql<SqlBool>`(${byLight(sql`${asked} = 'red'`, sql`${asked} = 'amber'`, sql`${asked} = 'green'`)})`,
  whereAny: (asked) =>
    sql<SqlBool>`(${byLight(sql`'red' = any (${asked})`, sql`'amber' = any (${asked})`, sql`'green' = any (${asked})`)})`,
}
const fails: Filter = {
  schema: oneOf(checkNames),
  where: (asked) => sql<SqlBool>`(${asked}::text = any (looked.checks))`,
  whereAny: (asked) => sql<SqlBool>`(looked.checks && ${asked}::text[])`,
}

export const readinessFilters = {
  light: hasLight,
  check: fails,
  planned_trip_id: is('planned_trips.id', ref()),
  branch_id: is('bookings.branch_id', ref()),
  departs_from: from('planned_trips.departure_date', day()),
  departs_to: until('planned_trips.departure_date', day()),
}

const readinessList = list({
  of: 'travelers',
  sort: { departure_date: joined('planned_trips.departure_date', day()) },
  order: 'departure_date',
  columns: [
    'trip.serial',
    'trip.name',
    'trip.departure_date',
    'name',
    'surname_en',
    'given_name_en',
    'mobile',
    'booking.booking_number',
    'booking.contact_name',
    'booking.contact_phone',
    'passport_expires_on',
    'light',
    'checks',
  ],
  people: true,
  hidesStamps: true,
  filters: readinessFilters,
})
/** The list of those who travel next, over all trips; `mine` are those of whom the caller is in charge. */
export function readinessOf<Row extends TSchema>(row: Row) {
  return readinessList.asking(row, askedForMine)
}
export function readReadiness(db: Db, actor: Actor, { mine, ...query }: { mine?: boolean }) {
  return readinessPage(db, ownOf(actor, mine), query)
}

/** Everybody with a seat on a trip that has not departed. */
export function nextTravelers(db: Db) {
  return db
    .selectFrom('planned_trips')
    .innerJoin('bookings', 'bookings.planned_trip_id', 'planned_trips.id')
    .innerJoin('travelers', 'travelers.booking_id', 'bookings.id')
    .leftJoinLateral(looked(false), (join) => join.onTrue())
    .where('planned_trips.departure_date', '>=', sql<string>`today()`)
    .where('planned_trips.status', 'in', plannedStatuses)
    .where('bookings.status', 'in', seatedStatuses)
    .where('travelers.status', '=', sql.lit('active'))
}

const booking = sql<object>`json_build_object('id', bookings.id, 'booking_number', bookings.booking_number, 'status', bookings.status,
  'contact_name', bookings.contact_name, 'contact_phone', bookings.contact_phone)`
const isInChargeOf = (person: number) =>
  sql<SqlBool>`${person} in (coalesce(bookings.sales_user_id, planned_trips.sales_user_id), planned_trips.op_user_id)`

const readinessPage = readinessList.over((db, { own_of }: Owned) => {
  const rows = nextTravelers(db)
    .select(['travelers.id', 'travelers.name', 'travelers.surname_en', 'travelers.given_name_en', 'travelers.mobile'])
    .select(['travelers.passport_expires_on', 'looked.passport_needed_until', light.as('light'), 'looked.checks'])
    .select(['planned_trips.departure_date', booking.as('booking')])
    .select(tripNames('planned_trips', 'return_date', 'status').as('trip'))
  return own_of === undefined ? rows : rows.where(isInChargeOf(own_of))
})
