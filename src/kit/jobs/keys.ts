import type { Db as BossDb } from 'pg-boss'
import type { Job } from '../db/tables.ts'

type Execute = BossDb['executeSql']

/*
 * A waiting job may start before a transaction that relies on it has committed, and then does not see what the transaction has
 * written. So a transaction holds shared locks on the keys of its jobs until it ends. A worker that starts a job with a locked key
 * queues another one for later.
 */

/** Locks the keys of jobs until the transaction ends. Sent before the jobs are inserted. */
export async function holdKeys(execute: Execute, jobs: readonly Job[]) {
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
