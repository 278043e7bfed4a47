import { sql } from 'kysely'
import { jsonAll } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import type { Actor } from '../../kit/http/access.ts'

const STALE = sql<boolean>`t.last_used_at < now() - interval '1 minute'`

/** Who a token belongs to at this moment; whether its use should be noted. */
export const whoHolds = async (db: Db, tokenHash: Buffer): Promise<{ actor: Actor; isStale: boolean }> => {
  const row = await db
    .selectFrom('tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select([
      'u.id',
      'u.role',
      'u.name',
      'u.department',
      'u.locale',
      'u.tour_leader_id',
      'u.status',
      't.id as token_id',
    ])
    .select([
      sql<boolean>`t.expires_at <= now() or coalesce(t.last_used_at + t.idle_for <= now(), false)`.as('is_expired'),
      STALE.as('is_stale'),
    ])
    .where('t.token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (row?.status !== 'active') return refuse('unauthenticated')
  if (row.is_expired) return refuse('token_expired')
  const { is_expired, is_stale, status, ...actor } = row
  return { actor: actor as Actor, isStale: is_stale }
}

/** The caller's own sessions or personal tokens that are still alive. */
export const ownTokens = (db: Db, actor: Actor, kind: 'session' | 'personal') =>
  jsonAll(
    db,
    db
      .selectFrom('tokens')
      .select(['id', 'name', 'last_used_at', 'expires_at', 'created_at'])
      .select(sql<boolean>`id = ${actor.token_id}`.as('is_current'))
      .where('user_id', '=', actor.id)
      .where('kind', '=', kind)
      .where(sql<boolean>`expires_at > now() and coalesce(last_used_at + idle_for > now(), true)`)
      .orderBy('id', 'desc')
      .limit(200),
  )
