import type { Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { revealAll } from '../../kit/secrets/personal-data.ts'

type Asking = { actor: { id: number }; reason: string; request_id: string }

/** Reveals personal data of leaders. The caller and the reason are logged for each leader. */
export function revealLeaders(
  tx: Tx,
  keys: Keys,
  ids: number[],
  fields: string[],
  { actor, reason, request_id }: Asking,
) {
  return revealAll(tx, keys, { actor, reason, request_id, table: 'tour_leaders', ids, fields })
}
