import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { retention } from '../../kit/retention/rules.ts'
import { newToken } from '../../kit/secrets/tokens.ts'
import { endOwnToken, endTokens, MOST_TOKENS, ownTokens, PREFIX, Session, whyKept } from './tokens.ts'

/** A session ends after a month, or after three days without use. */
const lifetimes = { session: '30 days', idle: '3 days' } as const

/** Opens a session; only its holder gets the token. */
export async function openSession(tx: Tx, user_id: number, name = 'API') {
  const { token, token_hash } = newToken(PREFIX)
  const { expires_at } = await tx
    .insertInto('tokens')
    .values({
      user_id,
      kind: 'session',
      name,
      token_hash,
      expires_at: sql`now() + ${lifetimes.session}::interval`,
      idle_for: lifetimes.idle,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  await endLongestUnused(tx, user_id)
  return { token, token_type: 'Bearer' as const, expires_at }
}

const endLongestUnused = (tx: Tx, user_id: number) =>
  tx
    .deleteFrom('tokens')
    .where('id', 'in', (tokens) =>
      tokens
        .selectFrom('tokens')
        .select('id')
        .where('user_id', '=', user_id)
        .where('kind', '=', 'session')
        .orderBy(sql`coalesce(last_used_at, created_at) desc, id desc`)
        .offset(MOST_TOKENS),
    )
    .execute()

export function logoutRoutes(on: On) {
  on.post(
    '/logout',
    { access: 'signed-in', summary: 'End this session', returns: Type.Null(), duringEnrolment: true },
    async ({ tx, actor }) => {
      await endTokens(tx, actor.id, { only: actor.token_id })
      return null
    },
  )

  on.post(
    '/logout-all',
    {
      access: 'signed-in',
      summary: 'End all sessions and personal tokens of the caller',
      returns: Type.Null(),
      duringEnrolment: true,
    },
    async ({ tx, actor }) => {
      await endTokens(tx, actor.id)
      return null
    },
  )
}

export function ownSessionRoutes(on: On) {
  on.get(
    '/sessions',
    { access: 'signed-in', summary: 'The sessions of the caller', returns: Type.Array(Session) },
    ({ db, actor }) => ownTokens(db, { ...actor, kind: 'session' }),
  )

  on.delete(
    '/sessions/:id',
    { access: 'signed-in', summary: 'End one session', returns: Type.Null() },
    ({ tx, actor, params }) => endOwnToken(tx, actor, params.id, 'session'),
  )
}

export const idleSessions = retention({
  what: 'idle sessions',
  table: 'tokens',
  from: sql`last_used_at`,
  since: 'they end',
  after: '30 days',
  where: sql`idle_for is not null and last_used_at + idle_for < now() - interval '30 days'`,
  why: whyKept,
})
