import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import type { Reader } from '../../users/reader.ts'
import { hasSeat } from '../attendances/actions.ts'
import { lockedSession } from '../attendances/queries.ts'
import { seenSession } from '../sessions/queries.ts'
import { isPersonSeen } from '../visible.ts'
import { type Invitation, invitationOf } from './queries.ts'

/** Accepts or declines for a traveler. Repeating it changes nothing. Of two travelers who accept the last seat, one is refused. */
export async function answerInvitation(tx: Tx, reader: Reader, asked: Invitation, isComing: boolean) {
  const { session_id } = await invitationOf(tx, reader, asked)
  const session = await lockedSession(tx, session_id)
  const { status } = await invitationOf(tx, reader, asked)
  if (isComing && status !== 'registered' && !(await hasSeat(tx, session))) refuse('session_full')
  await tx
    .updateTable('session_attendances')
    .set({ status: isComing ? 'registered' : 'absent' })
    .where('id', '=', asked.attendance)
    .execute()
}

/**
 * Checks in people of a session. People who are checked in already stay so. If the reader may not see one of them, all are refused.
 */
export async function checkIn(tx: Tx, reader: Reader, session_id: number, attendances: number[]) {
  await seenSession(tx, { ...reader, id: session_id })
  await lockedSession(tx, session_id)
  const { rows } = await sql<{ id: number }>`
    select id from session_attendances where session_id = ${session_id} and id = any (${attendances}::integer[]) and ${isPersonSeen(reader)}`.execute(
    tx,
  )
  if (rows.length < new Set(attendances).size) refuse('invalid_input', { errors: { attendance_ids: [notHere] } })
  const { numUpdatedRows } = await tx
    .updateTable('session_attendances')
    .set({ status: 'attended', checked_in_at: sql<string>`now()` })
    .where('id', 'in', attendances)
    .where('status', '<>', 'attended')
    .executeTakeFirst()
  return { checked_in: Number(numUpdatedRows) }
}

const notHere = [
  '名單上有人不在這個場次；請重新整理後再報到。',
  'Somebody on this list is not on the list of the session: load it again and check in those.',
] as const
