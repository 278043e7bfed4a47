import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { undone } from '../../kit/db/transaction.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import {
  currency,
  flag,
  labelled,
  line,
  moment,
  money,
  oneOf,
  orNull,
  ref,
  shownFields,
  text,
} from '../../kit/fields.ts'
import { BulkChanges, bulkLine, changeMany, MOST_CHANGED } from '../../kit/http/routes/bulk.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf } from '../../kit/http/server/guard.ts'
import { minus } from '../../kit/money.ts'
import { type Locale, plural, type Words } from '../../kit/words/words.ts'
import { aliveStatuses } from '../booking-statuses.ts'
import { Cancellation } from '../planned-trips/cancellation.ts'
import { editors as planners } from '../planned-trips/flow.ts'
import { SecondDeparture, splitOff } from '../planned-trips/split-off.ts'
import { setStatus as setTripStatus } from '../planned-trips/status.ts'
import { knownTrip } from '../planned-trips/visible.ts'
import { receiptMisfits } from '../receipt-misfits/misfits.ts'
import { readerOf } from '../users/reader.ts'
import { Booking, sum } from './booking.ts'
import { totalOf } from './fares.ts'
import { steps } from './flow.ts'
import { concede, tryGate } from './gate.ts'
import { frozenPrice, lockedTripsToBook, lockedTripToBook, type TripToBook, tripToBook } from './locks.ts'
import { seatsOf, settleSeats } from './seats.ts'
import { faresAt, transferBooking } from './transfer.ts'

/** The roles that merge and split trips; a manager, because keeping prices above the limit is a manager's to decide. A department moves whole trips as it cancels them; the money is guarded for it as for sales. */
const movers = ['sales', 'department', 'manager', 'admin'] as const

/**
 * Where the bookings of a trip go: to a trip that is there, which merges the two, or to a second departure that is planned for them,
 * which splits it.
 */
const Move = Type.Object({
  to_trip_id: labelled(Type.Optional(ref()), ['併入哪一團', 'Into which trip']),
  new_trip: labelled(Type.Optional(SecondDeparture), ['新的團', 'New departure']),
  /** Which bookings; without them all that may still travel. */
  ids: labelled(Type.Optional(Type.Array(ref(), { minItems: 1, maxItems: MOST_CHANGED, uniqueItems: true })), [
    '訂單',
    'Bookings',
  ]),
  /** Each party pays what it paid before, whatever the other trip costs. */
  keeps_price: labelled(Type.Optional(flag()), ['維持原團費', 'Keep the price']),
  reason: Type.Optional(text(2000, '兩團人數都不足，合併出發')),
  /** The trip that is left without a booking is cancelled. */
  cancel: labelled(
    Type.Optional(
      Type.Object({
        reason: text(2000, '併入 TYO270129A'),
        reason_en: Type.Optional(text(2000)),
        cause: Cancellation.properties.cause,
      }),
    ),
    ['取消原團', 'Cancel the trip'],
  ),
  dry_run: Type.Optional(flag()),
})
type Move = Static<typeof Move>

const paperKinds = ['quotation', 'confirmation', 'payment_slip', 'departure_notice'] as const
const { booking_number, contact_name, status } = Booking.properties
const count = Type.Integer({ minimum: 0 })

/** What becomes of a booking: how its price changes, what ends and what becomes old with the trip, and who is told. */
const MovedBooking = Type.Object({
  booking_id: ref(),
  booking_number: orNull(booking_number),
  contact_name: orNull(contact_name),
  booking_status: orNull(status),
  ...bulkLine,
  seats: orNull(count),
  ...shownFields({ currency: orNull(currency()), price_before: orNull(money()), price_after: orNull(money()) }),
  difference: orNull(sum()),
  receipt_misfits: receiptMisfits(),
  stays_with_room: count,
  addon_requests: count,
  papers: Type.Array(Type.Object({ kind: oneOf(paperKinds), sent_at: moment() })),
  is_mailed: flag(),
  is_invited: flag(),
})

const serial = line(40, 'CNX270128A')
const MoveMeta = Type.Object({
  ...BulkChanges.properties,
  to: Type.Object({ id: orNull(ref()), serial, remaining: Type.Integer(), is_new: flag() }),
  /** How many bookings that may still travel stay on the trip. */
  left: count,
  is_cancelled: flag(),
})

