import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint } from '../../../kit/db/faults.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { refuse, refuseField } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { upload } from '../../../kit/fields.ts'
import { keepFile } from '../../../kit/files/files.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { refuseHighSum } from '../../../kit/money.ts'
import { FILE_MB } from '../../../kit/sizes.ts'
import { throttle } from '../../../kit/throttle.ts'
import { limits } from '../../../limits.ts'
import { actingOf, readerOf } from '../../users/reader.ts'
import { keptUntil } from '../holds.ts'
import { openMailedLink } from '../links.ts'
import { type LockedBooking, lockedBooking, type TakenBy, type TripToBook } from '../locks.ts'
import {
  lastFive,
  onePaymentReport,
  oneReportByLink,
  PaymentReport,
  reportsByLink,
  shownPaymentReport,
} from './payment-report.ts'

const { paid_on, amount } = PaymentReport.properties

export const ReportedPayment = Type.Object({
  paid_on,
  amount,
  last_five: lastFive,
  file: Type.Optional(upload()),
})
export type ReportedPayment = Static<typeof ReportedPayment>

/** So many reports of a booking may wait; they are checked by people. */
export const MOST_WAITING = 3

declare module '../../../kit/events.ts' {
  interface Events {
    /** A customer says that it has paid, or its report was checked, or is to be checked again. */
    'payment-report.changed': {
      payment_report_id: number
      booking_id: number
      what: 'reported' | 'recorded' | 'refused' | 'reopened'
      actor_id: number | undefined
    }
  }
}

/**
 * Keeps what a customer says that it has paid, until somebody checks it. The seats of a booking for which nothing else is paid are kept
 * until then, at most two working days. A button that is pressed twice reports once.
 */
