import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { type Events, emit } from '../../kit/events.ts'

/** Moves ticketing dates with the trip, but not beyond the day of the flight. */
export async function moveTicketing(tx: Tx, { planned_trip_id, actor_id, from, to }: Events['planned-trip.moved']) {
  const { rows } = await sql<{ id: number; flight_number: string }>`
      update planned_trip_flights f
         set ticketing_due_on = least(f.ticketing_due_on + (${to}::date - ${from}::date), (f.departs_at at time zone f.departs_timezone)::date)
       where planned_trip_id = ${planned_trip_id} and ticketing_due_on is not null and status <> 'cancelled' and ${to}::date <> ${from}::date
      returning id, flight_number`.execute(tx)
  if (!rows.length) return
  const flight_numbers = [...new Set(rows.map((flight) => flight.flight_number))]
  const differences = { added: [], changed: rows.map(({ id }) => id), removed: [] }
  await emit(tx, 'trip-flights.changed', { planned_trip_id, actor_id, flight_numbers, ...differences })
}
