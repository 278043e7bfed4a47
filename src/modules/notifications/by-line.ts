import { type SqlBool, sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { lineRuleOf } from '../languages/samples.ts'
import { queueMail } from './mails.ts'

// A delivery on LINE waits, is taken once its messages are written, and is sent once LINE has taken one of them. Otherwise it is dropped, and
// mailed instead.

/** Whether a delivery still waits to be told on LINE. It is locked. */
export async function waitsForLine(tx: Tx, id: number) {
  const waiting = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('id', '=', id)
    .where('channel', '=', 'line')
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  return waiting !== undefined
}

/** Whether the person of a delivery can be mailed. */
export const hasMailbox = oneRow((db, { delivery_id }: { delivery_id: number }) =>
  db
    .selectFrom('deliveries as d')
    .leftJoin('bookings as b', 'b.id', 'd.booking_id')
    .leftJoin('tour_leaders as l', 'l.id', 'd.tour_leader_id')
    .select('d.id')
    .where('d.id', '=', delivery_id)
    .where('d.is_proved', '=', true)
    .where(sql<SqlBool>`(d.user_id is not null or b.contact_email is not null or l.email is not null)`),
)

/** The messages of a delivery are written. */
export function markTaken(tx: Tx, id: number) {
  return tx.updateTable('deliveries').set({ state: 'taken' }).where('id', '=', id).execute()
}

/** LINE has taken a message of a delivery. */
export function markTold(tx: Tx, id: number) {
  return tx
    .updateTable('deliveries')
    .set({ state: 'sent', sent_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'taken')
    .execute()
}

/** Drops what could not be told on LINE, and mails it, unless it is mailed anyway. Returns whether it still had to be told. */
export async function mailInstead(tx: Tx, id: number) {
  const dropped = await tx
    .updateTable('deliveries')
    .set({ state: 'dropped' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'taken'])
    .returning('sentence')
    .executeTakeFirst()
  if (!dropped) return false
  if (lineRuleOf(dropped.sentence) !== 'instead') return true
  const { rows } = await sql<{ state: string; person: string }>`
    insert into deliveries (channel, user_id, booking_id, traveler_id, tour_leader_id, party_id, reply_to_id, is_proved, state, sentence, params, subject_type, subject_id)
    select 'mail', d.user_id, d.booking_id, d.traveler_id, d.tour_leader_id, d.party_id, d.reply_to_id, d.is_proved,
           case when d.is_proved then 'waiting' else 'unproved' end, d.sentence, d.params, d.subject_type, d.subject_id
      from deliveries d left join bookings b on b.id = d.booking_id left join tour_leaders l on l.id = d.tour_leader_id
     where d.id = ${id} and (d.user_id is not null or b.contact_email is not null or l.email is not null)
    returning state, person`.execute(tx)
  for (const { state, person } of rows) if (state === 'waiting') queueMail(tx, person)
  return true
}
