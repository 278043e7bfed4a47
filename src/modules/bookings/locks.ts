import { type Selectable, sql } from 'kysely'
import { isAmong } from '../../kit/db/fragments.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tables, Tx } from '../../kit/db/tables.ts'
import { Outdated } from '../../kit/db/transaction.ts'
import { found, Refusal, refuseField } from '../../kit/errors.ts'
import type { Expected } from '../../kit/http/routes/answer.ts'
import type { Role } from '../../kit/http/server/guard.ts'
import type { CancellationStep } from '../cancellation-terms/rules.ts'
import { priceOfTrip } from '../planned-trips/trip.ts'
import { bookableStatuses, publicStatuses } from '../trip-statuses.ts'
import { stillSelling } from '../users/has-role.ts'
import { isCustomer, type Reader } from '../users/reader.ts'
import type { FrozenPrice } from './booking.ts'
import { bookingsSeenBy } from './visible.ts'

export type Terms = {
  payment_policy?: { deposit: number; balance_days_before: number } | null
  cancellation_policy?: CancellationStep[]
}

/** The trip with the data that a booking needs. It is locked before anything else, so that its last seat is given only once. */
export function lockedTripToBook(tx: Tx, id: number) {
  return lockTrip(tx, { id })
}
const tripsToLock = (db: Db) => tripsToRead(db).forNoKeyUpdate()
const tripsToRead = (db: Db) =>
  db
    .selectFrom('planned_trips')
    .select(['id', 'serial', 'name', 'departure_date', 'return_date', 'status', 'capacity', 'min_pax', 'branch_id'])
    .select('is_public')
    .select([priceOfTrip.as('price'), 'terms'])
    .select([sql<number>`departure_date - today()`.as('days_left'), sql<string>`today()`.as('today')])
    .select(stillSelling('planned_trips.sales_user_id').as('sales_user_id'))
const lockTrip = oneRow((db, { id }: { id: number }) => tripsToLock(db).where('id', '=', id))
export type TripToBook = NonNullable<Awaited<ReturnType<typeof lockedTripToBook>>>

/** The same of many trips, by their ids, locked in their order. */
export async function lockedTripsToBook(tx: Tx, ids: readonly number[]) {
  const trips = await tripsToLock(tx).where(isAmong('id', ids)).orderBy('id').execute()
  return new Map(trips.map((trip) => [trip.id, trip]))
}

/** A trip that staff may book: open, guaranteed or closed to the public, also after its departure. */
export async function tripToBook(tx: Tx, id: number) {
  const trip = await lockedTripToBook(tx, id)
  if (!trip) return refuseField('planned_trip_id', ['沒有這筆資料。', 'There is no such record.'])
  if (!bookableStatuses.includes(trip.status))
    refuseField('planned_trip_id', ['此團目前不接受報名。', 'This trip takes no bookings.'])
  return trip
}

/** Whether seats are on sale: the status is open or guaranteed, and the departure is in the future. */
export function isOpenToAll({ status, days_left }: Pick<TripToBook, 'status' | 'days_left'>) {
  return publicStatuses.includes(status) && days_left > 0
}

/** A trip that strangers may register for. Only `isOpenToStrangers` makes a trip one. */
export type OpenToStrangers<Trip> = Trip & { is_public: true }

/** Whether the public may register. */
export function isOpenToStrangers<Trip extends Pick<TripToBook, 'status' | 'days_left' | 'is_public'>>(
  trip: Trip | undefined,
): trip is OpenToStrangers<Trip> {
  return trip !== undefined && isOpenToAll(trip) && trip.is_public
}

/** Refuses a trip that strangers may not register for. A private trip is not told from one that is over, or that nobody made. */
export function refusalOfClosedTrip() {
  return new Refusal('invalid_input', { errors: { planned_trip_id: [notOpen] } })
}
const notOpen = ['此團目前不開放報名。', 'This trip is not open for registration.'] as const

/** Locks a trip that strangers may register for; refuses any other. */
export async function lockedTripOpenToStrangers(tx: Tx, id: number): Promise<OpenToStrangers<TripToBook>> {
  const trip = await lockedTripToBook(tx, id)
  if (!isOpenToStrangers(trip)) throw refusalOfClosedTrip()
  return trip
}

/** Today's price of a trip, as stored with a booking. */
export function frozenPrice({ price, terms }: Pick<TripToBook, 'price' | 'terms'>): FrozenPrice | null {
  const known = price as (Omit<FrozenPrice, 'deposit'> & { deposit: number | null }) | null
  if (known?.adult == null) return null
  const { source, currency, adult, child_with_bed, child_no_bed, infant, single_supplement, land_only } = known
  const deposit = known.deposit ?? (terms as Terms).payment_policy?.deposit ?? 0
  return { source, currency, adult, child_with_bed, child_no_bed, infant, single_supplement, land_only, deposit }
}

/** Who takes a step, and the version of the booking that this reader has seen. The holder of a link is a customer. */
export type TakenBy = { reader: Reader; actor_id: number | undefined; roles: readonly Role[]; expected?: Expected }

/**
 * Locks the trip and then the booking, as everything does that changes both. 404 if the reader may not see it. Customers get the version that counts
 * visible changes only.
 */
export async function lockedBooking(tx: Tx, reader: Reader, id: number): Promise<LockedBookingAndTrip> {
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
  if (booking.planned_trip_id !== planned_trip_id) throw new Outdated('the booking was moved to another trip')
  return { booking: isCustomer(reader) ? { ...booking, version: booking.public_version } : booking, trip }
}
export type LockedBookingAndTrip = { booking: LockedBooking; trip: TripToBook }
export type LockedBooking = Selectable<Tables['bookings']>

/** The same of a booking that the reader may see, for a page that only computes with it. */
export async function bookingAndTrip(db: Db, reader: Reader, id: number): Promise<LockedBookingAndTrip> {
  const { planned_trip_id } = found(
    await bookingsSeenBy(db, reader)
      .select('bookings.planned_trip_id')
      .where('bookings.id', '=', id)
      .executeTakeFirst(),
  )
  const [trip, booking] = await Promise.all([
    tripsToRead(db).where('id', '=', planned_trip_id).executeTakeFirstOrThrow(),
    db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  ])
  return { trip, booking }
}

/** The same locks for whoever changes a part of a booking. A booking that is not there locks nothing. */
export async function lockTripAndBooking(tx: Tx, booking_id: number) {
  const booking = tx.selectFrom('bookings').select('planned_trip_id').where('id', '=', booking_id)
  const before = await booking.executeTakeFirst()
  if (!before) return
  await tx.selectFrom('planned_trips').select('id').where('id', '=', before.planned_trip_id).forNoKeyUpdate().execute()
  const now = await booking.forNoKeyUpdate().executeTakeFirst()
  if (now?.planned_trip_id !== before.planned_trip_id) throw new Outdated('the booking was moved to another trip')
}
