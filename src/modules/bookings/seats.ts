import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../kit/db/connect.ts'
import { isAmong, isOneOf } from '../../kit/db/fragments.ts'
import { statement, theRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import { areOpenToAll, keptForProof, keptForUndo, takesSeat } from '../planned-trips/seats.ts'
import { inHours, keptUntil, SHORTEST_HOLD_HOURS, untilCalled } from './holds.ts'
import { isOpenToAll, lockedTripToBook, type TripToBook } from './locks.ts'
import { setStatus } from './status.ts'

// The seats of a party, found by its booking id: on a small table the planner would otherwise use an index on the status, which
// becomes slow as the table grows.
const partySizeOf = sql<number>`(select count(*) filter (where ${takesSeat('v')}) from travelers v where v.booking_id = b.id)`

/** The number of free seats, whether there is a waitlist, and whether a hold has expired. */
export function seatsOf(db: Db, id: number) {
  return countSeats(db, { id })
}
export type Seats = Awaited<ReturnType<typeof seatsOf>>

/** SQL: whether seats are kept for a waitlisted booking `b` until its mailbox is proved. */
const isKept = keptForProof('b')
const taken = sql<number>`(select coalesce(sum(${partySizeOf}), 0) from bookings b
  where b.planned_trip_id = t.id and (${isOneOf('b.status', seatedStatuses)} or ${isKept} or ${keptForUndo('b')}))`

// The seats held by unproved parties, and the most that they may hold: a share of all seats, which is a setting of the
// installation.
const unproved = sql<number>`(select coalesce(sum(${partySizeOf}), 0) from bookings b
  where b.planned_trip_id = t.id and b.contact_proved_at is null and (b.status = 'held' or ${isKept}))`
const mostUnproved = sql<number>`floor(t.capacity * coalesce(nullif(current_setting('guidon.unproved_percent', true), '')::numeric, 100) / 100)::integer`
const isThere = (such: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from bookings where planned_trip_id = t.id and ${such})`

/** A hold that has expired by the current clock. A hold with a payment does not expire. */
const isLapsed = sql<SqlBool>`(status = 'held' and hold_expires_at <= clock_timestamp() and paid = 0)`

/** The columns of `Seats` for a trip `t`. */
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

/** The seats that are left on trips, below zero where there are too few. */
export async function remainingSeats(db: Db, ids: readonly number[]) {
  const trips = await db
    .selectFrom('planned_trips as t')
    .select(['t.id', sql<number>`t.capacity - ${taken}`.as('remaining')])
    .where(isAmong('t.id', ids))
    .orderBy('t.id')
    .execute()
  return new Map(trips.map(({ id, remaining }) => [id, remaining]))
}

type Share = { unproved: number; most_unproved: number }

/**
 * Whether a party gets seats before its mailbox is proved or it is called: within the share of such seats, or as the only such party,
 * because a family may be larger than the share of a small trip.
 */
export function fitsUnproved({ unproved, most_unproved }: Share, needed: number) {
  return unproved === 0 || unproved + needed <= most_unproved
}
const fitsInShare = sql<SqlBool>`(${unproved} = 0 or ${unproved} + ${partySizeOf} <= ${mostUnproved})`

/** SQL: whether a waitlisted booking `b` would get an offer of seats now, or a call to prove its mailbox for them. */
const fits = sql<SqlBool>`exists (
  select from planned_trips t where t.id = b.planned_trip_id and ${areOpenToAll('t')} and ${partySizeOf} between 1 and t.capacity - ${taken}
     and (b.contact_proved_at is not null or (b.proof_until is null and ${fitsInShare})))`

/** The waitlisted parties that would fit, in order: proved ones, and unproved ones that got no call to prove their mailbox yet. */
async function fittingParties(tx: Tx, trip: number, seats: number) {
  const { rows } = await sql<{ id: number; size: number; is_proved: boolean; has_mailbox: boolean }>`
    select id, size, is_proved, has_mailbox
      from (select b.id, b.queued_at, b.contact_proved_at is not null as is_proved, b.contact_email is not null as has_mailbox, ${partySizeOf} as size from bookings b
             where b.planned_trip_id = ${trip} and b.status = 'waitlisted'
               and (b.contact_proved_at is not null or b.proof_until is null)) b
     where size between 1 and ${seats} order by queued_at, id limit 500`.execute(tx)
  return rows
}

export async function partySize(tx: Tx, booking_id: number) {
  const { size } = await tx
    .selectFrom('travelers')
    .select(sql<number>`count(*)`.as('size'))
    .where('booking_id', '=', booking_id)
    .where(takesSeat('travelers'))
    .executeTakeFirstOrThrow()
  return size
}

/** The hours that a waitlisted party has to accept offered seats. */
const HOURS_TO_ACCEPT = 24

/** Ends expired holds, offers free seats to the waitlist in order, and returns the number of seats left. The trip must be locked. */
export async function settleSeats(tx: Tx, trip: TripToBook, known?: Seats) {
  const seats = known ?? (await seatsOf(tx, trip.id))
  if (seats.has_lapsed) await expireLapsed(tx, trip.id)
  const { remaining, unproved, most_unproved } = seats.has_lapsed ? await seatsOf(tx, trip.id) : seats
  if (remaining < 1 || !seats.is_awaited || !isOpenToAll(trip)) return remaining
  return remaining - (await offerSeats(tx, trip, { free: remaining, unproved, most_unproved }))
}

export function refuseFull(remaining: number, size: number) {
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

// Offers seats in order. A party that is larger than the number of free seats keeps its position and is skipped. An unproved party
// is called once to prove its mailbox, and its seats are kept until then. Returns how many seats are given or kept.
const offerSeats = async (
  tx: Tx,
  trip: TripToBook,
  { free: seats, unproved, most_unproved }: Share & { free: number },
) => {
  let free = seats
  let kept = unproved
  for (const { id, size, is_proved, has_mailbox } of await fittingParties(tx, trip.id, seats)) {
    if (size > free || (!is_proved && !fitsUnproved({ unproved: kept, most_unproved }, size))) continue
    free -= size
    if (!is_proved) kept += size
    await (is_proved
      ? offer(tx, id, trip)
      : askForProof(tx, id, has_mailbox ? inHours(SHORTEST_HOLD_HOURS, trip) : untilCalled(trip)))
  }
  return seats - free
}

const offer = (tx: Tx, id: number, trip: TripToBook) =>
  setStatus(tx, id, 'offer', {
    status: 'held',
    offered_at: sql<string>`now()`,
    ...keptUntil(inHours(HOURS_TO_ACCEPT, trip), trip),
  })

const askForProof = (tx: Tx, id: number, proof_until: RawBuilder<string>) =>
  setStatus(tx, id, 'call_up', { status: 'waitlisted', proof_until })

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'bookings.holds': object
  }
}

/** Ends expired holds and offers free seats to the waitlist, trip by trip. */
export async function settleHolds(database: Database) {
  for (const { planned_trip_id } of await concerned(database.db, {}))
    await database.transaction({}, async (tx) => {
      const trip = await lockedTripToBook(tx, planned_trip_id)
      if (trip) await settleSeats(tx, trip)
    })
}

export function settleAllHolds(_nothing: object, { database }: JobTools) {
  return settleHolds(database)
}

// The trips with an expired hold or a fitting waitlisted party, which may also fit because seats were added or travelers cancelled.
const concerned = statement((db) =>
  db
    .selectFrom('bookings as b')
    .select('planned_trip_id')
    .distinct()
    .where(({ or, eb }) => or([isLapsed, eb('status', '=', 'waitlisted').and(fits)]))
    .orderBy('planned_trip_id'),
)
