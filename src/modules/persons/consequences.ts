import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { merge } from './merge.ts'

/**
 * The contact of a booking has proved its mailbox by a mailed link. This also proves the account of that address, if the booking is
 * connected to it.
 */
export function meetContact(tx: Tx, { booking_id }: Events['booking.proved']) {
  return meet(
    tx,
    sql`
    select r.person_id, b.contact_email as address from bookings b
      join person_records r on r.booking_id = b.id or r.user_id = b.customer_user_id where b.id = ${booking_id}`,
  )
}

/** The owner of an account has proved its mailbox by a mailed link. */
export function meetAccount(tx: Tx, { user_id }: Events['user.proved']) {
  return meet(
    tx,
    sql`
    select r.person_id, u.email as address from users u join person_records r on r.user_id = u.id where u.id = ${user_id}`,
  )
}

// Persons with the same name who proved the same mailbox are one person: the newer one is merged into the older. Others with that
// mailbox, such as a couple, are suggested as doubles.
const meet = async (tx: Tx, proved: ReturnType<typeof sql>) => {
  await sql`
    update persons p set email_proved_at = now() from (${proved}) proved
     where p.id = proved.person_id and lower(p.email) = lower(proved.address) and p.email_proved_at is null`.execute(tx)
  const { rows } = await sql<{ kept: number; other: number }>`
    select distinct on (other.id) kept.id as kept, other.id as other
      from (${proved}) proved
      join persons own on own.id = proved.person_id
      join persons kept on kept.clues && array(${emailClues(sql`own`)})
      join persons other on other.clues && array(${emailClues(sql`own`)}) and other.id > kept.id
     where own.email_proved_at is not null and kept.email_proved_at is not null and other.email_proved_at is not null
       and not exists (select from person_changes c where c.kind <> 'merge'
                          and (c.person_id, c.other_id) in ((kept.id, other.id), (other.id, kept.id)))
     order by other.id, kept.id`.execute(tx)
  for (const { kept, other } of rows) await merge(tx, kept, other, { actor_id: null, cause: 'mailbox', reason: null })
}

const emailClues = (of: ReturnType<typeof sql>) =>
  sql`select clue from unnest(${of}.clues) clue where clue like 'email %'`
