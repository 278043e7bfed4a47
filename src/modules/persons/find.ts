import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { line, personal } from '../../kit/fields.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { logReads } from '../../kit/secrets/personal-data.ts'
import { passportFingerprint } from '../fingerprints.ts'
import { recordsWithPassport } from './queries.ts'

/** A passport number. It is in the body, because addresses are written to logs. */
export const Finding = Type.Object({
  passport_number: personal(line(20, '312345678'), 'ending'),
  reason: line(500, '旅客來電，僅知護照號碼'),
})

type Asking = { actor: Actor; request_id: string }

/**
 * The persons with a passport, found by the fingerprint of its number. Each record that is found counts as read: the caller and the
 * reason are logged, as for every reading of personal data.
 */
export async function findByPassport(
  tx: Tx,
  keys: Keys,
  { passport_number, reason }: Static<typeof Finding>,
  { actor, request_id }: Asking,
) {
  const found = await recordsWithPassport(tx, { fingerprint: passportFingerprint(keys, passport_number) })
  const read = { fields: ['passport_number'], reason, actor_id: actor.id, request_id }
  await logReads(
    tx,
    found.map(({ person_id: _, ...record }) => ({ ...record, ...read })),
  )
  return [...new Set(found.map(({ person_id }) => person_id))]
}
