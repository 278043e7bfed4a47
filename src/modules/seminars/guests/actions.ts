import type { Tx } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import { hasSeat } from '../attendances/actions.ts'
import { lockedSession } from '../attendances/queries.ts'
import { placeBehind } from './queries.ts'

/** Frees the seat. A guest is removed from the list; an invited traveler stays on it as declined. */
export async function giveUp(tx: Tx, token: string) {
  const { id, session_id, traveler_id } = await placeBehind(tx, token)
  await lockedSession(tx, session_id)
  if (traveler_id === null) await tx.deleteFrom('session_attendances').where('id', '=', id).execute()
  else await tx.updateTable('session_attendances').set({ status: 'absent' }).where('id', '=', id).execute()
}

/** Accepts an invitation, if there is a seat. Repeating it changes nothing. */
export async function takePlace(tx: Tx, token: string) {
  const session = await lockedSession(tx, (await placeBehind(tx, token)).session_id)
  // Read again after the lock was granted, so that the last seat is given once.
  const { id, status } = await placeBehind(tx, token)
  if (status === 'registered') return
  if (!(await hasSeat(tx, session))) refuse('session_full')
  await tx.updateTable('session_attendances').set({ status: 'registered' }).where('id', '=', id).execute()
}
