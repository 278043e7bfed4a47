import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import { found, type RefusalCode, refuse } from '../../kit/errors.ts'
import { paper, papersInOne } from '../../kit/http/routes/paper.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { originOf } from '../../kit/http/server/origin.ts'
import type { Words } from '../../kit/words/words.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import { promised } from '../bookings/open-trip-facts.ts'
import { openRequestOf } from '../bookings/payment-requests/payment-request.ts'
import { readers as access } from '../bookings/visible.ts'
import { travelerOfLine } from '../shown-names.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { withPictures } from './pictures.ts'
import { inZone, promiseOf, tripColumns, tripNames } from './trip.ts'

type Part = ReturnType<typeof sql>
const rowsOf = <Row>(table: Part, columns: Part, order: Part) =>
  sql<
    Row[]
  >`(select coalesce(json_agg(json_build_object(${columns}) order by ${order}), '[]') from ${table} where x.booking_id = bookings.id)`

const lines = rowsOf<object>(
  sql`booking_price_lines x`,
  sql`'kind', x.kind, 'description', x.description || coalesce('（' || ${travelerOfLine('x')} || '）', ''),
      'description_en', x.description_en || coalesce(' (' || ${travelerOfLine('x')} || ')', ''), 'quantity', x.quantity,
      'unit_price', x.unit_price, 'amount', x.amount, 'currency', x.currency`,
  sql`x.id`,
)
type PaymentOnPaper = { id: number; kind: string; voided_at: string | null }
const payments = rowsOf<PaymentOnPaper>(
  sql`booking_payments x`,
  sql`'id', x.id, 'kind', x.kind, 'amount', x.amount, 'method', x.method, 'reference', x.reference,
      'voided_at', ${inZone('x.voided_at')}, 'received_at', ${inZone('x.received_at')}`,
  sql`x.received_at, x.id`,
)
type TravelerOnPaper = { name: string }
const travelers = sql<TravelerOnPaper[]>`(
  select coalesce(json_agg(json_build_object('name', x.name, 'surname_en', x.surname_en, 'given_name_en', x.given_name_en,
      'passenger_type', x.passenger_type) order by x.id), '[]') from travelers x where x.booking_id = bookings.id and x.status = 'active')`
// The salesperson of the booking, otherwise that of the trip.
const sales = sql<object | null>`(
  select json_build_object('name', u.name, 'name_en', u.name_en, 'phone', u.phone, 'email', u.email)
    from users u where u.id = coalesce(bookings.sales_user_id, planned_trips.sales_user_id) and u.status = 'active')`

