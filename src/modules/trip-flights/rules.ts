import { dayInWords } from '../../kit/words/days.ts'
import type { Words } from '../../kit/words/words.ts'
import type { Airports, Composed } from './composed.ts'
import { connectionFaults, type Fault, placeFaults } from './connections.ts'
import { daysOn, localDay, minutesBetween } from './times.ts'

export type Trip = { departure_date: string; return_date: string }

/** All faults of an itinerary; cancelled flights need not connect. */
export function faultsOf(flights: readonly Composed[], trip: Trip, airports: Airports): Fault[] {
  const flown = flights.filter(({ status }) => status !== 'cancelled').sort(byDeparture)
  return [
    ...flights.flatMap(ownFaults),
    ...flown.flatMap((flight, i) => [
      ...dayFaults(flight, trip),
      ...placeFaults(flight, flown.slice(0, i)),
      ...connectionFaults(flight, flown[i - 1], airports),
    ]),
  ]
}

const byDeparture = (a: Composed, b: Composed) => minutesBetween(b.departs_at, a.departs_at) || a.sequence - b.sequence

const ownFaults = (flight: Composed): Fault[] => {
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
  destination: ['不可與出發地相同。', 'Must differ from the origin.'],
  seats_ticketed: ['不可超過保留的機位數。', 'Must not exceed the seats that are blocked.'],
  ticketing_due_on: ['不可晚於起飛日。', 'Must not be after the day of departure.'],
} as const satisfies Record<string, Words>

const dayFaults = (flight: Composed, { departure_date, return_date }: Trip): Fault[] => {
  const [first, last] = [daysOn(departure_date, -1), daysOn(return_date, 1)]
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
