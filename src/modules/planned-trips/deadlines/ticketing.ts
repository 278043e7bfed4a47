import type { Tx } from '../../../kit/db/tables.ts'
import type { Events } from '../../../kit/events.ts'
import { keepDeadline } from './actions.ts'

/** The ticketing date of a flight is a deadline of its trip until the flight is ticketed. */
export const keepTicketingDeadlines = async (tx: Tx, changed: Events['trip-flights.changed']) => {
  const { planned_trip_id, flight_numbers } = changed
  for (const number of flight_numbers) {
    const due_on = await dueOn(tx, planned_trip_id, number)
    await keepDeadline(tx, planned_trip_id, `ticketing_${number.toLowerCase()}`, due_on, 'ticketing')
  }
}

const dueOn = async (tx: Tx, planned_trip_id: number, flight_number: string) => {
  const { due_on } = await tx
    .selectFrom('planned_trip_flights')
    .select(({ fn }) => fn.min('ticketing_due_on').as('due_on'))
    .where('planned_trip_id', '=', planned_trip_id)
    .where('flight_number', '=', flight_number)
    .where('status', '<>', 'cancelled')
    .where(({ eb, or, ref }) => or([eb('seats_blocked', 'is', null), eb('seats_ticketed', '<', ref('seats_blocked'))]))
    .executeTakeFirstOrThrow()
  return due_on
}
