import { createHash } from 'node:crypto'
import type { Words } from '../../kit/words/words.ts'
import type { BookingOnPaper } from './booking-papers.ts'
import type { TripOnPaper } from './trip.ts'

/** The parts of a departure notice that may change after it was sent. */
export const noticeParts = [
  'travelers',
  'dates',
  'briefing',
  'assembly',
  'leader',
  'flights',
  'hotels',
  'days',
  'notes',
] as const
type NoticePart = (typeof noticeParts)[number]

/** The names of the parts of a departure notice. */
export const noticePartWords: Record<NoticePart, Words> = {
  travelers: ['旅客', 'travelers'],
  dates: ['日期', 'dates'],
  briefing: ['說明會', 'briefing'],
  assembly: ['集合時間與地點', 'meeting point'],
  leader: ['領隊', 'tour leader'],
  flights: ['航班', 'flights'],
  hotels: ['飯店', 'hotels'],
  days: ['每日行程', 'itinerary'],
  notes: ['注意事項', 'notes'],
}

/** A fingerprint of each part. */
export type Parts = Record<NoticePart, string>

type Trip = Omit<TripOnPaper, 'id' | 'op'>

/**
 * The fingerprints of a departure notice. They are computed from its printed content, so that other changes of the records do not
 * count.
 */
export function partsOf(trip: Trip, travelers: readonly string[]): Parts {
  return {
    travelers: fingerprint(travelers),
    dates: fingerprint([trip.departure_date, trip.return_date]),
    briefing: fingerprint(trip.briefing_at),
    assembly: fingerprint(assemblyOf(trip)),
    leader: fingerprint([trip.leader?.name, trip.leader?.mobile]),
    flights: fingerprint(
      trip.flights.map((f) => [f.flight_number, f.origin, f.destination, f.departs_local, f.arrives_local, f.baggage]),
    ),
    hotels: fingerprint(trip.stays.map((s) => [s.check_in, s.check_out, s.hotel.name, s.hotel.address, s.hotel.phone])),
    days: fingerprint(trip.days.map((d) => [d.starts_on, d.ends_on, d.title, d.description])),
    notes: fingerprint(notesOf(trip)),
  }
}

/** The fingerprints of the notice of a booking. */
export function partsOfBooking(booking: BookingOnPaper) {
  return partsOf(
    booking,
    booking.travelers.map(({ name }) => name),
  )
}

/** The parts that have changed since a notice was sent; none if no notice was sent. */
export function changedSince(sent: Parts | null, now: Parts): NoticePart[] {
  return sent === null ? [] : noticeParts.filter((part) => sent[part] !== now[part])
}

/** The parts that travelers need and that are still missing. */
export function lackingIn({ assembly, leader, flights, stays }: Trip): NoticePart[] {
  return [
    ...(assembly?.at && (assembly.place ?? assembly.place_en) ? [] : (['assembly'] as const)),
    ...(leader ? [] : (['leader'] as const)),
    ...(flights.length ? [] : (['flights'] as const)),
    ...(stays.length ? [] : (['hotels'] as const)),
  ]
}

const assemblyOf = ({ assembly }: Trip) => [
  ...[assembly?.at, assembly?.place, assembly?.contact],
  ...inEnglish([assembly?.place_en, assembly?.contact_en]),
]
const notesOf = ({ terms }: Trip) => {
  const all = new Map(Object.entries(terms))
  const [english] = inEnglish([all.get('important_notes_en')])
  return english ? [all.get('important_notes'), english] : all.get('important_notes')
}
// English texts count only if there are any, so that notices that were sent before there were English texts keep their
// fingerprints.
const inEnglish = (texts: unknown[]) => (texts.some(Boolean) ? texts : [])

const fingerprint = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url')
    .slice(0, 16)
