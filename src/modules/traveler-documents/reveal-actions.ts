import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { reveal } from '../../kit/secrets/personal-data.ts'
import type { Asking } from '../travelers/person/reveal-actions.ts'
import { documentAt } from './queries.ts'

/** Reveals personal data of a document; empty if nothing has been entered. */
export async function revealDocument(
  tx: Tx,
  keys: Keys,
  id: number,
  fields: string[],
  { reader, ...asking }: Asking,
): Promise<Record<string, string | null>> {
  const { person_key } = found(await documentAt(tx, { ...reader, id }))
  if (!person_key) return Object.fromEntries(fields.map((field) => [field, null]))
  return reveal(tx, keys, { ...asking, person_key, table: 'traveler_documents', record_id: id, fields })
}
