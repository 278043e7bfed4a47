import { sql } from 'kysely'

/**
 * The day until which customers must hand in documents and data for the trip with that alias: the next open deadline that depends
 * on them, or null.
 */
export function papersDue(trip: string) {
  return sql<string | null>`(
    select min(d.due_on)::text from trip_deadlines d
     where d.planned_trip_id = ${sql.ref(`${trip}.id`)} and d.key in ('passports', 'visa', 'name_list')
       and d.done_at is null and d.due_on >= today())`
}
