import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { reveal } from '../../kit/secrets/personal-data.ts'
import type { Asking } from '../travelers/person/reveal-actions.ts'
import { documentAt } from './queries.ts'

/** The number of a paper in clear. */
export const revealNumber = async (tx: Tx, keys: Keys, id: number, { reader, ...asking }: Asking) => {
  const { person_key } = found(await documentAt(tx, { ...reader, id }))
  if (!person_key) return { number: null }
  const place = { table: 'traveler_documents', record_id: id, fields: ['number'] }
  return reveal(tx, keys, { ...asking, ...place, person_key })
}
