import type { Words } from '../../kit/words/words.ts'
import type { Airports, Composed } from './composed.ts'
import { directions } from './schema.ts'
import { minutesBetween } from './times.ts'

type At = { flight: Composed; field: string }
/** A fault at a flight and field; between two flights, also at a field of the other. */
export type Fault = At & { words: Words; other?: At }

// In minutes.
const CONNECTION = 60
const CHANGE_OF_AIRPORT = 180
const STOPOVER = 24 * 60

/** Positions follow the departure times within a direction; outbound comes before internal, internal before inbound. */
export function placeFaults(flight: Composed, earlier: readonly Composed[]): Fault[] {
  const ahead = earlier.find((other) => other.direction === flight.direction && other.sequence >= flight.sequence)
  const astray = earlier.find((other) => rank(other) > rank(flight))
  return [
    ...(ahead ? [between(flight, ahead, ['sequence', 'sequence'], outOfPlace)] : []),
    ...(astray ? [between(flight, astray, ['direction', 'direction'], astrayWords)] : []),
  ]
}

/** A flight must leave from where the previous one landed, after the minimum connection time. */
export function connectionFaults(flight: Composed, before: Composed | undefined, airports: Airports): Fault[] {
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
const joins = (before: Composed, flight: Composed, wait: number) =>
  before.direction === flight.direction && (flight.direction !== 'internal' || wait < STOPOVER)

const rank = ({ direction }: Composed) => directions.indexOf(direction)

const sameCity = (a: string, b: string, airports: Airports) => {
  const city = airports.get(a)?.city_id
  return city != null && city === airports.get(b)?.city_id
}

const between = (flight: Composed, other: Composed, [field, there]: [string, string], words: Words): Fault => ({
  flight,
  field,
  words,
  other: { flight: other, field: there },
})

const outOfPlace: Words = [
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
