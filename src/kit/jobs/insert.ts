import type { Db as BossDb } from 'pg-boss'
import { settleAll } from '../async/settle.ts'
import type { Job } from '../db/tables.ts'
import { insertingBoss } from './queues.ts'
import { retryOptions } from './retries.ts'

type Execute = BossDb['executeSql']

/** Inserts jobs into the queue over the given connection. Look-ups of pg-boss itself use the shared connections. */
export function jobInserter(shared: Execute) {
  const boss = insertingBoss(shared)
  let started: Promise<unknown> | undefined
  const start = () => {
    started ??= boss.start().catch((error) => {
      started = undefined
      throw error
    })
    return started
  }
  return {
    send: async (execute: Execute, jobs: readonly Job[]) => {
      await start()
      const held = holdKeys(execute, jobs)
      const inserts = [...Map.groupBy(jobs, ({ name }) => name)].map(([name, some]) =>
        boss.insert(name, some.map(inserted), { db: { executeSql: execute } }),
      )
      await settleAll([held, ...inserts])
    },
    stop: async () => started && boss.stop({ graceful: false, close: false }),
  }
}

const inserted = ({ payload, at, key, group = key }: Job) => ({
  data: payload,
  ...retryOptions,
  ...(at !== undefined && { startAfter: at }),
  ...(key !== undefined && { singletonKey: key }),
  ...(group !== undefined && { group: { id: group } }),
})

/*
 * A waiting job may start before a transaction that relies on it has committed, and then does not see what the transaction has
 * written. So a transaction holds shared locks on the keys of its jobs until it ends. A worker that starts a job with a locked key
 * queues another one for later.
 */

// Locks the keys of jobs until the transaction ends. Sent before the jobs are inserted.
const holdKeys = async (execute: Execute, jobs: readonly Job[]) => {
  const keys = jobs.flatMap(({ key = [] }) => key)
  if (keys.length > 0)
    await execute(`select pg_advisory_xact_lock_shared(${lock}) from unnest($1::text[]) as key`, [keys])
}

/** The given keys that are locked by transactions that have not ended. Asked before the jobs read anything. */
export async function heldKeys(execute: Execute, keys: readonly string[]): Promise<string[]> {
  const { rows } = await execute(
    `select key from unnest($1::text[]) as key where not pg_try_advisory_xact_lock(${lock})`,
    [keys],
  )
  return rows.map(({ key }) => key)
}

// Several keys share a lock, because PostgreSQL has room for a limited number of locks. An unnecessary job finds nothing to do.
const lock = `hashtext('keys of jobs'), hashtext(key) & 255`
