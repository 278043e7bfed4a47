import { sql } from 'kysely'
import { batcher } from '../../kit/async/batcher.ts'
import type { Database } from '../../kit/db/connect.ts'
import { statement } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import type { Identify } from '../../kit/http/server/guard.ts'
import type { Role } from '../roles.ts'
import { noteUse } from './tokens.ts'

/** Looks the token up in the database for each request, so a revoked token is refused at the next request in every process. */
export function identifyIn({ db, transaction }: Database, secondFactorRoles: readonly Role[]): Identify {
  const noting = new Set<number>()
  // Recorded at most once a minute. The request does not wait for it.
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
  const read = tokensByHash(roles)
  const holderOf = batcher((hashes: Buffer[]) => holders(db, read, hashes))
  return async (token_hash: Buffer): Promise<{ actor: Actor; isStale: boolean }> => {
    const row = await holderOf(token_hash)
    if (row?.status !== 'active') return refuse('unauthenticated')
    if (row.is_expired) return refuse('token_expired')
    const { nth, is_expired, is_stale, status, ...actor } = row
    return { actor, isStale: is_stale }
  }
}

type Read = ReturnType<typeof tokensByHash>

const holders = async (db: Db, read: Read, hashes: Buffer[]) => {
  const found: Awaited<ReturnType<Read>> = []
  for (const row of await read(db, { hashes })) found[row.nth - 1] = row
  return found
}

/** SQL: whether an account must set up a second factor first. The roles are literals, because every request runs this. */
const mustEnrol = (roles: readonly Role[]) =>
  roles.length === 0
    ? sql.lit(false)
    : sql<boolean>`u.roles && ${sql.lit(`{${roles.join()}}`)} and not exists (
        select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)`

const tokensByHash = (roles: readonly Role[]) =>
  statement((db, { hashes }: { hashes: Buffer[] }) =>
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
        'u.roles',
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
        mustEnrol(roles).as('must_enrol'),
      ]),
  )