type By = { actor: Actor; pattern: string; zone: string; locale: Locale }

/** Moves bookings of a trip to another one, all or none, each through the gate of a transfer; then the empty trip may be cancelled. */
export async function moveBookings(tx: Tx, id: number, move: Move, by: By) {
  if (!move.to_trip_id === !move.new_trip) refuseField('to_trip_id', oneTarget)
  if (move.to_trip_id === id) refuseField('to_trip_id', ['已在此團。', 'It is this trip.'])
  if ((move.new_trip || move.cancel) && !hasOneOf(by.actor.roles, planners))
    refuse('forbidden', { detail: onlyPlanners, also: { roles: planners } })
  await lockedTripsToBook(tx, [id, move.to_trip_id ?? id])
  if (!move.dry_run) return moveAll(tx, id, move, by)
  // A new departure is taken back too.
  let told: Awaited<ReturnType<typeof moveAll>> | undefined
  await undone(tx, async () => {
    told = await moveAll(tx, id, move, by)
  })
  return found(told)
}

const oneTarget: Words = [
  '請選擇併入哪一團，或填寫新的團，擇一。',
  'Choose the trip to merge into, or give a new departure: one of the two.',
]

const onlyPlanners: Words = [
  '開團與取消出團由線控、OP 或管理員處理；您可以先把訂單移到已開的團，再請他們處理。',
  'Trips are planned and cancelled by line control, operations or an administrator: move the bookings to a trip that is there, and ask them for the rest.',
]

const moveAll = async (tx: Tx, id: number, { dry_run = false, ...move }: Move, by: By) => {
  const { actor, locale } = by
  const target = await tripToBook(tx, await targetOf(tx, id, move, by))
  const there = await bookingsOf(tx, id, target.id)
  const asked = move.ids ?? there.map(({ booking_id }) => booking_id)
  if (!asked.length) refuseField('ids', ['這團沒有訂單可以移動。', 'The trip has no booking that could move.'])
  const rows = asked.map((booking) => ({ id: booking, known: there.find(({ booking_id }) => booking_id === booking) }))
  let [moved, seats] = [0, 0]
  const answer = await changeMany(tx, rows, { dry_run, locale, named: inLine, nothing }, async (row) => {
    if (!row.known) refuse('step_not_possible', { detail: notHere, also: { possible: [] } })
    const told = await moveOne(tx, row.id, target, move, actor)
    moved += 1
    seats += told.seats ?? 0
    return { isChanged: true, ...told }
  })
  const left = there.length - moved
  if (move.cancel && left > 0) refuseField('cancel', stillThere(left))
  if (!dry_run) await leaveTrip(tx, id, move, by)
  const remaining = (await seatsOf(tx, target.id)).remaining - (dry_run ? seats : 0)
  const to = {
    id: move.new_trip && dry_run ? null : target.id,
    serial: target.serial,
    remaining,
    is_new: !move.to_trip_id,
  }
  return { ...answer, meta: { ...answer.meta, to, left, is_cancelled: move.cancel !== undefined && !dry_run } }
}

const targetOf = (tx: Tx, id: number, { to_trip_id, new_trip }: Move, { actor, pattern, zone }: By) =>
  new_trip ? splitOff(tx, id, new_trip, { pattern, zone, roles: actor.roles }) : (to_trip_id ?? id)

type Told = Pick<
  Static<typeof MovedBooking>,
  | 'booking_number'
  | 'contact_name'
  | 'booking_status'
  | 'stays_with_room'
  | 'addon_requests'
  | 'papers'
  | 'is_mailed'
  | 'is_invited'
>

