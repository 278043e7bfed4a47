import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { settleAll } from '../../kit/async/settle.ts'
import { insertAll, type SeedRow, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { emit } from '../../kit/events.ts'
import { airportsNamed } from '../../modules/trip-flights/compose.ts'
import type { Calendar } from './calendar.ts'
import { one, type People } from './people.ts'
import type { Trip, Trips } from './trips.ts'

type Airports = Awaited<ReturnType<typeof airportsNamed>>
type Flown = {
  code: string
  status: string
  departs: string
  trip: Trip
  airlines: Map<string, number>
  airports: Airports
}

/** Creates the flights of all trips except drafts, with a ticketing deadline if tickets are not issued yet. */
export async function bookFlights(tx: Tx, calendar: Calendar, people: People, trips: Trips) {
  const flights = seedRows('demo/flights')
  const airlines = await tx.selectFrom('airlines').select(['iata_code', 'id']).execute()
  const known = {
    airlines: new Map(airlines.map(({ iata_code, id }) => [iata_code, id])),
    airports: await airportsNamed(
      tx,
      flights.flatMap(({ origin = '', destination = '' }) => [origin, destination]),
    ),
  }
  const flown = seedRows('demo/trips').flatMap(({ code = '', package: of = '', departs = '', status = '' }) => {
    const trip = trips.get(code)
    return trip && status !== 'draft' ? [{ code: of, status, departs, trip, ...known }] : []
  })
  const rows = flown.flatMap((one) => itineraryOf(one, flights, calendar))
  await insertAll(tx, 'planned_trip_flights', rows)
  await meetBefore(tx)
  const open = flown.filter(({ status }) => status === 'open')
  await settleAll(
    open.map(({ trip }) => {
      const flight_numbers = rows.filter((row) => row.planned_trip_id === trip.id).map((row) => row.flight_number)
      const told = { planned_trip_id: trip.id, actor_id: one(people, 'ticketing').id, flight_numbers }
      return emit(tx, 'trip-flights.changed', { ...told, added: [], changed: [], removed: [] })
    }),
  )
}

// Who has departed has met: two hours before the first flight.
const meetBefore = (tx: Tx) =>
  sql`
    update planned_trips t
       set assembly = assembly || jsonb_build_object('at', to_char(first.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
      from (select planned_trip_id, min(departs_at) - interval '2 hours' as at from planned_trip_flights group by 1) first
     where first.planned_trip_id = t.id and t.status in ('departed', 'returned', 'settled')`.execute(tx)

const itineraryOf = (
  { code, status, departs, trip, airlines, airports }: Flown,
  flights: SeedRow[],
  calendar: Calendar,
) => {
  const first = calendar.day(departs)
  const own = flights.filter((flight) => flight.package === code)
  return own.map((flight, i) => {
    const { direction = '', day, airline = '', flight: flight_number = '', origin = '', destination = '' } = flight
    const on = first.add({ days: Number(day) - 1 })
    const [departs_timezone, arrives_timezone] = [origin, destination].map(
      (airport) => airports.get(airport)?.timezone ?? 'UTC',
    )
    return {
      planned_trip_id: trip.id,
      sequence: own.slice(0, i + 1).filter((other) => other.direction === direction).length,
      direction,
      flight_number,
      origin,
      destination,
      departs_timezone,
      arrives_timezone,
      airline_id: airlines.get(airline),
      departs_at: instantOf(on, flight.departs, departs_timezone),
      arrives_at: instantOf(on, flight.arrives, arrives_timezone),
      ...ticketingOf(trip.id, first, status === 'open'),
    }
  })
}

const ticketingOf = (tripId: number, departs: Temporal.PlainDate, isOpen: boolean) => ({
  status: isOpen ? 'requested' : 'confirmed',
  pnr: isOpen ? null : `G${tripId}X7K`.padEnd(6, 'Q').slice(0, 6),
  baggage: '23 kg × 1',
  seats_blocked: 24,
  seats_ticketed: isOpen ? 0 : 24,
  ticketing_due_on: isOpen ? `${departs.subtract({ days: 21 })}` : null,
})

/** `06:25+1`: on the next day. */
const instantOf = (on: Temporal.PlainDate, written = '', timeZone = 'UTC') => {
  const [plainTime = '', later = '0'] = written.split('+')
  return `${on
    .add({ days: Number(later) })
    .toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(plainTime) })
    .toInstant()}`
}
