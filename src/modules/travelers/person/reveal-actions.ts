import type { Tx } from '../../../kit/db/tables.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { reveal } from '../../../kit/secrets/personal-data.ts'
import type { Reader } from '../../users/reader.ts'
import { lockedTraveler } from '../queries.ts'

/** Who reveals, and why. */
export type Asking = { reader: Reader; actor: Actor; reason: string; request_id: string }

/** Reveals personal data of a traveler; empty if nothing has been entered. */
export const revealTraveler = async (
  tx: Tx,
  keys: Keys,
  id: number,
  fields: string[],
  { reader, ...asking }: Asking,
): Promise<Record<string, string | null>> => {
  const { person_key } = await lockedTraveler(tx, reader, id)
  if (!person_key) return Object.fromEntries(fields.map((field) => [field, null]))
  return reveal(tx, keys, { ...asking, person_key, table: 'travelers', record_id: id, fields })
}