/** The bookings of a trip that may still travel, with what hangs on the trip and who would be told. */
const bookingsOf = async (tx: Tx, id: number, to: number) => {
  const { rows } = await sql<Told & { booking_id: number }>`
    select b.id as booking_id, b.booking_number, b.contact_name, b.status as booking_status, b.contact_email is not null as is_mailed,
           (select count(distinct r.stay_id)::integer from travelers v join stay_room_travelers p on p.traveler_id = v.id
              join stay_rooms r on r.id = p.room_id join planned_trip_stays y on y.id = r.stay_id
             where v.booking_id = b.id and v.status = 'active' and y.planned_trip_id = b.planned_trip_id) as stays_with_room,
           (select count(*)::integer from addon_requests r
             where r.booking_id = b.id and r.status not in ('rejected', 'completed', 'cancelled')) as addon_requests,
           (select coalesce(json_agg(json_build_object('kind', kind, 'sent_at', sent_at) order by sent_at), '[]')
              from (select kind, max(created_at) as sent_at from booking_papers p
                     where p.booking_id = b.id and ${isOneOf('p.kind', paperKinds)} group by kind) sent) as papers,
           b.status = 'confirmed' and exists (select from seminar_sessions s
             where s.planned_trip_id = ${to} and s.status = 'open' and s.starts_at > now()) as is_invited
      from bookings b where b.planned_trip_id = ${id} and ${isOneOf('b.status', aliveStatuses)}
     order by b.id`.execute(tx)
  return rows
}

type Row = { id: number; known: Told | undefined }
const inLine = ({ id, known = unknown }: Row) => ({ ...known, booking_id: id })
const unknown: Told = {
  ...{ booking_number: null, contact_name: null, booking_status: null },
  ...{ stays_with_room: 0, addon_requests: 0, papers: [], is_mailed: false, is_invited: false },
}
type NewPrice = Pick<
  Static<typeof MovedBooking>,
  'seats' | 'currency' | 'price_before' | 'price_after' | 'difference' | 'receipt_misfits'
>
const nothing: NewPrice = {
  ...{ seats: null, currency: null, price_before: null, price_after: null, difference: null },
  receipt_misfits: [],
}

const moveOne = (
  tx: Tx,
  booking_id: number,
  target: TripToBook,
  { keeps_price, reason = null }: MoveHow,
  actor: Actor,
) => {
  const { id: actor_id, roles } = actor
  // A department may not transfer a single booking, but the merge is its own act.
  const by = { reader: readerOf(actor), actor_id, roles: steps.transfer.by, expected: undefined }
  return tryGate(tx, booking_id, { actor_id, roles }, async () => {
    const how = { keepsPrice: keeps_price ?? false, isSettledLater: true }
    const moved = await transferBooking(tx, booking_id, { planned_trip_id: target.id }, by, how)
    const { seats, currency, price_before, price_after, difference, receipt_misfits } = moved
    if (keeps_price) {
      const amount = minus(totalOf(await faresAt(tx, booking_id, frozenPrice(target))), price_after)
      await concede(tx, { booking_id, amount, act: 'booking_transferred', reason }, { roles, actor_id })
    }
    return { seats, currency, price_before, price_after, difference, receipt_misfits }
  })
}
type MoveHow = Pick<Move, 'keeps_price'> & { reason?: string | null }

// The seats of all who have left are offered once.
const leaveTrip = async (tx: Tx, id: number, { cancel }: Move, { actor, locale }: By) => {
  if (cancel) return setTripStatus(tx, id, { status: 'cancelled', ...cancel }, { actor, locale, expected: undefined })
  return settleSeats(tx, found(await lockedTripToBook(tx, id)))
}

const notHere: Words = [
  '這筆訂單不在這團，或已取消、完成、逾期。',
  'The booking is not on this trip, or it is cancelled, completed or expired.',
]
const stillThere = (left: number): Words => [
  `還有 ${left} 筆訂單留在這團，因此不能取消；請全部移走，或不要取消。`,
  `${plural(left, 'booking')} would stay on the trip, so it cannot be cancelled: move them all, or leave the trip as it is.`,
]

/** Merging a trip into another, and splitting it. */
export const tripMerging = routes((on, { serialPattern, zone }) => {
  on.post(
    '/:id/bookings/move',
    {
      name: 'moveBookingsOfPlannedTrip',
      access: movers,
      summary:
        'Merge a trip into another one, or split it: move its bookings, all or none, with a line for each; the empty trip may be cancelled',
      body: Move,
      returns: Type.Array(MovedBooking),
      meta: MoveMeta,
      people: true,
      etag: 'none',
      refuses: ['step_not_possible'],
    },
    async ({ tx, actor, params, body, locale }) => {
      await knownTrip(tx, { ...readerOf(actor), ...params })
      return moveBookings(tx, params.id, body, { actor, pattern: serialPattern, zone, locale })
    },
  )
})
