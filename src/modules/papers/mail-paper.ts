import { type Static, Type } from 'typebox'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { labelled, oneOf, ref, text } from '../../kit/fields.ts'
import { BulkChanges, changeMany } from '../../kit/http/routes/bulk.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { cashiers } from '../bookings/flow.ts'
import { BookingLine, BookingsAsked, bookingInLine, bookingsAsked } from '../bookings/of-many.ts'
import { notify } from '../notifications/notify.ts'
import { tripCalled } from '../shown-names.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { isPayable, isSold, noNoticeYet } from './booking-papers.ts'

const paper = labelled(oneOf(['quotation', 'payment_slip', 'departure_notice', 'receipt']), ['文件', 'Paper'])
const MailedPaper = Type.Object({
  paper,
  /** The payment, if the paper is a receipt. */
  payment_id: labelled(Type.Optional(ref()), ['收款', 'Payment']),
  message: labelled(Type.Optional(text(2000, '請於週五前付款')), ['附言', 'Message']),
})
type MailedPaper = Static<typeof MailedPaper>

const bookingToMail = oneRow((db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('bookings')
    .innerJoin('planned_trips as t', 't.id', 'bookings.planned_trip_id')
    .select(['bookings.booking_number as number', 'bookings.status', 'bookings.contact_email'])
    .select(['bookings.contact_proved_at', 'bookings.customer_user_id', 't.serial', 't.name as trip'])
    .select(tripCalled('t').as('trip_en'))
    .where('bookings.id', '=', id)
    .where(isBookingSeen(reader)),
)

/** Mails a paper to the contact. It is printed when the mail leaves, and stored as sent. */
async function mailPaper(tx: Tx, actor: Actor, id: number, { paper, payment_id, message }: MailedPaper) {
  const { status, contact_email, contact_proved_at, customer_user_id, ...named } = found(
    await bookingToMail(tx, { ...readerOf(actor), id }),
  )
  if (customer_user_id === null && contact_email === null) refuseField('contact.email', noAddress)
  if (customer_user_id === null && contact_proved_at === null) refuseField('contact.email', unproved)
  if (paper === 'payment_slip' && !isPayable(status)) refuseField('paper', nothingDue)
  if (paper === 'departure_notice' && !isSold({ status })) refuseField('paper', noNoticeYet)
  if (paper === 'receipt') await requirePayment(tx, id, payment_id)
  await throttle(tx, limits['papers mailed of booking'], id)
  await notify(tx, {
    who: [{ contact: id }],
    event: 'paper.mailed',
    params: {
      ...named,
      paper: paper === 'quotation' && isSold({ status }) ? 'confirmation' : paper,
      payment_id: payment_id ?? null,
      words: message ?? null,
    },
    about: { type: 'booking', id },
  })
}

const requirePayment = async (tx: Tx, booking_id: number, payment_id: number | undefined) => {
  if (payment_id === undefined) return refuseField('payment_id', ['請指定收款。', 'Say which payment.'])
  const payment = await tx
    .selectFrom('booking_payments')
    .select('id')
    .where('id', '=', payment_id)
    .where('booking_id', '=', booking_id)
    .executeTakeFirst()
  if (!payment) refuseField('payment_id', ['沒有這筆資料。', 'There is no such record.'])
}

const noAddress = [
  '這筆訂單沒有電子郵件；請先補上，或下載文件後以其他方式傳給客戶。',
  'This booking has no mail address: give one first, or send the paper by other means.',
] as const
const unproved = [
  '聯絡信箱尚未確認，文件不能寄出；請先致電客戶並代為確認。',
  'The mailbox of the contact is not confirmed, so nothing is mailed to it; call the customer and confirm the contact first.',
] as const
const nothingDue = [
  '候補、取消或逾期的訂單沒有應付款項，不寄繳款單。',
  'A booking that waits, was cancelled or has expired has nothing to pay, so no payment slip is mailed.',
] as const

const paidInFull = [
  '這筆訂單沒有未付的金額，不寄繳款單。',
  'Nothing is unpaid of this booking, so no payment slip is mailed.',
] as const

/** A receipt is of one payment, so it is not mailed to many. */
const ManyMailed = Type.Object({
  ...BookingsAsked.properties,
  paper: labelled(oneOf(['quotation', 'payment_slip', 'departure_notice']), ['文件', 'Paper']),
  message: MailedPaper.properties.message,
})

const unpaid = oneRow((db, { id }: { id: number }) => db.selectFrom('bookings').select('balance').where('id', '=', id))

/** The same for one of many. Who reminds many of their payment does not look at each: those who have paid are left out. */
const mailOneOfMany = async (tx: Tx, actor: Actor, id: number, paper: MailedPaper) => {
  const { balance = 0 } = (await unpaid(tx, { id })) ?? {}
  await mailPaper(tx, actor, id, paper)
  if (paper.paper === 'payment_slip' && balance <= 0) refuse('invalid_input', { detail: paidInFull })
  return { isChanged: true }
}

/** `/api/bookings/{id}/papers`: mails one of them, or one to many bookings. */
export default routes((on) => {
  on.post(
    '/:id/papers',
    {
      name: 'mailBookingPaper',
      access: cashiers,
      summary: 'Mail a paper to the contact of a booking; it is printed when the mail leaves, and kept',
      body: MailedPaper,
      returns: Type.Null(),
      refuses: ['too_many_requests'],
    },
    async ({ tx, actor, params, body }) => {
      await mailPaper(tx, actor, params.id, body)
      return null
    },
  )
  on.post(
    '/bulk/papers',
    {
      name: 'mailBookingPapers',
      access: cashiers,
      summary: 'Mail a paper to the contacts of many bookings at once, all or none; a line for each booking',
      body: ManyMailed,
      returns: Type.Array(BookingLine),
      meta: BulkChanges,
      etag: 'none',
    },
    async ({ tx, actor, body: { ids, dry_run, ...paper }, locale }) => {
      const bookings = await bookingsAsked(tx, actor, ids)
      return changeMany(tx, bookings, { dry_run, locale, named: bookingInLine, nothing: {} }, ({ id }) =>
        mailOneOfMany(tx, actor, id, paper),
      )
    },
  )
})
