import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../src/kit/db/tables.ts'

/** How long a test waits for anything, also on a busy machine. */
export const LONGEST_MS = 90_000

/** Asks until there is an answer, and returns it. What never comes fails the test by its name, and does not hold up the run. */
export const until = async <T>(
  ask: () => T | Promise<T>,
  what: string | (() => string),
): Promise<NonNullable<Awaited<T>>> => {
  for (const end = Date.now() + LONGEST_MS; ; await pause(20)) {
    const found = await ask()
    if (found) return found
    if (Date.now() > end) assert.fail(`never came true: ${typeof what === 'string' ? what : what()}`)
  }
}

/** What a promise gives. One that never settles fails the test by its name. */
export const comes = async <T>(promise: Promise<T>, what: string): Promise<T> => {
  let isSettled = false
  const settled = () => {
    isSettled = true
  }
  promise.then(settled, settled)
  await until(() => isSettled, what)
  return promise
}

/** Until so many connections to the database wait for a lock. */
export const untilLocked = (db: Db, count = 1) =>
  until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length >= count
  }, `${count} wait for a lock`)
