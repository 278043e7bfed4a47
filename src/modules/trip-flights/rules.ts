import { Temporal } from 'temporal-polyfill'
import type { Words } from '../../kit/words.ts'
import type { Airports, Composed } from './composed.ts'
import { directions } from './schema.ts'

/** What is wrong, at which flight and field, and where the other half of it lies. */
export type Fault = { flight: Composed; field: string; words: Words; other?: { flight: Composed; field: string } }
export type Trip = { departure_date: string; return_date: string }

const CONNECTION = 60
const CHANGE_OF_AIRPORT = 180
const STOPOVER = 24 * 60

/** Everything that keeps flights from being the itinerary of a trip; those that are cancelled do not count. */
export const faultsOf = (flights: readonly Composed[], trip: Trip, airports: Airports): Fault[] => {
  const flown = flights.filter(({ status }) => status !== 'cancelled').sort(byDeparture)
  return [
    ...flown.flatMap((flight) => [...ownFaults(flight), ...dayFaults(flight, trip)]),
    ...flown.flatMap((flight, i) => [
      ...placeFaults(flight, flown.slice(0, i)),
      ...connectionFaults(flight, flown[i - 1], airports),
    ]),
  ]
}

const byDeparture = (a: Composed, b: Composed) => minutesBetween(b.departs_at, a.departs_at) || a.sequence - b.sequence

const minutesBetween = (from: string, to: string) =>
  Temporal.Instant.from(from).until(Temporal.Instant.from(to)).total('minutes')

const ownFaults = (flight: Composed): Fault[] => {
  const at = (field: string, words: Words) => ({ flight, field, words })
  return [
    ...(minutesBetween(flight.departs_at, flight.arrives_at) > 0
      ? []
      : [
          at('arrives_at', [
            '抵達必須晚於起飛（各依當地時區）。',
            'Must arrive after it departs, each in its own zone.',
          ]),
        ]),
    ...(flight.origin === flight.destination
      ? [at('destination', ['不可與出發地相同。', 'Must differ from the origin.'])]
      : []),
    ...((flight.seats_ticketed ?? 0) > (flight.seats_blocked ?? Number.POSITIVE_INFINITY)
      ? [at('seats_ticketed', ['不可超過 seats_blocked。', 'Must not exceed seats_blocked.'])]
      : []),
    ...(flight.ticketing_due_on && flight.ticketing_due_on > localDay(flight.departs_at, flight.departs_timezone)
      ? [at('ticketing_due_on', ['不可晚於起飛日。', 'Must not be after the day of departure.'])]
      : []),
  ]
}

const dayFaults = (flight: Composed, { departure_date, return_date }: Trip): Fault[] => {
  const first = Temporal.PlainDate.from(departure_date).subtract({ days: 1 }).toString()
  const last = Temporal.PlainDate.from(return_date).add({ days: 1 }).toString()
  const days = {
    departs_at: localDay(flight.departs_at, flight.departs_timezone),
    arrives_at: localDay(flight.arrives_at, flight.arrives_timezone),
  }
  const words: Words = [
    `必須在 ${first} 到 ${last} 之間（出團日期前後各一天）。`,
    `Must lie between ${first} and ${last}, the days of the trip and one on either side.`,
  ]
  return Object.entries(days)
    .filter(([, day]) => day < first || day > last)
    .map(([field]) => ({ flight, field, words }))
}

const localDay = (instant: string, zone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString()

// Places follow time within a direction; and the way out lies before the ways between, the way home behind them.
const placeFaults = (flight: Composed, earlier: readonly Composed[]): Fault[] => {
  const rank = ({ direction }: Composed) => directions.indexOf(direction)
  const ahead = earlier.find((other) => other.direction === flight.direction && other.sequence >= flight.sequence)
  const astray = earlier.find((other) => rank(other) > rank(flight))
  return [
    ...(ahead
      ? [
          fault(flight, ahead, 'sequence', [
            '順序必須與起飛時間一致且不重複。',
            'Places must follow the times of departure, without repeating.',
          ]),
        ]
      : []),
    ...(astray
      ? [
          fault(flight, astray, 'direction', [
            '去程在前，中段其次，回程最後。',
            'Outbound comes first, internal next, inbound last.',
          ]),
        ]
      : []),
  ]
}

const connectionFaults = (flight: Composed, before: Composed | undefined, airports: Airports): Fault[] => {
  if (!before) return []
  const wait = minutesBetween(before.arrives_at, flight.departs_at)
  const isSameAirport = before.destination === flight.origin
  const isSameCity = isSameAirport || sameCity(before.destination, flight.origin, airports)
  if (joins(before, flight, wait) && !isSameCity)
    return [
      fault(
        flight,
        before,
        'origin',
        [
          `前一段抵達 ${before.destination}，必須由該地出發。`,
          `The flight before arrives at ${before.destination}; this one must leave from there.`,
        ],
        'destination',
      ),
    ]
  const least = isSameAirport || !isSameCity ? CONNECTION : CHANGE_OF_AIRPORT
  if (wait >= least) return []
  return [
    fault(
      flight,
      before,
      'departs_at',
      [
        `抵達與下一段起飛之間至少需 ${least} 分鐘，現為 ${Math.round(wait)} 分鐘。`,
        `At least ${least} minutes must lie between landing and the next departure; there are ${Math.round(wait)}.`,
      ],
      'arrives_at',
    ),
  ]
}

// Between the way out and the way home a group travels by land; within one of them, and within a day, it flies on from where it landed.
const joins = (before: Composed, flight: Composed, wait: number) =>
  before.direction === flight.direction && (flight.direction !== 'internal' || wait < STOPOVER)

const sameCity = (a: string, b: string, airports: Airports) =>
  airports.has(a) && airports.get(a)?.city_id === airports.get(b)?.city_id

const fault = (flight: Composed, other: Composed, field: string, words: Words, there = field): Fault => ({
  flight,
  field,
  words,
  other: { flight: other, field: there },
})
