import { sql } from 'kysely'
import { isAmong, isOneOf } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { Events } from '../../kit/events.ts'
import { forgetValues } from '../audit/actions.ts'
import { aliveStatuses, seatedStatuses } from '../booking-statuses.ts'
import { forgetAbout } from '../notifications/notify.ts'
import { takesSeat } from '../planned-trips/seats.ts'
import { chargeForLess, takeBackFee } from './cancel-traveler.ts'
import { callOff } from './cancel-with-trip.ts'
import { endWithTravelers } from './cancellation-requests/decide.ts'
import { eraseChanges, withdrawChanges } from './change-requests/decide.ts'
import { completeAll, reopenAll } from './complete.ts'
import { chargeParties, chargeParty } from './fares.ts'
import { lockedTripToBook, type TripToBook } from './locks.ts'
import { queueLetter } from './mails.ts'
import { refuseFull, remainingSeats, seatsOf, settleSeats } from './seats.ts'

/** Cancels the bookings of a cancelled trip, completes those of a returned one, and reopens them if the return is taken back. */
export async function endWithTrip(tx: Tx, { planned_trip_id, status, from, actor_id }: Events['planned-trip.entered']) {
  if (status === 'cancelled') await callOff(tx, planned_trip_id, actor_id)
  if (status === 'returned' && from === 'departed') await completeAll(tx, planned_trip_id, actor_id)
  if (status === 'departed' && from === 'returned') await reopenAll(tx, planned_trip_id, actor_id)
}

/** Moves the due dates of bookings when the dates of the trip change. */
export function moveDueDates(tx: Tx, { planned_trip_id, from, to }: Events['planned-trip.moved']) {
  return sql`
    update bookings set balance_due_on = greatest(balance_due_on + (${to}::date - ${from}::date), today())
     where planned_trip_id = ${planned_trip_id} and ${isOneOf('status', aliveStatuses)}
       and balance_due_on is not null and ${to}::date <> ${from}::date`.execute(tx)
}

/** Offers additional seats to the waitlist. */
export function offerNewSeats(tx: Tx, { planned_trip_id }: Events['planned-trip.resized']) {
  return resettle(tx, planned_trip_id)
}

/** An added or restored traveler needs a seat and is charged. The contact is told of a restored one, with the new total. */
export async function seatTraveler(tx: Tx, { booking_id, traveler_id, is_restored }: Events['traveler.added']) {
  const { planned_trip_id, status } = await tripAndStatus(tx, booking_id)
  const trip = found(await lockedTripToBook(tx, planned_trip_id))
  if (seatedStatuses.includes(status)) await refuseOverbooked(tx, trip, traveler_id)
  await takeBackFee(tx, { booking_id, traveler_id })
  await chargeAgain(tx, booking_id)
  if (is_restored) await queueLetter(tx, booking_id, 'restore-traveler', traveler_id)
}

/** The same for travelers that an import brings, of many bookings at once. */
export async function seatEnteredTravelers(tx: Tx, { travelers }: Events['travelers.entered']) {
  const booking_ids = [...new Set(travelers.map(({ booking_id }) => booking_id))]
  await sql`
    select from planned_trips where id in (select planned_trip_id from bookings where ${isAmong('id', booking_ids)})
     order by id for no key update`.execute(tx)
  await refuseOverbookedTrips(
    tx,
    travelers.map(({ traveler_id }) => traveler_id),
  )
  await chargeParties(tx, booking_ids)
}

/** Recomputes the price after a change of age, bed or status. An infant who becomes a child needs a seat. */
export async function recharge(tx: Tx, changed: Events['traveler.changed']) {
  const { booking_id, traveler_id, fields, seat } = changed
  if (!fields.includes('status') && !seat) return chargeAgain(tx, booking_id)
  const { planned_trip_id, status } = await tripAndStatus(tx, booking_id)
  const trip = found(await lockedTripToBook(tx, planned_trip_id))
  if (seat === 'taken' && seatedStatuses.includes(status)) await refuseOverbooked(tx, trip, traveler_id)
  await (seat ? chargeParty(tx, booking_id) : chargeForLess(tx, { booking_id, traveler_id }, status, trip))
  if (fields.includes('status')) await queueLetter(tx, booking_id, 'cancel-traveler', traveler_id)
  // Last, because the fee is that of the day of an open request.
  await endWithTravelers(tx, changed)
  return resettle(tx, planned_trip_id)
}

