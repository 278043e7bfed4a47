import { type Static, Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import type { Table } from '../../kit/db/tables.ts'
import {
  day,
  defaulted,
  flag,
  formed,
  labelled,
  line,
  moment,
  nullable,
  oneOf,
  ref,
  scheduled,
  text,
  timezone,
  whole,
  without,
} from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { Assembly } from '../planned-trips/trip.ts'

export const directions = ['outbound', 'internal', 'inbound'] as const
const cabins = ['economy', 'premium_economy', 'business', 'first'] as const
const flightStatuses = ['requested', 'confirmed', 'waitlisted', 'changed', 'cancelled'] as const

const airport = (example: string) => formed('^[A-Z]{3}$', example)

export const Flight = Type.Object({
  planned_trip_id: ref(),
  direction: oneOf(directions),
  sequence: whole(1, 99),
  airline_id: nullable(ref()),
  airline_route_id: labelled(nullable(ref()), ['航線時刻', 'Route']),
  flight_number: formed('^([A-Z][A-Z0-9]|[0-9][A-Z])[A-Z]?[0-9]{1,4}[A-Z]?$', 'BR198'),
  origin: airport('TPE'),
  destination: airport('NRT'),
  departs_at: moment(),
  departs_timezone: labelled(timezone(), ['起飛地時區', 'Time zone of the departure']),
  arrives_at: moment(),
  arrives_timezone: labelled(timezone(), ['抵達地時區', 'Time zone of the arrival']),
  cabin: labelled(defaulted(oneOf(cabins)), ['艙等', 'Cabin']),
  pnr: labelled(nullable(formed('^[A-Z0-9]{5,8}$', 'K7XQ2M')), ['訂位代號', 'PNR']),
  seats_blocked: labelled(nullable(whole(0, 999)), ['保留機位數', 'Seats blocked']),
  seats_ticketed: labelled(defaulted(whole(0, 999)), ['已開票數', 'Seats ticketed']),
  status: defaulted(oneOf(flightStatuses)),
  ticketing_due_on: labelled(nullable(day()), ['開票期限', 'Ticketing deadline']),
  baggage: labelled(nullable(line(200, '23 kg × 2')), ['託運行李', 'Baggage']),
  notes: nullable(text(2000)),
})

const { planned_trip_id, ...kept } = Flight.properties

/**
 * The body of a flight. `airline_route_id` with `flies_on` fills in the data of the timetable; other values in the body come first.
 * With `tell_travelers`, all travelers are told of the flights, not only staff.
 */
export const FlightChange = Type.Partial(
  Type.Object({
    ...kept,
    departs_at: scheduled(),
    arrives_at: scheduled(),
    flies_on: labelled(day(), ['飛行日', 'Flies on']),
    tell_travelers: flag(),
  }),
)
export type FlightChange = Static<typeof FlightChange>
export const NewFlight = Type.Object({ ...FlightChange.properties, direction: kept.direction })
export type NewFlight = Static<typeof NewFlight>

/** The parts of the assembly that are changed together with flights; the others stay. */
export const Meeting = Type.Partial(Assembly)
export type Meeting = Static<typeof Meeting>

/** A change of a flight that may also move the assembly of its trip. */
export const FlightUpdate = Type.Object({ ...FlightChange.properties, assembly: Type.Optional(Meeting) })
export type FlightUpdate = Static<typeof FlightUpdate>

/**
 * A whole itinerary: a flight with an id keeps missing fields, one without an id is new, and flights that are not in the body are
 * removed.
 */
export const Itinerary = Type.Object({
  flights: Type.Array(
    Type.Object({ id: Type.Optional(ref()), ...without(FlightChange, ['tell_travelers']).properties }),
    {
      maxItems: 99,
    },
  ),
  tell_travelers: Type.Optional(flag()),
  assembly: Type.Optional(Meeting),
})
export type Itinerary = Static<typeof Itinerary>

const onTheSpot = () => Type.String({ examples: ['2027-01-28T09:30'] })
export const ShownFlight = RecordOf(Flight, { departs_local: onTheSpot(), arrives_local: onTheSpot() })

const ids = Type.Array(ref())
export const Differences = Type.Object({ added: ids, changed: ids, removed: ids })
export type Differences = Static<typeof Differences>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    planned_trip_flights: Table<typeof Flight>
  }
}

constraint('planned_trip_flights_sequence', 'sequence', [
  '同一方向的航班順序不可重複。',
  'Two flights of one direction cannot have the same place.',
])
