import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'

/**
 * How many of the people that an import has brought may be somebody who is there already, or come twice: the same telephone and name, or
 * another clue. They are never merged by an import; staff decide, on the page of possible duplicates.
 */
export async function countDoubles(tx: Tx, import_id: number) {
  const ofTable = (table: string, column: string) => sql`
    select r.person_id from external_refs e join person_records r on ${sql.ref(`r.${column}`)} = e.record_id
     where e.import_id = ${import_id} and e.table_name = ${table}`
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n
      from persons p
     where p.id in (${ofTable('travelers', 'traveler_id')} union ${ofTable('bookings', 'booking_id')}
                    union ${ofTable('users', 'user_id')} union ${ofTable('tour_leaders', 'tour_leader_id')})
       and exists (select from persons other where other.id <> p.id and other.clues && p.clues)`.execute(tx)
  return rows[0]?.n ?? 0
}
