import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../src/kit/db/tables.ts'

/** The longest time that a test waits for anything, also on a slow machine. */
export const LONGEST_MS = 90_000

/** Asks until there is an answer, and returns it. If it never comes, the test fails with its name, and the run continues. */
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

/** The result of a promise. If it never settles, the test fails with its name. */
export const comes = async <T>(promise: Promise<T>, what: string): Promise<T> => {
  let isSettled = false
  const settled = () => {
    isSettled = true
  }
  promise.then(settled, settled)
  await until(() => isSettled, what)
  return promise
}

/** Waits until `count` connections to the database wait for a lock. */
export const untilLocked = (db: Db, count = 1) =>
  until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length >= count
  }, `${count} wait for a lock`)
