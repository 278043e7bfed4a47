import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { enter, inHours, keptUntil, SHORTEST_HOLD_HOURS } from './entering.ts'
import { fittingParties, isLapsed, isOpenToAll, type Seats, seatsOf, type TripToBook } from './grounds.ts'

/** Hours in which the next waitlisted party must accept offered seats. */
const HOURS_TO_ACCEPT = 24

/** Ends expired holds, offers free seats to the waitlist in order, and returns the number of seats left. The trip must be locked. */
export const settleSeats = async (tx: Tx, trip: TripToBook, known?: Seats) => {
  const seats = known ?? (await seatsOf(tx, trip.id))
  if (seats.has_lapsed) await expireLapsed(tx, trip.id)
  const { remaining, unproved, most_unproved } = seats.has_lapsed ? await seatsOf(tx, trip.id) : seats
  if (remaining < 1 || !seats.is_awaited || !isOpenToAll(trip)) return remaining
  return remaining - (await offerSeats(tx, trip, { free: remaining, unproved, most: most_unproved }))
}

export const refuseFull = (remaining: number, size: number) => {
  if (size > remaining) refuse('trip_full', { also: { remaining: Math.max(remaining, 0), needed: size } })
}

const expireLapsed = async (tx: Tx, trip: number) => {
  const lapsed = await tx
    .updateTable('bookings')
    .set({ status: 'expired', offered_at: null })
    .where('planned_trip_id', '=', trip)
    .where(isLapsed)
    .returning('id')
    .execute()
  for (const { id } of lapsed)
    await emit(tx, 'booking.entered', { booking_id: id, step: 'expire', actor_id: undefined })
}

type Share = { free: number; unproved: number; most: number }

// In order; a party that is larger than the free seats keeps its position and is skipped. A party whose mailbox is not proved is asked
// to prove it, once, and its seats are kept meanwhile. Returns how many seats are given or kept.
const offerSeats = async (tx: Tx, trip: TripToBook, { free: seats, unproved, most }: Share) => {
  let free = seats
  let kept = unproved
  for (const { id, size, is_proved } of await fittingParties(tx, trip.id, seats)) {
    if (size > free || (!is_proved && kept + size > most)) continue
    free -= size
    if (!is_proved) kept += size
    await (is_proved ? offer(tx, id, trip) : askForProof(tx, id, trip))
  }
  return seats - free
}

const offer = (tx: Tx, id: number, trip: TripToBook) =>
  enter(tx, id, 'offer', {
    status: 'held',
    offered_at: sql<string>`now()`,
    ...keptUntil(inHours(HOURS_TO_ACCEPT, trip), trip),
  })

const askForProof = (tx: Tx, id: number, trip: TripToBook) =>
  enter(tx, id, 'call_up', { status: 'waitlisted', proof_until: inHours(SHORTEST_HOLD_HOURS, trip) })
