import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import { hashOf, newToken } from '../../../kit/secrets/tokens.ts'
import type { Method } from './schema.ts'

const LIFETIME = '5 minutes'

/** Opens a challenge after the first factor: a token that is exchanged for a session together with the second factor. */
export async function openChallenge(tx: Tx, user_id: number, methods: Method[], device_name: string | null) {
  const { token: challenge, token_hash } = newToken()
  const { expires_at } = await tx
    .insertInto('sign_in_challenges')
    .values({
      token_hash,
      user_id,
      device_name,
      expires_at: sql`now() + ${LIFETIME}::interval`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { status: 'second_factor_required' as const, challenge, expires_at, methods }
}

/** The account of a challenge. Refuses if the challenge is wrong, used or expired. */
export async function challengedUser(tx: Tx, challenge: string, { locked = false } = {}) {
  return (
    (await tx
      .selectFrom('sign_in_challenges as c')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .select(['u.id', 'u.email'])
      .where('c.token_hash', '=', hashOf(challenge))
      .where('c.expires_at', '>', sql<string>`now()`)
      .where('u.status', '=', 'active')
      .$if(locked, (row) => row.forUpdate('u'))
      .executeTakeFirst()) ?? refuseChallenge()
  )
}

/** Consumes a challenge; of two simultaneous uses one fails. */
export async function consumeChallenge(tx: Tx, challenge: string) {
  return (
    (await tx
      .deleteFrom('sign_in_challenges')
      .where('token_hash', '=', hashOf(challenge))
      .returning('device_name')
      .executeTakeFirst()) ?? refuseChallenge()
  )
}

export function endChallenges(tx: Tx, user_id: number) {
  return tx.deleteFrom('sign_in_challenges').where('user_id', '=', user_id).execute()
}

const refuseChallenge = () =>
  refuse('invalid_credentials', {
    detail: [
      '這次登入已完成、已逾時或不正確，請重新登入。',
      'This sign-in was finished, has expired or is wrong; sign in again.',
    ],
  })
