import { found, refuse } from '../../kit/errors.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import type { Params } from '../languages/languages.ts'
import { feeLines, readyLines } from '../trip-promise.ts'
import type { BookingOnPaper } from './booking-queries.ts'
import type { PromisedOnPaper, TripOnPaper } from './trip-queries.ts'

/** Whether the booking is confirmed: its quotation is the confirmation then, and it gets the departure notice. */
export function isSold({ status }: { status: string }) {
  return status === 'confirmed' || status === 'completed'
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

/** How ready the trip is and what a cancellation costs on which day, in the words of the public page. */
export function promiseOf({ promised, departure_date }: { promised: PromisedOnPaper; departure_date: string }) {
  return { ready: readyLines(promised), cancellation: feeLines(promised.cancellation_steps, departure_date) }
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

type Notice = { sentence: string; params: Params; subject_id: number }

type Spoken = { key: string; booking_id: number; name: BookingPaperName; payment_id?: number }

/** The papers that notices about bookings refer to, each once. `key` distinguishes them within a mail. */
export function papersIn(notices: readonly Notice[]) {
  return [...new Map(notices.flatMap(paperIn).map((paper) => [paper.key, paper])).values()]
}

const paperIn = ({ sentence, params: { payment_id, paper }, subject_id: booking_id }: Notice): Spoken[] => {
  const asked = typeof paper === 'string' && namesOfKinds[paper]
  if (sentence === 'paper.mailed' && asked && asked !== 'receipt')
    return [{ key: `${asked}-${booking_id}`, name: asked, booking_id }]
  if (withReceipt.includes(sentence) && typeof payment_id === 'number')
    return [{ key: `receipt-${payment_id}`, name: 'receipt', booking_id, payment_id }]
  if (!sentence.startsWith('departure-notice.')) return []
  return [{ key: `departure-notice-${booking_id}`, name: 'departure-notice', booking_id }]
}
// A voided receipt is sent again, marked as void.
const withReceipt = ['payment.received', 'payment.refunded', 'payment.voided', 'paper.mailed']

/** The paper of each kind that a notice names. */
const namesOfKinds: Readonly<Record<string, BookingPaperName>> = {
  quotation: 'quotation',
  confirmation: 'quotation',
  payment_slip: 'payment-slip',
  receipt: 'receipt',
  departure_notice: 'departure-notice',
}

type Trip = Pick<TripOnPaper, 'serial' | 'name' | 'name_en' | 'departure_date' | 'return_date'>

/** File name, title and subject of a paper of a trip. */
export function onTrip(trip: Trip, paper: string, title: Words, locale: Locale) {
  const { serial, name, name_en, departure_date, return_date } = trip
  const subject = `${serial}　${say([name, name_en ?? name], locale)}　${departure_date} – ${return_date}`
  return { file: `${serial}-${paper}`, title, subject }
}

/** The answers that are the same for all travelers on an arrival card: the flight into the country and the first hotel. */
export function arrivalOf({ flights, stays }: Pick<TripOnPaper, 'flights' | 'stays'>, locale: Locale) {
  const flight = flights.filter(({ direction }) => direction === 'outbound').at(-1) ?? flights[0]
  const [stay] = stays
  const { name = null, name_en = null, address = null, address_en = null } = stay?.hotel ?? {}
  const inWords = (zh: string | null, en: string | null) => say([zh ?? '', en ?? zh ?? ''], locale)
  const hotel = [inWords(name, name_en), inWords(address, address_en)]
  return {
    flight: flight?.flight_number ?? null,
    arrives_on: flight?.arrives_local.slice(0, 10) ?? null,
    hotel: hotel.filter(Boolean).join(say(['，', ', '], locale)) || null,
  }
}
