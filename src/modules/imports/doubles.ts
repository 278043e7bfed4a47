import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'

/** What an import has brought that may be there twice. It is reported and never asked about: the former system has decided it. */
export async function countDoubles(tx: Tx, import_id: number) {
  return { doubles: await countPeople(tx, import_id), shared_references: await countReferences(tx, import_id) }
}

/**
 * How many of the people that an import has brought may be somebody who is there already, or come twice: the same telephone and name, or
 * another clue. They are never merged by an import; staff decide, on the page of possible duplicates. All clues are read once: to look for
 * each person in the index takes longer the more have just come.
 */
const countPeople = async (tx: Tx, import_id: number) => {
  const ofTable = (table: string, column: string) => sql`
    select r.person_id from external_refs e join person_records r on ${sql.ref(`r.${column}`)} = e.record_id
     where e.import_id = ${import_id} and e.table_name = ${table}`
  const { rows } = await sql<{ n: number }>`
    with own as (
      ${ofTable('travelers', 'traveler_id')} union ${ofTable('bookings', 'booking_id')}
      union ${ofTable('users', 'user_id')} union ${ofTable('tour_leaders', 'tour_leader_id')}
    ), said as (
      select distinct p.id, clue from persons p cross join unnest(p.clues) clue
    ), shared as (
      select clue from said group by clue having count(*) > 1
    )
    select count(distinct said.id)::integer as n from said join own on own.person_id = said.id join shared using (clue)`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** How many of its payments have a reference that stands on another booking too. */
const countReferences = async (tx: Tx, import_id: number) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from external_refs e join booking_payments p on p.id = e.record_id
     where e.import_id = ${import_id} and e.table_name = 'booking_payments' and exists (
       select from booking_payments o
        where o.reference = p.reference and o.kind = p.kind and o.booking_id <> p.booking_id and o.voided_at is null)`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}
