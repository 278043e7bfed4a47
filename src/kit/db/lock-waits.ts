import { setTimeout as pause } from 'node:timers/promises'
import type { pg } from './client.ts'
import { Client } from './client.ts'

export type LockWaits = {
  /** Called with a sentence that names the sessions that hold the lock. */
  onWait: (sentence: string) => void
  /** Milliseconds that one attempt waits for a lock. Meanwhile it blocks all statements that queue behind it. */
  lockTimeout: number
  /** Milliseconds after which no further attempt is made. */
  giveUpAfter: number
}
// Shorter than PostgreSQL's deadlock_timeout of 1 s: if a migration and a request wait for each other, the migration gives up.
export const usualWaits: LockWaits = { onWait: () => {}, lockTimeout: 300, giveUpAfter: 600_000 }

/**
 * Runs a transaction that waits for each lock only briefly. It is repeated until it gets all its locks, also after a deadlock. Requests
 * that lock the same tables in another order would block every attempt, so an attempt first takes the locks that others did not get:
 * `work` gets the function that takes them.
 */
export async function withBriefLocks<T>(
  config: pg.ClientConfig,
  client: pg.Client,
  { onWait, lockTimeout, giveUpAfter }: LockWaits,
  work: (takeFirst: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const end = Date.now() + giveUpAfter
  let holders = 'another session'
  let first: string[] = []
  for (;;) {
    let missed: string | undefined
    const look = async (pid: number) => {
      const wait = await waitOf(config, pid).catch(() => undefined)
      if (wait?.holders && wait.holders !== holders) onWait(`waiting for a lock held by ${wait.holders}`)
      holders = wait?.holders || holders
      missed = wait?.table ?? missed
    }
    const takeFirst = () => client.query(first.map((table) => `lock table ${table};`).join(''))
    try {
      return await attempt(client, lockTimeout, look, () => work(takeFirst))
    } catch (error) {
      if (!isLockFault(error)) throw error
      if (Date.now() > end) throw new Error(givingUp(holders, giveUpAfter), { cause: error })
    }
    if (missed) first = [missed, ...first.filter((table) => table !== missed)]
    // Gives the statements that queued behind the lock request time to run.
    await pause(lockTimeout / 2)
  }
}

const attempt = async <T>(
  client: pg.Client,
  lockTimeout: number,
  look: (pid: number) => Promise<void>,
  work: () => Promise<T>,
): Promise<T> => {
  let looking: NodeJS.Timeout | undefined
  try {
    await client.query(`begin; set local lock_timeout = ${lockTimeout}`)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    // Twice in each wait, so that the one that fails is seen.
    looking = setInterval(() => look(rows[0]?.pid ?? 0), lockTimeout / 2)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    clearInterval(looking)
  }
}

/** What a process waits for, as another connection sees it: the sessions that block it, and the table with the mode of the lock. */
const waitOf = async (config: pg.ClientConfig, pid: number) => {
  const other = new Client({ ...config, application_name: 'guidon migrate' })
  await other.connect()
  try {
    const { rows: sessions } = await other.query<Session>(blocking, [pid])
    const { rows: locks } = await other.query<{ table: string; mode: string }>(awaited, [pid])
    const [table] = locks.map(({ table, mode }) => `${table} in ${modeOf(mode)} mode`)
    return { holders: sessions.map(described).join(', '), table }
  } finally {
    await other.end()
  }
}

/** `access exclusive` for `AccessExclusiveLock`. */
const modeOf = (mode: string) =>
  mode
    .replace(/Lock$/, '')
    .replace(/\B(?=[A-Z])/g, ' ')
    .toLowerCase()

const awaited = `
  select c.oid::regclass::text as "table", l.mode
    from pg_locks l join pg_class c on c.oid = l.relation
   where l.pid = $1 and not l.granted and l.locktype = 'relation' and c.relkind in ('r', 'p')`

const blocking = `
  select pid, application_name as application, usename as role,
         to_char(coalesce(xact_start, backend_start) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as since
    from pg_stat_activity where pid = any (pg_blocking_pids($1)) order by xact_start`

type Session = { pid: number; application: string; role: string | null; since: string | null }
const described = ({ pid, application, role, since }: Session) =>
  `process ${pid} (${application || 'unnamed'}, role ${role ?? 'unknown'}, since ${since ?? 'unknown'} UTC)`

const isLockFault = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code === '55P03' || code === '40P01' || (cause !== undefined && isLockFault(cause))
}

const givingUp = (holders: string, giveUpAfter: number) =>
  `The tables could not be changed: for ${Math.round(giveUpAfter / 1_000)} s a lock was held by ${holders}. ` +
  'Wait until that session has ended, or end it with pg_terminate_backend, then start again.'
