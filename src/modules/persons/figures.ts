import { sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { doublesIn } from './doubles.ts'

const kinds = { travelers: 'traveler_id', bookings: 'booking_id', users: 'user_id', tour_leaders: 'tour_leader_id' }
const without = Object.entries(kinds).map(
  ([table, column]) => sql`(select count(*) from ${sql.table(table)} t
    where not exists (select from person_records r where ${sql.ref(`r.${column}`)} = t.id))`,
)

/** How many persons there are, how many records have none, and how many sets of persons look the same. */
export const personFigures = async (db: Db) => {
  const { rows } = await sql<{ persons: number; without: number }>`
    select (select count(*) from persons where merged_into is null) as persons, ${sql.join(without, sql` + `)} as without`.execute(
    db,
  )
  const { total: doubles } = await doublesIn(db, {})
  return { ...found(rows[0]), doubles }
}
