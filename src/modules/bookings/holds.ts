import { sql } from 'kysely'
import { localDay } from '../../kit/db/fragments.ts'
import { terms } from '../../terms.ts'
import type { Terms, TripToBook } from './locks.ts'

/** Hours for which seats are held: for public registrations, and for bookings by staff. */
export const HOURS_HELD = { public: terms.publicHold.count * 24, staff: 168, import: 168 } as const

/** Hours for which seats are held at least, also on the day of departure. */
export const SHORTEST_HOLD_HOURS = terms.mailboxConfirmed.count / 60

/** The time in so many hours, at the latest the departure, but never before the shortest hold is over. */
export function inHours(hours: number, { departure_date }: TripToBook) {
  return sql<string>`greatest(now() + ${SHORTEST_HOLD_HOURS} * interval '1 hour',
    least(now() + ${hours} * interval '1 hour', ${departure_date}::date::timestamp at time zone house_zone()))`
}

/**
 * 18:00 of the next working day, so that sales can call whoever left no mail address; at the latest the departure. Public holidays are
 * not known.
 */
export function untilCalled({ departure_date }: TripToBook) {
  return sql<string>`greatest(now() + ${SHORTEST_HOLD_HOURS} * interval '1 hour', least(
    (today() + case extract(isodow from today()) when 5 then 3 when 6 then 2 else 1 end + time '18:00') at time zone house_zone(),
    ${departure_date}::date::timestamp at time zone house_zone()))`
}

/** Seats are held until then; the deposit is due on that day in the installation's time zone, the balance by the terms of the trip. */
export function keptUntil(until: ReturnType<typeof sql<string>>, { departure_date, terms }: TripToBook) {
  const due = localDay(until)
  const before = (terms as Terms).payment_policy?.balance_days_before ?? 0
  return {
    hold_expires_at: until,
    deposit_due_on: due,
    balance_due_on: sql<string>`greatest(${departure_date}::date - ${before}::integer, ${due})`,
  }
}
