import { type ColumnType, type Generated, sql } from 'kysely'
import { Type } from 'typebox'
import { batcher } from '../../kit/async/batcher.ts'
import type { Database } from '../../kit/db/connect.ts'
import { constraintRefusal } from '../../kit/db/faults.ts'
import { jsonArray } from '../../kit/db/json.ts'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { Refusal, refuse } from '../../kit/errors.ts'
import { line, ref } from '../../kit/fields.ts'
import type { Actor, Identify } from '../../kit/http/server/guard.ts'
import { retention } from '../../kit/retention/rules.ts'
import type { Role } from '../roles.ts'

/** What every token begins with. */
export const PREFIX = 'gdn_'

/** The maximum of valid sessions, and of valid personal tokens, per account; all of them fit into their list. */
export const MOST_TOKENS = 100

/** A session or a personal token as its owner sees it. */
export const Session = Type.Object({
  id: ref(),
  name: line(100),
  last_used_at: Type.String({ format: 'date-time' }),
  expires_at: Type.String({ format: 'date-time' }),
  created_at: Type.String({ format: 'date-time' }),
  is_current: Type.Boolean(),
})
declare module '../../kit/db/tables.ts' {
  interface Tables {
    tokens: {
      id: Generated<number>
      user_id: number
      kind: 'session' | 'personal'
      name: string
      token_hash: Buffer
      last_used_at: Generated<string>
      expires_at: ColumnType<string, unknown, unknown>
      idle_for: ColumnType<string | null, unknown, unknown>
      created_at: Generated<string>
    }
  }
}

// The account was removed while its request was answered.
constraintRefusal('tokens_user_id_fkey', () => new Refusal('unauthenticated'))

/** SQL: whether a token can still be used. */
export const alive = sql<boolean>`expires_at > now() and coalesce(last_used_at + idle_for > now(), true)`

/** Looks the token up in the database for each request, so a revoked token is refused at the next request in every process. */
export function identifyIn({ db, transaction }: Database, secondFactorRoles: readonly Role[]): Identify {
  const noting = new Set<number>()
  // Recorded at most once a minute. The request does not wait for it.
  const note = async (id: number) => {
    noting.add(id)
    await transaction({}, (tx) => noteUse(tx, id)).catch(() => {})
    noting.delete(id)
  }
  const holderOf = holdersOfTokens(db, secondFactorRoles)
  return async (tokenHash) => {
    const { actor, isStale } = await holderOf(tokenHash)
    if (isStale && !noting.has(actor.token_id)) note(actor.token_id)
    return actor
  }
}

const noteUse = (tx: Tx, tokenId: number) =>
  tx.updateTable('tokens').set({ last_used_at: sql`now()` }).where('id', '=', tokenId).execute()

// The current owner of a token, and whether its use should be recorded.
const holdersOfTokens = (db: Db, roles: readonly Role[]) => {
  const read = tokensByHash(roles)
  const holderOf = batcher(async (hashes: Buffer[]) => {
    const holders: Awaited<ReturnType<typeof read>> = []
    for (const row of await read(db, { hashes })) holders[row.nth - 1] = row
    return holders
  })
  return async (token_hash: Buffer): Promise<{ actor: Actor; isStale: boolean }> => {
    const row = await holderOf(token_hash)
    if (row?.status !== 'active') return refuse('unauthenticated')
    if (row.is_expired) return refuse('token_expired')
    const { nth, is_expired, is_stale, status, ...actor } = row
    return { actor, isStale: is_stale }
  }
}

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

// SQL: whether an account must set up a second factor first. The roles are literals, because every request runs this.
const mustEnrol = (roles: readonly Role[]) =>
  roles.length === 0
    ? sql.lit(false)
    : sql<boolean>`u.roles && ${sql.lit(`{${roles.join()}}`)} and not exists (
        select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)`

/** The caller's own valid sessions or personal tokens. */
export const ownTokens = jsonArray((db, given: { id: number; token_id: number; kind: 'session' | 'personal' }) =>
  db
    .selectFrom('tokens')
    .select(['id', 'name', 'last_used_at', 'expires_at', 'created_at'])
    .select(sql<boolean>`id = ${given.token_id}`.as('is_current'))
    .where('user_id', '=', given.id)
    .where('kind', '=', given.kind)
    .where(alive)
    .orderBy('id', 'desc'),
)

/** Ends one session or personal token of the caller. */
export async function endOwnToken(tx: Tx, actor: Actor, only: number, kind: 'session' | 'personal') {
  return (await endTokens(tx, actor.id, { only, kind })) ? null : refuse('not_found')
}

type Selection = { except?: number; only?: number; kind?: 'session' | 'personal' }

/** Ends tokens of a person and returns how many. */
export async function endTokens(tx: Tx, userId: number, { except, only, kind }: Selection = {}) {
  const ended = await tx
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (rows) => rows.where('id', '<>', except ?? 0))
    .$if(only !== undefined, (rows) => rows.where('id', '=', only ?? 0))
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind ?? 'session'))
    .returning('id')
    .execute()
  return ended.length
}

/** Why ended tokens are kept for a while. */
export const whyKept = 'Until then a caller is told that its token has expired; afterwards, that it is unknown.'

export const expiredTokens = retention({
  what: 'expired tokens',
  table: 'tokens',
  from: sql`expires_at`,
  since: 'they expire',
  after: '30 days',
  why: whyKept,
})