/** A booking with its trip, with the fields that papers for its customer show. */
export const bookingOnPaper = theRow((db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('bookings')
    .innerJoin('planned_trips', 'planned_trips.id', 'bookings.planned_trip_id')
    .where(isBookingSeen(reader))
    .select(['bookings.booking_number', 'bookings.status', 'bookings.locale', 'bookings.currency', 'bookings.total'])
    .select([
      'bookings.paid',
      'bookings.balance',
      'bookings.deposit',
      'bookings.deposit_due_on',
      'bookings.balance_due_on',
    ])
    .select(['bookings.contact_name', 'bookings.contact_phone', 'bookings.contact_email', 'bookings.customer_note'])
    .select([lines.as('price_lines'), payments.as('payments'), travelers.as('travelers'), sales.as('sales')])
    .select(openRequestOf('bookings').as('asked'))
    .select(tripNames)
    .select(tripColumns)
    .select(promised.as('promised'))
    .where('bookings.id', '=', id),
)
export type BookingOnPaper = Awaited<ReturnType<typeof bookingOnPaper>>

/** Whether the booking is confirmed: its quotation is the confirmation then, and it gets the departure notice. */
export function isSold({ status }: { status: string }) {
  return status === 'confirmed' || status === 'completed'
}

/** Whether a payment is due, so that a payment slip can be printed. */
export function isPayable(status: string) {
  return seatedStatuses.some((one) => one === status)
}

/** The notice names the tour leader with the own telephone number, so only who certainly travels gets it. */
export const noNoticeYet: Words = [
  '行前通知書於訂單確認後提供；這筆訂單尚未確認，或已取消、逾期。',
  'The departure notice comes with the confirmation: this booking is not confirmed yet, was cancelled or has expired.',
]

/** The papers of a booking by name: the template, and the kind under which each is stored. */
export const bookingPapers = {
  quotation: { template: 'booking', kind: 'quotation' },
  'payment-slip': { template: 'payment-slip', kind: 'payment_slip' },
  'departure-notice': { template: 'departure-notice', kind: 'departure_notice' },
  receipt: { template: 'receipt', kind: 'receipt' },
} as const
export type BookingPaperName = keyof typeof bookingPapers

/** The template, facts and file name of a paper of a booking. The quotation of a sold booking is its confirmation. */
export function bookingPaper<N extends BookingPaperName>(given: BookingOnPaper, name: N, payment_id?: number) {
  if (name === 'payment-slip') refuseUnpayable(given.status)
  if (name === 'departure-notice' && !isSold(given)) refuse('step_not_possible', { detail: noNoticeYet })
  const facts = bookingFacts(given)
  const payment = name === 'receipt' && found(facts.booking.payments.find(({ id }) => id === payment_id))
  const paper: (typeof bookingPapers)[N] = bookingPapers[name]
  const own: (typeof bookingPapers)[N]['kind'] = paper.kind
  const kind = name === 'quotation' && isSold(given) ? ('confirmation' as const) : own
  const file = [given.booking_number, kind.replace('_', '-'), ...(payment ? [payment.id] : [])].join('-')
  const promise = name === 'departure-notice' && promiseOf(given)
  const more = { ...(payment && { payment }), ...(promise && { promise }) }
  return { template: paper.template, kind, file, facts: { ...facts, ...more } }
}

/** The facts of the papers of a booking: the booking, and its trip beside it. */
const bookingFacts = (given: BookingOnPaper) => {
  const {
    serial,
    name,
    name_en,
    departure_date,
    return_date,
    flights,
    days,
    stays,
    leader,
    assembly,
    briefing_at,
    op,
    terms,
    promised: _promised,
    ...booking
  } = given
  const named = { serial, name, name_en, departure_date, return_date }
  return {
    currency: booking.currency,
    booking,
    trip: { ...named, flights, days, stays, leader, assembly, briefing_at, op, terms },
  }
}

// A waitlisted booking has nothing to pay yet, and a cancelled one has nothing to pay any more: its fee is settled with the refund.
const refuseUnpayable = (status: string) => {
  if (isPayable(status)) return
  const detail: Words =
    status === 'waitlisted'
      ? [
          '候補中的訂單還沒有應繳款項；取得名額後才有繳款單。',
          'A booking on the waitlist has nothing to pay yet: it gets a payment slip once it has seats.',
        ]
      : [
          '這筆訂單已取消或逾期，沒有繳款單；應收或應退款項請看訂單的款項。',
          'This booking was cancelled or has expired and has no payment slip: its money shows what is owed.',
        ]
  refuse('step_not_possible', { detail })
}

/** `/api/bookings/{id}`: the papers of a booking, for its customer and for staff. */
export default routes((on) => {
  printed(on, '/:id/quotation', 'quotation', {
    name: 'printQuotation',
    summary: 'The quotation as a PDF; once confirmed, the confirmation',
  })
  printed(on, '/:id/payment-slip', 'payment-slip', {
    name: 'printPaymentSlip',
    summary: 'The payment slip as a PDF: what is due, until when, to which account; not without a seat',
    refuses: ['step_not_possible'],
  })
  printed(on, '/:id/departure-notice', 'departure-notice', {
    name: 'printDepartureNoticeOfBooking',
    summary: 'The departure notice of a confirmed booking as a PDF: flights, meeting point, hotels, leader, notes',
    sizes: true,
    refuses: ['step_not_possible'],
  })
  printed(on, '/:id/payments/:payment/receipt', 'receipt', {
    name: 'printReceipt',
    summary: 'The receipt of a payment as a PDF; it is not the legal receipt of the trade',
  })
  everything(on)
})

type Spec = { name: string; summary: string; sizes?: true; refuses?: readonly RefusalCode[] }
const printed = (on: On, path: string, name: BookingPaperName, spec: Spec) => {
  const { template } = bookingPapers[name]
  paper(
    on,
    path,
    { ...spec, access, template },
    async ({ db, actor, params: { id = 0, payment }, locale, request }) => {
      const booking = await bookingOnPaper(db, { ...readerOf(actor), id })
      const where = { db, files: request.server.files, origin: originOf(request), locale }
      return withPictures(bookingPaper(booking, name, payment), { ...booking, id }, where)
    },
  )
}

const everything = (on: On) => {
  const summary =
    'All papers of a booking as one PDF: quotation or confirmation, payment slip, once confirmed the departure notice, receipts'
  papersInOne(on, '/:id/all-papers', { name: 'printAllPapersOfBooking', access, summary }, async (asked) => {
    const { db, actor, params, locale, request } = asked
    const { id = 0 } = params
    const booking = await bookingOnPaper(db, { ...readerOf(actor), id })
    const receipts = booking.payments.filter(({ voided_at }) => voided_at === null)
    const papers = [
      bookingPaper(booking, 'quotation'),
      ...(isPayable(booking.status) ? [bookingPaper(booking, 'payment-slip')] : []),
      ...(isSold(booking) ? [bookingPaper(booking, 'departure-notice')] : []),
      ...receipts.map((payment) => bookingPaper(booking, 'receipt', payment.id)),
    ]
    const where = { db, files: request.server.files, origin: originOf(request), locale }
    const all = papers.map(({ template, facts }) => withPictures({ template, facts }, { ...booking, id }, where))
    return { file: `${booking.booking_number}-papers`, papers: await Promise.all(all) }
  })
}
