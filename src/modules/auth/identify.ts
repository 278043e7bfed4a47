import { sql } from 'kysely'
import { batcher } from '../../kit/async/batcher.ts'
import type { Database } from '../../kit/db/connect.ts'
import { statement } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import type { Identify } from '../../kit/http/server/guard.ts'
import type { Role } from '../users/schema.ts'
import { noteUse } from './tokens.ts'

/** Looks the token up in the database for each request, so a revoked token is refused at the next request in every process. */
export const identifyIn = ({ db, transaction }: Database, secondFactorRoles: readonly Role[]): Identify => {
  const noting = new Set<number>()
  // Recorded once a minute at most; the request does not wait for it.
  const note = async (id: number) => {
    noting.add(id)
    await transaction({}, (tx) => noteUse(tx, id)).catch(() => {})
    noting.delete(id)
  }
  const holderOf = ownersOfTokens(db, secondFactorRoles)
  return async (tokenHash) => {
    const { actor, isStale } = await holderOf(tokenHash)
    if (isStale && !noting.has(actor.token_id)) note(actor.token_id)
    return actor
  }
}

/** The current owner of a token, and whether its use should be recorded. */
const ownersOfTokens = (db: Db, roles: readonly Role[]) => {
  const holderOf = batcher((hashes: Buffer[]) => holders(db, { hashes, roles }))
  return async (token_hash: Buffer): Promise<{ actor: Actor; isStale: boolean }> => {
    const row = await holderOf(token_hash)
    if (row?.status !== 'active') return refuse('unauthenticated')
    if (row.is_expired) return refuse('token_expired')
    const { nth, is_expired, is_stale, status, ...actor } = row
    return { actor, isStale: is_stale }
  }
}

const holders = async (db: Db, asked: Asked) => {
  const found: Awaited<ReturnType<typeof tokensByHash>> = []
  for (const row of await tokensByHash(db, asked)) found[row.nth - 1] = row
  return found
}

/** The hashes of tokens, and the roles that must have a second factor. */
type Asked = { hashes: Buffer[]; roles: readonly Role[] }

const tokensByHash = statement((db, { hashes, roles }: Asked) =>
  db
    .selectFrom(
      sql<{ token_hash: Buffer; nth: number }>`unnest(${hashes}::bytea[]) with ordinality`.as<'asked'>(
        sql`asked(token_hash, nth)`,
      ),
    )
    .innerJoin('tokens as t', 't.token_hash', 'asked.token_hash')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select([
      'asked.nth',
      'u.id',
      'u.role',
      'u.name',
      'u.departments',
      'u.locale',
      'u.tour_leader_id',
      'u.status',
      't.id as token_id',
    ])
    .select([
      sql<boolean>`t.expires_at <= now() or coalesce(t.last_used_at + t.idle_for <= now(), false)`.as('is_expired'),
      sql<boolean>`t.last_used_at < now() - interval '1 minute'`.as('is_stale'),
      sql<boolean>`u.role = any(${roles}::text[]) and not exists (
        select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)`.as('must_enrol'),
    ]),
)
