import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { isOneOf } from '../../kit/db/condition.ts'
import { oneRow, theRow } from '../../kit/db/statement.ts'
import type { Db, Tables, Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import type { Expected } from '../../kit/http/routes/answer.ts'
import type { Role } from '../../kit/http/server/access.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import type { CancellationStep } from '../cancellation-terms/rules.ts'
import { priceOfTrip } from '../planned-trips/price.ts'
import { areOpenToAll, keptForProof, takesSeat } from '../planned-trips/seats.ts'
import { bookableStatuses, publicStatuses } from '../trip-statuses.ts'
import { stillSelling } from '../users/naming.ts'
import { isCustomer, type Reader } from '../users/reader.ts'
import type { Guest } from './rules.ts'
import type { FrozenPrice } from './schema.ts'
import { bookingsSeenBy } from './visible.ts'

export type Terms = {
  payment_policy?: { deposit: number; balance_days_before: number } | null
  cancellation_policy?: CancellationStep[]
}

/** The trip with the data that a booking needs. It is locked before anything else, so that its last seat is given only once. */
export const lockedTripToBook = (tx: Tx, id: number) => lockTrip(tx, { id })
const lockTrip = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('planned_trips')
    .select(['id', 'serial', 'name', 'departure_date', 'return_date', 'status', 'capacity', 'min_pax', 'branch_id'])
    .select('is_public')
    .select([priceOfTrip.as('price'), 'terms'])
    .select([sql<number>`departure_date - today()`.as('days_left'), sql<string>`today()`.as('today')])
    .select(stillSelling('planned_trips.sales_user_id').as('sales_user_id'))
    .where('id', '=', id)
    .forNoKeyUpdate(),
)
export type TripToBook = NonNullable<Awaited<ReturnType<typeof lockedTripToBook>>>

/** Who takes a step, and at which version of the booking. The holder of a link is a customer. */
export type Taking = { reader: Reader; actor_id: number | undefined; role: Role; expected?: Expected }

/** A trip that staff may book: open, guaranteed or closed to the public, whenever it departs. */
export const tripToBook = async (tx: Tx, id: number) => {
  const trip = await lockedTripToBook(tx, id)
  if (!trip) return refuseField('planned_trip_id', ['沒有這筆資料。', 'There is no such record.'])
  if (!bookableStatuses.includes(trip.status))
    refuseField('planned_trip_id', ['此團目前不接受報名。', 'This trip takes no bookings.'])
  return trip
}

/** Whether seats are on sale: status open or guaranteed, and in the future. */
export const isOpenToAll = ({ status, days_left }: Pick<TripToBook, 'status' | 'days_left'>) =>
  publicStatuses.includes(status) && days_left > 0

/** Whether strangers may register. */
export const isOpenToStrangers = (trip: Pick<TripToBook, 'status' | 'days_left' | 'is_public'>) =>
  isOpenToAll(trip) && trip.is_public

/** Today's price of a trip, as stored with a booking. */
export const frozenPrice = ({ price, terms }: TripToBook): FrozenPrice | null => {
  const known = price as (Omit<FrozenPrice, 'deposit'> & { deposit: number | null }) | null
  if (known?.adult == null) return null
  const { source, currency, adult, child_with_bed, child_no_bed, infant, single_supplement, land_only } = known
  const deposit = known.deposit ?? (terms as Terms).payment_policy?.deposit ?? 0
  return { source, currency, adult, child_with_bed, child_no_bed, infant, single_supplement, land_only, deposit }
}

// The seats of a party. Found by booking id: on a small table the planner prefers an index on the status, which is slower later.
const partySizeOf = sql<number>`(select count(*) filter (where ${takesSeat('v')}) from travelers v where v.booking_id = b.id)`

/** The number of free seats, whether there is a waitlist, and whether a hold has expired. */
/** The active travelers of the booking with that alias, with all that their fares depend on. */
export const payingParty = (alias: string) => sql<(Guest & { id: number })[]>`(
  select coalesce(json_agg(json_build_object('id', g.id, 'passenger_type', g.passenger_type, 'bed', g.bed, 'bed_type', g.bed_type,
      'roommate_group', g.roommate_group, 'ticket_handling', g.ticket_handling) order by g.id), '[]')
    from travelers g where g.booking_id = ${sql.ref(`${alias}.id`)} and g.status = 'active')`

