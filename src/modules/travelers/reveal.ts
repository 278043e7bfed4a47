import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../kit/db/tables.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { RevealedOf, RevealOf, reveal, revealAll } from '../../kit/secrets/personal-data.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { lockedTraveler } from './locks.ts'
import { readers } from './rules.ts'
import { Traveler } from './schema.ts'

/** The caller and the reason of a reveal. */
export type Asking = { reader: Reader; actor: { id: number }; reason: string; request_id: string }

/** Reveals personal data of a traveler; empty if nothing has been entered. */
export async function revealTraveler(
  tx: Tx,
  keys: Keys,
  id: number,
  fields: string[],
  { reader, ...asking }: Asking,
): Promise<Record<string, string | null>> {
  const { person_key } = await lockedTraveler(tx, reader, id)
  if (!person_key) return Object.fromEntries(fields.map((field) => [field, null]))
  return reveal(tx, keys, { ...asking, person_key, table: 'travelers', record_id: id, fields })
}

/** Reveals personal data of travelers that the caller has already read. Travelers without such data are not in the answer. */
export function revealTravelers(
  tx: Tx,
  keys: Keys,
  ids: number[],
  fields: readonly string[],
  { reader: _seen, ...asking }: Asking,
) {
  return revealAll(tx, keys, { ...asking, table: 'travelers', ids, fields: [...fields] })
}

export function revealRoute(on: On, { keys }: FastifyInstance) {
  on.post(
    '/:id/reveal',
    {
      access: readers,
      summary: 'Reveal personal data; who and why is logged',
      body: RevealOf(Traveler),
      returns: RevealedOf(Traveler),
      refuses: ['step_not_possible'],
      noReplay: true,
    },
    ({ tx, actor, params, body: { fields, reason }, request }) =>
      revealTraveler(tx, keys, params.id, fields, { reader: readerOf(actor), actor, reason, request_id: request.id }),
  )
}
