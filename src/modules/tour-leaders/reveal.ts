import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../kit/db/tables.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { RevealedOf, RevealOf, reveal, revealAll } from '../../kit/secrets/personal-data.ts'
import { readerOf } from '../users/reader.ts'
import { editors } from './rules.ts'
import { TourLeader } from './schema.ts'
import { lockedLeader } from './visible.ts'

export function revealRoute(on: On, { keys }: FastifyInstance) {
  on.post(
    '/:id/reveal',
    {
      access: [...editors, 'leader'],
      summary: 'Reveal personal data; who and why is logged',
      body: RevealOf(TourLeader),
      returns: RevealedOf(TourLeader),
      refuses: ['step_not_possible'],
      noReplay: true,
    },
    async ({ tx, actor, params, body, request }) => {
      const { person_key } = await lockedLeader(tx, readerOf(actor), params.id)
      const record = { table: 'tour_leaders', record_id: params.id, person_key }
      return reveal(tx, keys, { ...body, ...record, actor, request_id: request.id })
    },
  )
}

type RevealReason = { actor: { id: number }; reason: string; request_id: string }

/** Reveals personal data of leaders. The caller and the reason are logged for each leader. */
export function revealLeaders(
  tx: Tx,
  keys: Keys,
  ids: number[],
  fields: string[],
  { actor, reason, request_id }: RevealReason,
) {
  return revealAll(tx, keys, { actor, reason, request_id, table: 'tour_leaders', ids, fields })
}