/** A traveler entered by mistake is not charged. */
export async function freeSeat(tx: Tx, { booking_id }: Events['traveler.removed']) {
  await chargeAgain(tx, booking_id)
  await resettle(tx, (await tripAndStatus(tx, booking_id)).planned_trip_id)
}

/** Withdraws open change requests of a cancelled booking or traveler. */
export async function withdrawOpenChanges(tx: Tx, { booking_id, step }: Events['booking.entered']) {
  if (['cancel', 'call_off', 'decline', 'expire'].includes(step)) await withdrawChanges(tx, { booking_id })
}
export async function withdrawChangesOfTraveler(tx: Tx, { traveler_id, fields }: Events['traveler.changed']) {
  if (fields.includes('status')) await withdrawChanges(tx, { traveler_id })
}

/** Erases the values in change requests of an erased traveler, also in the audit and in notices. */
export async function forgetChanges(tx: Tx, { traveler_id }: Events['traveler.erased']) {
  await forgetValues(tx, 'change_requests', await eraseChanges(tx, traveler_id))
  await forgetAbout(tx, 'traveler', [traveler_id])
}

/** The fingerprint of the party is derived from its travelers, so it is deleted with one of them. */
export function forgetPartyFingerprint(tx: Tx, { booking_id }: Events['traveler.erased']) {
  return tx.updateTable('bookings').set({ twin_mark: null }).where('id', '=', booking_id).execute()
}

/** Connects earlier bookings with the mail address of a customer to its account once the mailbox is proved. */
export function tieToAccount(tx: Tx, { user_id }: Events['user.proved']) {
  return sql`
    update bookings b set customer_user_id = u.id, updated_at = now() from users u
     where u.id = ${user_id} and u.role = 'customer' and u.status = 'active' and b.customer_user_id is null
       and lower(b.contact_email) = lower(u.email) and b.contact_proved_at is not null`.execute(tx)
}

const chargeAgain = async (tx: Tx, booking_id: number) => {
  await chargeParty(tx, booking_id)
}

// The query already counts the new traveler.
const refuseOverbooked = async (tx: Tx, { id }: TripToBook, traveler_id: number) => {
  const { takes } = await tx
    .selectFrom('travelers')
    .select(takesSeat('travelers').as('takes'))
    .where('id', '=', traveler_id)
    .executeTakeFirstOrThrow()
  if (takes) refuseFull((await seatsOf(tx, id)).remaining + 1, 1)
}

// The same for new travelers of many trips.
const refuseOverbookedTrips = async (tx: Tx, traveler_ids: readonly number[]) => {
  const needed = await tx
    .selectFrom('travelers as v')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['b.planned_trip_id', sql<number>`count(*)::integer`.as('seats')])
    .where(isAmong('v.id', traveler_ids))
    .where(isOneOf('b.status', seatedStatuses))
    .where(takesSeat('v'))
    .groupBy('b.planned_trip_id')
    .orderBy('b.planned_trip_id')
    .execute()
  const trips = needed.map(({ planned_trip_id }) => planned_trip_id)
  const remaining = await remainingSeats(tx, trips)
  for (const { planned_trip_id, seats } of needed) refuseFull((remaining.get(planned_trip_id) ?? 0) + seats, seats)
}

const tripAndStatus = (tx: Tx, id: number) =>
  tx.selectFrom('bookings').select(['planned_trip_id', 'status']).where('id', '=', id).executeTakeFirstOrThrow()

const resettle = async (tx: Tx, planned_trip_id: number) =>
  settleSeats(tx, found(await lockedTripToBook(tx, planned_trip_id)))
