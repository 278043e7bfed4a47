import type { Db as BossDb } from 'pg-boss'
import type { Job } from '../db/tables.ts'

type Execute = BossDb['executeSql']

/*
 * A job that waits may start before a transaction that relies on it has committed, and then does not see what that one has written.
 * So a transaction locks the keys of its jobs until it ends, shared with others. A worker that starts a job of a locked key queues another
 * one for later.
 */

/** Locks the keys of jobs until the transaction ends. Sent before the jobs are inserted. */
export async function holdKeys(execute: Execute, jobs: readonly Job[]) {
  const keys = jobs.flatMap(({ key = [] }) => key)
  if (keys.length > 0)
    await execute(`select pg_advisory_xact_lock_shared(${lock}) from unnest($1::text[]) as key`, [keys])
}

/** Which of these keys are locked by transactions that have not ended. Asked before the jobs read anything. */
export async function heldKeys(execute: Execute, keys: readonly string[]): Promise<string[]> {
  const { rows } = await execute(
    `select key from unnest($1::text[]) as key where not pg_try_advisory_xact_lock(${lock})`,
    [keys],
  )
  return rows.map(({ key }) => key)
}

// Keys share some locks, because PostgreSQL has room for a limited number of them. A job too many finds nothing to do.
const lock = `hashtext('keys of jobs'), hashtext(key) & 255`
