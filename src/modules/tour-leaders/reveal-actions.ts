import type { Tx } from '../../kit/db/tables.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { revealAll } from '../../kit/secrets/personal-data.ts'

type Asking = { actor: Actor; reason: string; request_id: string }

/** Reveals personal data of leaders; who and why is logged for each. */
export function revealLeaders(
  tx: Tx,
  keys: Keys,
  ids: number[],
  fields: string[],
  { actor, reason, request_id }: Asking,
) {
  return revealAll(tx, keys, { actor, reason, request_id, table: 'tour_leaders', ids, fields })
}
