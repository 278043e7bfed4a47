import type { Tx } from '../../../kit/db/tables.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { lockedSession } from '../attendances/queries.ts'
import { placeBehind } from './queries.ts'

/** Removes the guest from the list, which frees the seat. */
export const giveUp = async (tx: Tx, keys: Keys, token: string) => {
  const { id, session_id } = await placeBehind(tx, keys, token)
  await lockedSession(tx, session_id)
  await tx.deleteFrom('session_attendances').where('id', '=', id).execute()
}
