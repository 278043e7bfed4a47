import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { statement } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { line, personal } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { logReads } from '../../kit/secrets/personal-data.ts'
import { passportFingerprint } from '../fingerprints.ts'
import { staff } from '../roles.ts'
import { ListedPerson, theseListed } from './read.ts'

/** A passport number. It is in the body, because addresses are written to logs. */
const PassportQuery = Type.Object({
  passport_number: personal(line(20, '312345678'), 'ending'),
  reason: line(500, '旅客來電，僅知護照號碼'),
})

/**
 * The persons with a passport, found by the fingerprint of its number. Each record that is found counts as read: the caller and the
 * reason are logged, as for every reading of personal data.
 */
async function findByPassport(
  tx: Tx,
  keys: Keys,
  { passport_number, reason }: Static<typeof PassportQuery>,
  { actor, request_id }: { actor: Actor; request_id: string },
) {
  const records = await recordsWithPassport(tx, { fingerprint: passportFingerprint(keys, passport_number) })
  const read = { fields: ['passport_number'], reason, actor_id: actor.id, request_id }
  await logReads(
    tx,
    records.map(({ person_id: _, ...record }) => ({ ...record, ...read })),
  )
  return [...new Set(records.map(({ person_id }) => person_id))]
}

/** The travelers and leaders whose passport has this fingerprint, with their persons. */
const recordsWithPassport = statement((db, { fingerprint }: { fingerprint: Buffer }) =>
  db
    .selectFrom('travelers as t')
    .innerJoin('person_records as r', 'r.traveler_id', 't.id')
    .select(['r.person_id', 't.id as record_id', 't.person_key', sql.lit('travelers').as('table_name')])
    .$narrowType<{ person_key: string }>()
    .where('t.passport_mark', '=', fingerprint)
    .unionAll(
      db
        .selectFrom('tour_leaders as l')
        .innerJoin('person_records as r', 'r.tour_leader_id', 'l.id')
        .select(['r.person_id', 'l.id as record_id', 'l.person_key', sql.lit('tour_leaders').as('table_name')])
        .where('l.passport_mark', '=', fingerprint),
    )
    .orderBy('person_id')
    .orderBy('record_id'),
)

export function findRoute(on: On, { keys }: FastifyInstance) {
  on.post(
    '/find',
    {
      access: staff,
      name: 'findPersonsByPassport',
      summary: 'Find persons by the number of a passport; who asked and why is logged',
      body: PassportQuery,
      returns: Type.Array(ListedPerson),
      noReplay: true,
    },
    async ({ tx, actor, body, request }) =>
      theseListed(tx, { ids: await findByPassport(tx, keys, body, { actor, request_id: request.id }) }),
  )
}
