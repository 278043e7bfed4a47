import { amountIn, moment } from 'guidon-design/formats'
import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Locale } from '../../kit/words/words.ts'
import { depositDue } from '../bookings/customer-states.ts'
import { type Receipt, receiptOf } from '../bookings/manage.ts'
import { momentAt, type Translate, wordsIn } from '../page-words.ts'
import type { CalendarEntry } from '../site/feeds.ts'
import type { Holder } from './holder.ts'
import { stageOf } from './stage.ts'

type OfHolder = Pick<Holder, 'as' | 'booking' | 'own'>

/** What the calendar of a booking holds beside the days of the trip: the assembly, each flight, and for its contact what is due. */
export async function entriesOf(
  db: Db,
  { as, booking, own }: OfHolder,
  zone: string,
  locale: Locale,
): Promise<CalendarEntry[]> {
  const [trip, receipt, { stage }] = await Promise.all([
    timedPartsOf(db, { booking }),
    receiptOf(db, booking, { is_mailed: as === 'owner' }),
    stageOf(db, { booking, only: own?.traveler }),
  ])
  if (stage === 'off' || receipt.status === 'waitlisted') return []
  const t = wordsIn(locale)
  return [
    ...meeting(trip, zone, locale, t),
    ...trip.flights.map((flight) => flightEntry(flight, locale, t)),
    ...(as === 'traveler' ? [] : dues(receipt, zone, locale, t)),
  ]
}

type Assembly = {
  at: string | null
  place: string | null
  place_en?: string | null
  contact: string | null
  contact_en?: string | null
}
type Flight = {
  id: number
  flight_number: string
  origin: string
  destination: string
  departs_at: string
  departs_timezone: string
  arrives_at: string
  arrives_timezone: string
  baggage: string | null
}
type TimedParts = Awaited<ReturnType<typeof timedPartsOf>>

/** What has a time on the trip of a booking. */
const timedPartsOf = theRow((db, { booking }: { booking: number }) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['t.id', 't.name', sql<Assembly | null>`t.assembly`.as('assembly')])
    .select(
      sql<Flight[]>`(
        select coalesce(json_agg(json_build_object('id', f.id, 'flight_number', f.flight_number, 'origin', f.origin, 'destination', f.destination,
            'departs_at', f.departs_at, 'departs_timezone', f.departs_timezone, 'arrives_at', f.arrives_at,
            'arrives_timezone', f.arrives_timezone, 'baggage', f.baggage) order by f.departs_at, f.id), '[]')
          from planned_trip_flights f where f.planned_trip_id = t.id and f.status <> 'cancelled')`.as('flights'),
    )
    .where('b.id', '=', booking),
)

// Who meets is there until the first flight leaves; without one, for an hour.
const meeting = ({ id, assembly, flights }: TimedParts, zone: string, locale: Locale, t: Translate) => {
  if (!assembly?.at) return []
  const { at, place, place_en, contact, contact_en } = assembly
  const start = new Date(at)
  const [first] = flights
  const end = first && new Date(first.departs_at) > start ? new Date(first.departs_at) : new Date(+start + HOUR_MS)
  const [where, who] = [t(place ?? '', place_en ?? place ?? ''), t(contact ?? '', contact_en ?? contact ?? '')]
  return [
    {
      ...{ id: `assembly-${id}`, start, end, location: where },
      summary: where ? t(`集合：${where}`, `Meet: ${where}`) : t('集合', 'Meeting'),
      description: [momentAt(at, zone, locale), where, who].filter(Boolean).join('\n'),
    },
  ]
}
const HOUR_MS = 3_600_000

const flightEntry = (flight: Flight, locale: Locale, t: Translate): CalendarEntry => {
  const { id, flight_number, origin, destination, departs_at, arrives_at, baggage } = flight
  const [departs, arrives] = [
    momentAt(departs_at, flight.departs_timezone, locale),
    momentAt(arrives_at, flight.arrives_timezone, locale),
  ]
  return {
    ...{ id: `flight-${id}`, start: new Date(departs_at), end: new Date(arrives_at), location: origin },
    summary: `${flight_number} ${origin} → ${destination}`,
    description: [
      t(`起飛：${origin} ${departs}`, `Departs: ${origin} ${departs}`),
      t(`抵達：${destination} ${arrives}`, `Arrives: ${destination} ${arrives}`),
      baggage && t(`行李：${baggage}`, `Baggage: ${baggage}`),
    ]
      .filter(Boolean)
      .join('\n'),
  }
}

/** The deposit at the hour or on the day on which it is due, and the rest on the day of the balance. */
const dues = (booking: Receipt, zone: string, locale: Locale, t: Translate): CalendarEntry[] => {
  const { booking_number, status, currency, balance, paid, deposit, balance_due_on } = booking
  if (!(status === 'held' || status === 'confirmed') || balance <= 0) return []
  const due = depositDue({ ...booking, is_proved: booking.is_contact_proved })
  const ofDeposit = due ? Math.min(deposit - paid, balance) : 0
  const rest = Math.round((balance - ofDeposit) * 100) / 100
  const amounts = { deposit: amountIn(currency, ofDeposit), balance: amountIn(currency, rest) }
  const entries: CalendarEntry[] = []
  if (due)
    entries.push({
      ...('on' in due ? wholeDay(due.on) : { start: new Date(due.at), end: new Date(due.at) }),
      id: `deposit-${booking_number}`,
      summary: t(`訂金期限：${amounts.deposit}`, `Deposit due: ${amounts.deposit}`),
      description:
        'at' in due
          ? t(`請於 ${moment(due.at, zone, locale)} 前付清。`, `Due by ${moment(due.at, zone, locale)}.`)
          : '',
    })
  if (balance_due_on && rest > 0)
    entries.push({
      ...wholeDay(balance_due_on),
      id: `balance-${booking_number}`,
      summary: t(`尾款期限：${amounts.balance}`, `Balance due: ${amounts.balance}`),
    })
  return entries.map((entry) => ({ ...entry, summary: `${entry.summary} · ${booking_number}` }))
}

// In iCalendar the end of whole days is exclusive.
const wholeDay = (day: string) => ({
  start: new Date(day),
  end: new Date(Date.parse(day) + 24 * HOUR_MS),
  allDay: true,
})
