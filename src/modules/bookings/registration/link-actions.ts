import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { enqueue } from '../../../kit/jobs/jobs.ts'
import { newToken } from '../../../kit/secrets/tokens.ts'

/**
 * Creates a link that shows and completes one booking without an account until its trip has returned. Shown once; only its
 * hash is stored.
 */
export const makeManageLink = async (tx: Tx, booking_id: number, { is_mailed }: { is_mailed: boolean }) => {
  const { token, token_hash } = newToken()
  const { rows } = await sql<{ expires_at: string }>`
    insert into booking_links (token_hash, booking_id, is_mailed, expires_at)
    select ${token_hash}, b.id, ${is_mailed}, greatest(t.return_date + interval '2 days', now() + interval '7 days')
      from bookings b join planned_trips t on t.id = b.planned_trip_id where b.id = ${booking_id}
    returning expires_at`.execute(tx)
  return { token, expires_at: rows[0]?.expires_at ?? '' }
}

/** Mails the receipt again; all earlier links become invalid. */
export const resend = async (tx: Tx, booking_id: number) => {
  await tx.deleteFrom('booking_links').where('booking_id', '=', booking_id).execute()
  enqueue(tx, 'bookings.mail', { booking_id, turn: 'register' })
}
