import { sql } from 'kysely'
import { statement } from '../../../kit/db/statement.ts'
import { seatedStatuses } from '../../booking-statuses.ts'
import { checks, passportNeededUntil } from '../checks.ts'

/** Everybody with a seat on a trip, with failed checks. */
export const travelersReady = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('travelers')
    .innerJoin('bookings as o', 'o.id', 'travelers.booking_id')
    .select(['travelers.id as traveler_id', 'travelers.name', 'o.booking_number', checks.as('checks')])
    .select(passportNeededUntil.as('passport_needed_until'))
    .where('o.planned_trip_id', '=', id)
    .where('o.status', 'in', seatedStatuses)
    .where('travelers.status', '=', sql.lit('active'))
    .orderBy('o.booking_number')
    .orderBy('travelers.id'),
)