export const seatsOf = (db: Db, id: number) => countSeats(db, { id })
export type Seats = Awaited<ReturnType<typeof seatsOf>>

/** Whether seats are kept for a waitlisted booking `b` until its mailbox is proved. */
const isKept = keptForProof('b')
const taken = sql<number>`(select coalesce(sum(${partySizeOf}), 0) from bookings b
  where b.planned_trip_id = t.id and (${isOneOf('b.status', seatedStatuses)} or ${isKept}))`

// The seats of unproved parties, and how many they may have at most: a share of all seats, which the installation sets.
const unproved = sql<number>`(select coalesce(sum(${partySizeOf}), 0) from bookings b
  where b.planned_trip_id = t.id and b.contact_proved_at is null and (b.status = 'held' or ${isKept}))`
const mostUnproved = sql<number>`floor(t.capacity * coalesce(nullif(current_setting('guidon.unproved_percent', true), '')::numeric, 100) / 100)::integer`
const isThere = (such: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from bookings where planned_trip_id = t.id and ${such})`

/** A hold that has expired by the current clock. A hold with a payment does not expire. */
export const isLapsed = sql<SqlBool>`(status = 'held' and hold_expires_at <= clock_timestamp() and paid = 0)`

/** The columns of `Seats`, of a trip `t`. */
export const seatColumns = [
  sql<number>`t.capacity - ${taken}`.as('remaining'),
  isThere(sql`status = 'waitlisted' and (contact_proved_at is not null or proof_until is null)`).as('is_awaited'),
  isThere(isLapsed).as('has_lapsed'),
  unproved.as('unproved'),
  mostUnproved.as('most_unproved'),
] as const

const countSeats = theRow((db, { id }: { id: number }) =>
  db.selectFrom('planned_trips as t').select(seatColumns).where('t.id', '=', id),
)

/** Whether a waitlisted booking `b` would be offered seats now, or asked to prove its mailbox for them. */
export const fits = sql<SqlBool>`exists (
  select from planned_trips t where t.id = b.planned_trip_id and ${areOpenToAll('t')} and ${partySizeOf} between 1 and t.capacity - ${taken}
     and (b.contact_proved_at is not null or (b.proof_until is null and ${unproved} + ${partySizeOf} <= ${mostUnproved})))`

/** Waitlisted parties that would fit, in order: those whose mailbox is proved, and those that were not yet asked to prove it. */
export const fittingParties = async (tx: Tx, trip: number, seats: number) => {
  const { rows } = await sql<{ id: number; size: number; is_proved: boolean }>`
    select id, size, is_proved
      from (select b.id, b.queued_at, b.contact_proved_at is not null as is_proved, ${partySizeOf} as size from bookings b
             where b.planned_trip_id = ${trip} and b.status = 'waitlisted'
               and (b.contact_proved_at is not null or b.proof_until is null)) b
     where size between 1 and ${seats} order by queued_at, id limit 500`.execute(tx)
  return rows
}

export const partySize = async (tx: Tx, booking_id: number) => {
  const { size } = await tx
    .selectFrom('travelers')
    .select(sql<number>`count(*)`.as('size'))
    .where('booking_id', '=', booking_id)
    .where(takesSeat('travelers'))
    .executeTakeFirstOrThrow()
  return size
}

/** Locks a booking and its trip, the trip first. A booking that the reader may not see is not found; it has the version that the reader knows. */
export const lockedBooking = async (tx: Tx, reader: Reader, id: number): Promise<LockedBookingAndTrip> => {
  const { planned_trip_id } = found(
    await bookingsSeenBy(tx, reader)
      .select('bookings.planned_trip_id')
      .where('bookings.id', '=', id)
      .executeTakeFirst(),
  )
  const trip = found(await lockedTripToBook(tx, planned_trip_id))
  const booking = await tx
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // The booking was transferred while its trip's lock was awaited.
  if (booking.planned_trip_id !== planned_trip_id) return lockedBooking(tx, reader, id)
  return { booking: isCustomer(reader) ? { ...booking, version: booking.public_version } : booking, trip }
}
export type LockedBookingAndTrip = { booking: LockedBooking; trip: TripToBook }
export type LockedBooking = Selectable<Tables['bookings']>