export async function reportPayment(tx: Tx, by: TakenBy, booking_id: number, { file, ...said }: ReportedPayment) {
  const { booking, trip } = await lockedBooking(tx, by.reader, booking_id)
  await throttle(tx, limits['payment reports of booking'], booking_id)
  const before = await reportsOf(tx, booking_id)
  const same = before.find(
    (one) =>
      one.status === 'waiting' &&
      one.is_recent &&
      one.paid_on === said.paid_on &&
      one.last_five === said.last_five &&
      one.amount === Number(said.amount),
  )
  if (same) return same.id
  refuseSettled(booking)
  refuseDay(said.paid_on, trip.today)
  refuseHighSum(booking.paid + Number(said.amount), 'amount')
  if (before.filter(({ status }) => status === 'waiting').length >= MOST_WAITING)
    refuse('step_not_possible', { detail: tooMany, also: { possible: [] } })
  const file_id = file && (await keepFile(tx, file, by.actor_id === undefined ? undefined : { id: by.actor_id })).id
  const { id } = await tx
    .insertInto('payment_reports')
    .values({ ...said, booking_id, currency: booking.currency, answer_by: secondWorkingDay, file_id: file_id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Only the first report of a booking keeps its seats, so that nobody keeps them by reporting again and again.
  if (!before.length) await keepSeats(tx, booking, trip)
  await emit(tx, 'payment-report.changed', {
    payment_report_id: id,
    booking_id,
    what: 'reported',
    actor_id: by.actor_id,
  })
  return id
}

const reportsOf = (tx: Tx, booking_id: number) =>
  tx
    .selectFrom('payment_reports')
    .select(['id', 'paid_on', 'amount', 'last_five', 'status'])
    .select(sql<boolean>`created_at > now() - interval '1 minute'`.as('is_recent'))
    .where('booking_id', '=', booking_id)
    .execute()

/** SQL: the second working day from today on. Public holidays are not known. */
const secondWorkingDay = sql<string>`today() + case extract(isodow from today()) when 4 then 4 when 5 then 4 when 6 then 3 else 2 end`

/** Keeps seats for which nothing is paid until 18:00 of the second working day, at the latest the departure. Offered seats are accepted first. */
const keepSeats = async (tx: Tx, { id, status, paid, offered_at }: LockedBooking, trip: TripToBook) => {
  if (status !== 'held' || paid > 0 || offered_at !== null) return
  const until = sql<string>`least((${secondWorkingDay} + time '18:00') at time zone house_zone(),
    ${trip.departure_date}::date::timestamp at time zone house_zone())`
  await tx
    .updateTable('bookings')
    .set(keptUntil(until, trip))
    .where('id', '=', id)
    .where(sql<boolean>`hold_expires_at < ${until}`)
    .execute()
}

const refuseSettled = ({ status, balance }: LockedBooking) => {
  if (status === 'waitlisted') refuse('step_not_possible', { detail: noSeatYet, also: { possible: [] } })
  if (balance <= 0) refuse('step_not_possible', { detail: nothingOwed, also: { possible: [] } })
}

/** Refuses a day after today, or one that was most likely mistyped. */
export function refuseDay(paid_on: string, today: string) {
  if (paid_on > today) refuseField('paid_on', inFuture)
  if (paid_on < `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`) refuseField('paid_on', longAgo)
}

const tooMany = [
  `已經有 ${MOST_WAITING} 筆回報在確認中，不能再回報；我們確認後會通知您，有疑問請與我們聯絡。`,
  `${MOST_WAITING} reports are being checked already, so no further one is taken. We tell you once they are checked; contact us if you have questions.`,
] as const
const noSeatYet = [
  '候補中還不必付款；有名額時，我們會通知您。',
  'You need not pay while you wait. We tell you when there are seats.',
] as const
const nothingOwed = [
  '這筆訂單沒有未付的款項，不必回報；若您又付了一筆，請與我們聯絡。',
  'Nothing is owed on this booking, so there is nothing to report. If you paid once more, contact us.',
] as const
const inFuture = [
  '匯款日不能在今天之後；請填寫實際匯款的日期。',
  'The day of the transfer cannot be after today: enter the day on which you paid.',
] as const
const longAgo = [
  '匯款日在一年以前；請檢查年份，更早的付款請與我們聯絡。',
  'The day of the transfer is more than a year ago: check the year, or contact us about an earlier payment.',
] as const
constraint('payment_reports_amount', 'amount', ['必須大於 0。', 'Must be more than 0.'])

const sent = {
  body: ReportedPayment,
  returns: shownPaymentReport,
  etag: 'content',
  refuses: ['step_not_possible', 'too_large', 'too_many_requests'],
} as const

/** `POST /api/bookings/{id}/payment-reports` */
export function reportRoutes(on: On) {
  on.upload(
    '/:id/payment-reports',
    {
      ...sent,
      access: ['customer'],
      summary: `Say that a payment was made, with its day, amount and the last five digits of the account, and perhaps a picture: jpeg, png, webp or pdf, at most ${FILE_MB} MB`,
    },
    async ({ tx, actor, params, body }) => {
      const by = { reader: readerOf(actor), actor_id: actor.id, roles: actor.roles }
      const id = await reportPayment(tx, by, params.id, body)
      return { id, ...(await onePaymentReport(tx, { ...actingOf(actor), id })) }
    },
  )
}

type LinkRequest = { db: Db; params: Record<string, string> }
const byLink = {
  access: 'public',
  params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
} as const

/** `/api/trip-registrations/{token}/payment-reports`: the reports of a booking, for the holder of its link. */
export const paymentReportsByLink = routes((on) => {
  on.get(
    '/:token/payment-reports',
    {
      ...byLink,
      summary: 'The payments that the customer of the booking says it has made',
      returns: Type.Array(shownPaymentReport),
      people: true,
      etag: 'none',
      refuses: ['not_found', 'forbidden'],
    },
    async ({ db, params: { token } }) => reportsByLink(db, (await openMailedLink(db, token)).reader),
  )
  on.upload(
    '/:token/payment-reports',
    {
      ...sent,
      ...byLink,
      summary: 'Say that a payment was made, perhaps with a picture',
      etag: 'none',
      refuses: ['not_found', 'forbidden', ...sent.refuses],
      beforeUpload: ({ db, params: { token = '' } }: LinkRequest) => openMailedLink(db, token),
    },
    async ({ tx, params: { token }, body }) => {
      const { reader } = await openMailedLink(tx, token)
      const id = await reportPayment(tx, { reader, actor_id: undefined, roles: ['customer'] }, reader.booking, body)
      return { id, ...(await oneReportByLink(tx, { ...reader, id })) }
    },
  )
})
