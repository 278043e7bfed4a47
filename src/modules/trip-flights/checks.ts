import { Temporal } from 'temporal-polyfill'
import { dayInWords } from '../../kit/words/days.ts'
import type { Words } from '../../kit/words/words.ts'
import { daysLater } from '../planned-trips/rules.ts'
import type { Airports, ComposedFlight } from './compose.ts'
import { directions } from './schema.ts'

type FlightField = { flight: ComposedFlight; field: string }
/** A fault at a flight and field; between two flights, also at a field of the other. */
type Fault = FlightField & { words: Words; other?: FlightField }

type Trip = { departure_date: string; return_date: string }

/** All faults of an itinerary; cancelled flights need not connect. */
export function faultsOf(flights: readonly ComposedFlight[], trip: Trip, airports: Airports): Fault[] {
  const flown = flights.filter(({ status }) => status !== 'cancelled').sort(byDeparture)
  return [
    ...flights.flatMap(ownFaults),
    ...flown.flatMap((flight, i) => [
      ...dayFaults(flight, trip),
      ...orderFaults(flight, flown.slice(0, i)),
      ...connectionFaults(flight, flown[i - 1], airports),
    ]),
  ]
}

const byDeparture = (a: ComposedFlight, b: ComposedFlight) =>
  minutesBetween(b.departs_at, a.departs_at) || a.sequence - b.sequence

const ownFaults = (flight: ComposedFlight): Fault[] => {
  const { departs_at, arrives_at, departs_timezone, ticketing_due_on, seats_blocked, seats_ticketed = 0 } = flight
  const broken: Record<keyof typeof ownRules, boolean> = {
    arrives_at: minutesBetween(departs_at, arrives_at) <= 0,
    destination: flight.origin === flight.destination,
    seats_ticketed: seats_ticketed > (seats_blocked ?? Number.POSITIVE_INFINITY),
    ticketing_due_on: !!ticketing_due_on && ticketing_due_on > localDay(departs_at, departs_timezone),
  }
  return Object.entries(ownRules)
    .filter(([field]) => Reflect.get(broken, field))
    .map(([field, words]) => ({ flight, field, words }))
}

const ownRules = {
  arrives_at: ['抵達必須晚於起飛（各依當地時區）。', 'Must arrive after it departs, each in its own zone.'],
  destination: ['不可與出發機場相同。', 'Must differ from the airport of departure.'],
  seats_ticketed: ['不可超過保留的機位數。', 'Must not exceed the seats that are blocked.'],
  ticketing_due_on: ['不可晚於起飛日。', 'Must not be after the day of departure.'],
} as const satisfies Record<string, Words>

const dayFaults = (flight: ComposedFlight, { departure_date, return_date }: Trip): Fault[] => {
  const [first, last] = [daysLater(departure_date, -1), daysLater(return_date, 1)]
  const days = {
    departs_at: localDay(flight.departs_at, flight.departs_timezone),
    arrives_at: localDay(flight.arrives_at, flight.arrives_timezone),
  }
  const [[from, fromEn], [to, toEn]] = [dayInWords(first), dayInWords(last)]
  const words: Words = [
    `必須在 ${from}到 ${to}之間（出團日期前後各一天）。`,
    `Must lie between ${fromEn} and ${toEn}, the days of the trip and one on either side.`,
  ]
  return Object.entries(days)
    .filter(([, day]) => day < first || day > last)
    .map(([field]) => ({ flight, field, words }))
}

// In minutes.
const CONNECTION = 60
const CHANGE_OF_AIRPORT = 180
const STOPOVER = 24 * 60

/** Positions follow the departure times within a direction; outbound comes before internal, internal before inbound. */
const orderFaults = (flight: ComposedFlight, earlier: readonly ComposedFlight[]): Fault[] => {
  const ahead = earlier.find((other) => other.direction === flight.direction && other.sequence >= flight.sequence)
  const astray = earlier.find((other) => rank(other) > rank(flight))
  return [
    ...(ahead ? [between(flight, ahead, ['sequence', 'sequence'], outOfOrder)] : []),
    ...(astray ? [between(flight, astray, ['direction', 'direction'], astrayWords)] : []),
  ]
}

/** A flight must leave from where the previous one landed, after the minimum connection time. */
const connectionFaults = (flight: ComposedFlight, before: ComposedFlight | undefined, airports: Airports): Fault[] => {
  if (!before) return []
  const wait = minutesBetween(before.arrives_at, flight.departs_at)
  const isSameAirport = before.destination === flight.origin
  const isSameCity = isSameAirport || sameCity(before.destination, flight.origin, airports)
  if (joins(before, flight, wait) && !isSameCity)
    return [between(flight, before, ['origin', 'destination'], elsewhere(before.destination))]
  const least = isSameCity && !isSameAirport ? CHANGE_OF_AIRPORT : CONNECTION
  return wait < least ? [between(flight, before, ['departs_at', 'arrives_at'], tooSoon(least, Math.round(wait)))] : []
}

// Flights of a direction must connect; internal ones only if the wait is short. Between directions a group may travel by land.
const joins = (before: ComposedFlight, flight: ComposedFlight, wait: number) =>
  before.direction === flight.direction && (flight.direction !== 'internal' || wait < STOPOVER)

const rank = ({ direction }: ComposedFlight) => directions.indexOf(direction)

const sameCity = (a: string, b: string, airports: Airports) => {
  const city = airports.get(a)?.city_id
  return city != null && city === airports.get(b)?.city_id
}

const between = (
  flight: ComposedFlight,
  other: ComposedFlight,
  [field, there]: [string, string],
  words: Words,
): Fault => ({
  flight,
  field,
  words,
  other: { flight: other, field: there },
})

const outOfOrder: Words = [
  '順序必須與起飛時間一致且不重複。',
  'Places must follow the times of departure, without repeating.',
]
const astrayWords: Words = ['去程在前，中段其次，回程最後。', 'Outbound comes first, internal next, inbound last.']
const elsewhere = (airport: string): Words => [
  `前一段抵達 ${airport}，必須由該地出發。`,
  `The flight before arrives at ${airport}; this one must leave from there.`,
]
const tooSoon = (least: number, wait: number): Words => [
  `抵達與下一段起飛之間至少需 ${least} 分鐘，現為 ${wait} 分鐘。`,
  `At least ${least} minutes must lie between landing and the next departure; there are ${wait}.`,
]

const minutesBetween = (from: string, to: string) =>
  Temporal.Instant.from(from).until(Temporal.Instant.from(to)).total('minutes')

/** The local date of an instant. */
const localDay = (instant: string, zone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString()
