import { type Static, Type } from 'typebox'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { refuse, refuseField } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { currency, day, money, shownFields } from '../../../kit/fields.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import { throttle } from '../../../kit/throttle.ts'
import { limits } from '../../../limits.ts'
import { actingOf, type Reader, readerOf } from '../../users/reader.ts'
import { sum } from '../booking.ts'
import { accountOfParty, costOfLeaving } from '../cancel-traveler.ts'
import { costOf } from '../cancellation-cost.ts'
import { bookingAndTrip, type LockedBookingAndTrip, lockedBooking, type TakenBy, type Terms } from '../locks.ts'
import {
  CancellationRequest,
  oneCancellationRequest,
  openCancellationRequest,
  shownCancellationRequest,
} from './cancellation-request.ts'

const { traveler_ids, reason } = CancellationRequest.properties
const Leaving = Type.Object({ traveler_ids: Type.Optional(traveler_ids) })
export const AskedCancellation = Type.Object({ ...Leaving.properties, reason })
export type AskedCancellation = Static<typeof AskedCancellation>

declare module '../../../kit/events.ts' {
  interface Events {
    /** A customer asks to cancel. */
    'cancellation-request.asked': { cancellation_request_id: number; actor_id: number | undefined }
  }
}

/** What a cancellation costs on one day, and from which day on it costs more. */
const CostOnDay = Type.Object({
  ...shownFields({ from: day() }),
  fee_percent: Type.Number({ examples: [20] }),
  ...shownFields({ fee: money(), refund: money(), owed: money() }),
})
const CostByDay = Type.Object({
  ...shownFields({ currency: currency() }),
  total: sum(),
  today: CostOnDay,
  later: Type.Array(CostOnDay),
})
export type CostByDay = Static<typeof CostByDay>

/** What it would cost to cancel everybody, or these travelers, today and on each later day on which it costs more. */
export async function costByDay(db: Db, reader: Reader, id: number, leaving: readonly number[] = []) {
  return costsOf(db, await bookingAndTrip(db, reader, id), leaving)
}

const costsOf = async (
  db: Db,
  { booking, trip }: LockedBookingAndTrip,
  leaving: readonly number[],
): Promise<CostByDay> => {
  const party = leaving.length ? await accountOfParty(db, { id: booking.id }) : undefined
  const on = async (days_left: number) => {
    const { fee_percent, fee, refund, owed } = party
      ? costOfLeaving({ ...party, days_left }, leaving)
      : await costOf(db, booking, { ...trip, days_left }, { reason: '' })
    return { from: daysBefore(trip.departure_date, days_left), fee_percent, fee, refund, owed }
  }
  const steps = ((trip.terms as Terms).cancellation_policy ?? []).map(({ days_before }) => days_before)
  const later: CostByDay['later'] = []
  for (const days_left of steps.filter((days) => days < trip.days_left).sort((a, b) => b - a))
    later.push(await on(days_left))
  return { currency: booking.currency, total: booking.total, today: await on(trip.days_left), later }
}

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

/** Asks sales to cancel a booking, or some of its travelers. The fee is that of today, also if sales get to it later. */
export async function askToCancel(tx: Tx, by: TakenBy, id: number, { traveler_ids = [], reason }: AskedCancellation) {
  const { booking, trip } = await lockedBooking(tx, by.reader, id)
  refuseEnded(booking.status, trip.days_left)
  await throttle(tx, limits['cancellation requests of booking'], id)
  if (await openCancellationRequest(tx, { booking: id }))
    refuse('step_not_possible', { detail: askedBefore, also: { possible: ['withdraw'] } })
  const account = await accountOfParty(tx, { id })
  const { party } = account
  const leaving = [...new Set(traveler_ids)]
  if (leaving.some((one) => !party.some((guest) => guest.id === one))) refuseField('traveler_ids', notOfParty)
  // Everybody named is the whole booking.
  const named = leaving.length === party.length ? [] : leaving.sort((a, b) => a - b)
  if (named.length && !costOfLeaving({ ...account, days_left: trip.days_left }, named).mayTravel)
    refuseField('traveler_ids', infantsAlone)
  const { today } = await costsOf(tx, { booking, trip }, named)
  const asked = { booking_id: id, traveler_ids: named, reason, currency: booking.currency, fee: today.fee }
  const { id: cancellation_request_id } = await tx
    .insertInto('cancellation_requests')
    .values(asked)
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(tx, 'cancellation-request.asked', { cancellation_request_id, actor_id: by.actor_id })
  return cancellation_request_id
}

const refuseEnded = (status: string, days_left: number) => {
  if (status !== 'held' && status !== 'confirmed')
    refuse('step_not_possible', { detail: notBooked, also: { possible: [] } })
  if (days_left < 0) refuse('step_not_possible', { detail: departed, also: { possible: [] } })
}

const askedBefore = [
  '已經有一筆取消申請在處理中；要改內容，請先撤回再重新申請。',
  'A cancellation was requested already; to change it, withdraw it and ask again.',
] as const
const notBooked = [
  '這筆訂單已經結束，不能申請取消；候補中的訂單可以直接放棄名額。',
  'This booking has ended and cannot be cancelled; a place on the waitlist can be given up at once.',
] as const
const departed = [
  '行程已經出發，不能申請取消；請直接與我們聯絡。',
  'The trip has departed; please contact us.',
] as const
const notOfParty = [
  '名單中有人不在這筆訂單，或已經取消；請重新整理後再選。',
  'Somebody on the list is not in this booking, or is cancelled already: load the page again and choose.',
] as const
const infantsAlone = [
  '其餘旅客不能自己成行，例如嬰兒沒有大人同行；請一併選取，或取消整筆訂單。',
  'The others cannot travel alone, such as an infant without an adult: choose them too, or cancel the whole booking.',
] as const

/** `POST /api/bookings/{id}/cancellation-requests` */
export function askRoutes(on: On) {
  on.post(
    '/:id/cancellation-requests/preview',
    {
      name: 'previewBookingCancellation',
      access: ['customer'],
      summary: 'What a cancellation would cost today and on later days; nothing is saved',
      body: Leaving,
      returns: CostByDay,
      etag: 'none',
    },
    ({ tx, actor, params, body }) => costByDay(tx, readerOf(actor), params.id, body.traveler_ids),
  )
  on.create(
    '/:id/cancellation-requests',
    {
      access: ['customer'],
      summary:
        'Ask to cancel a booking, or some of its travelers; sales cancel, and the fee is that of the day on which it was asked',
      body: AskedCancellation,
      returns: shownCancellationRequest,
      etag: 'content',
      refuses: ['step_not_possible', 'too_many_requests'],
    },
    async ({ tx, actor, params, body }) => {
      const by = { reader: readerOf(actor), actor_id: actor.id, roles: actor.roles }
      const id = await askToCancel(tx, by, params.id, body)
      return { id, ...(await oneCancellationRequest(tx, { ...actingOf(actor), id })) }
    },
  )
}
