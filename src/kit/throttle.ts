import { sql } from 'kysely'
import { oneRow } from './db/statement.ts'
import type { Tx } from './db/tables.ts'
import { refuse } from './errors.ts'
import { retention } from './retention/rules.ts'

declare module './db/tables.ts' {
  interface Tables {
    throttles: { key: string; hits: number; expires_at: string }
  }
}

/** How often something may be done in a period, counted for each account, address or record separately. */
type Limit = Readonly<{ name: string; most: number; seconds: number; per: string; why: string }>
export type Tally = Limit & { hits: number; wait: number }

const named = new Set<string>()

/**
 * Names the limits of a table by their keys. A name that exists in another table is refused, because both would share their
 * counters.
 */
export function limitTable<const Name extends string>(table: Record<Name, Omit<Limit, 'name'>>) {
  for (const name of Object.keys(table)) {
    if (named.has(name)) throw new Error(`There are two limits named "${name}": give one of them another name.`)
    named.add(name)
  }
  // The cast is needed because `fromEntries` loses the names of the keys.
  return Object.fromEntries(
    Object.entries<Omit<Limit, 'name'>>(table).map(([name, limit]) => [name, { name, ...limit }]),
  ) as Record<Name, Limit>
}

/**
 * Increments the counter in PostgreSQL; all processes share it. It starts again at 1 when its time has expired. A counter that
 * has reached its limit is only read, so that a flood of refused requests neither waits for the row nor writes.
 */
export async function tally(tx: Tx, limit: Limit, of: string | number): Promise<Tally> {
  const { name, most, seconds } = limit
  const counted = await count(tx, { key: `${name} ${of}`, most, seconds })
  return { ...limit, hits: counted?.hits ?? 1, wait: Math.max(counted?.wait ?? limit.seconds, 1) }
}

const count = oneRow(
  (_db, { key, most, seconds }: { key: string; most: number; seconds: number }) => sql<{ hits: number; wait: number }>`
    with reached as (
      select hits + 1 as hits, expires_at from throttles
      where key = ${key} and hits >= ${most} and expires_at > now()
    ), counted as (
      insert into throttles as t (key, hits, expires_at)
      select ${key}, 1, now() + ${seconds} * interval '1 second' where not exists (select from reached)
      on conflict (key) do update set
        hits = case when t.expires_at <= now() then 1 else t.hits + 1 end,
        expires_at = case when t.expires_at <= now() then excluded.expires_at else t.expires_at end
      returning hits, expires_at
    )
    select hits, ceil(extract(epoch from expires_at - now()))::integer as wait
    from (select * from reached union all select * from counted) as t`,
)

export function isOver({ hits, most }: Tally) {
  return hits > most
}

export function refuseOver({ most, seconds, wait }: Tally): never {
  const [count, unit] =
    wait < 100 ? ([wait, ['秒', 'seconds']] as const) : ([Math.ceil(wait / 60), ['分鐘', 'minutes']] as const)
  return refuse('too_many_requests', {
    detail: [`嘗試次數過多；請於 ${count} ${unit[0]}後再試。`, `Too many attempts: try again in ${count} ${unit[1]}.`],
    headers: {
      'retry-after': String(wait),
      ratelimit: `"tries";r=0;t=${wait}`,
      'ratelimit-policy': `"tries";q=${most};w=${seconds}`,
    },
    also: { retry_after: wait },
  })
}

/** Counts and refuses in one transaction. A refusal also rolls the count back, so use `tally` where refused attempts must count. */
export async function throttle(tx: Tx, limit: Limit, of: string | number) {
  const counted = await tally(tx, limit, of)
  if (isOver(counted)) refuseOver(counted)
}

/** Stores a flag under a key for `seconds`. */
export function remember(tx: Tx, key: string, seconds: number) {
  return sql`insert into throttles (key, hits, expires_at) values (${key}, 1, now() + ${seconds} * interval '1 second')
    on conflict (key) do update set expires_at = excluded.expires_at`.execute(tx)
}

export async function isRemembered(tx: Tx, key: string) {
  return !!(await tx
    .selectFrom('throttles')
    .select('key')
    .where('key', '=', key)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst())
}

export const countsRetention = retention({
  what: 'attempt counters and known addresses',
  table: 'throttles',
  from: sql`expires_at`,
  since: 'they expire',
  why: 'They limit nothing afterwards.',
})
