import { found } from '../../kit/errors.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import type { Params } from '../languages/languages.ts'
import type { BookingOnPaper } from './booking-queries.ts'
import type { TripOnPaper } from './trip-queries.ts'

/** Whether the quotation of a booking has become its confirmation. */
const isSold = ({ status }: { status: string }) => status === 'confirmed' || status === 'completed'

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
    ...booking
  } = given
  const named = { serial, name, name_en, departure_date, return_date }
  return {
    currency: booking.currency,
    booking,
    trip: { ...named, flights, days, stays, leader, assembly, briefing_at, op, terms },
  }
}

/** The papers of a booking by the name under which each is asked for: its template, and the kind as which it is kept. */
export const bookingPapers = {
  quotation: { template: 'booking', kind: 'quotation' },
  'payment-slip': { template: 'payment-slip', kind: 'payment_slip' },
  'departure-notice': { template: 'departure-notice', kind: 'departure_notice' },
  receipt: { template: 'receipt', kind: 'receipt' },
} as const
export type BookingPaperName = keyof typeof bookingPapers

/** What is printed for a booking, and how its file is called; a quotation becomes the confirmation. */
export function bookingPaper<N extends BookingPaperName>(given: BookingOnPaper, name: N, payment_id?: number) {
  const facts = bookingFacts(given)
  const payment = name === 'receipt' && found(facts.booking.payments.find(({ id }) => id === payment_id))
  const paper: (typeof bookingPapers)[N] = bookingPapers[name]
  const own: (typeof bookingPapers)[N]['kind'] = paper.kind
  const kind = name === 'quotation' && isSold(given) ? ('confirmation' as const) : own
  const file = [given.booking_number, kind.replace('_', '-'), ...(payment ? [payment.id] : [])].join('-')
  return { template: paper.template, kind, file, facts: { ...facts, ...(payment && { payment }) } }
}

type Notice = { sentence: string; params: Params; subject_id: number }

type Spoken = { key: string; booking_id: number; name: 'receipt' | 'departure-notice'; payment_id?: number }

/** The papers of which notices about bookings speak, each once. `key` tells them apart within a mail. */
export function papersIn(notices: readonly Notice[]) {
  return [...new Map(notices.flatMap(paperIn).map((paper) => [paper.key, paper])).values()]
}

const paperIn = ({ sentence, params: { payment_id }, subject_id: booking_id }: Notice): Spoken[] => {
  if (withReceipt.includes(sentence) && typeof payment_id === 'number')
    return [{ key: `receipt-${payment_id}`, name: 'receipt', booking_id, payment_id }]
  if (!sentence.startsWith('departure-notice.')) return []
  return [{ key: `departure-notice-${booking_id}`, name: 'departure-notice', booking_id }]
}
// A receipt that no longer counts is sent again, marked as void.
const withReceipt = ['payment.received', 'payment.refunded', 'payment.voided']

type Trip = Pick<TripOnPaper, 'serial' | 'name' | 'name_en' | 'departure_date' | 'return_date'>

/** File name, title and subject of a paper of a trip. */
export function onTrip(trip: Trip, paper: string, title: Words, locale: Locale) {
  const { serial, name, name_en, departure_date, return_date } = trip
  const subject = `${serial}　${say([name, name_en ?? name], locale)}　${departure_date} – ${return_date}`
  return { file: `${serial}-${paper}`, title, subject }
}

/** What an arrival card asks of everybody alike: the flight into the country and the first hotel. */
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
