import { existsSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../kit/db/tables.ts'

const DAY_MS = 24 * 3_600_000
const CHECK_EVERY_MS = 60_000

/** The file with the first administrator's password. It is used if there is no terminal, because a journal would keep the password. */
export function firstPasswordFile(dataDir: string) {
  return join(dataDir, 'first-password')
}

/** Writes the file, readable only by the service's account. An older file is deleted first, so that its mode is not kept. */
export async function keepFirstPassword(dataDir: string, { email, password }: { email: string; password: string }) {
  const path = firstPasswordFile(dataDir)
  await rm(path, { force: true })
  await writeFile(path, `${email}\n${password}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return path
}

/** Removes the file when that administrator has signed in, or after a day. */
export async function removeFirstPassword(dataDir: string, db: Db, now = Date.now()) {
  const path = firstPasswordFile(dataDir)
  if (!existsSync(path)) return
  const { mtimeMs } = await stat(path)
  if (now - mtimeMs > DAY_MS || !(await isAwaited(db, await emailIn(path)))) await rm(path, { force: true })
}

/** Checks this now and every minute. The returned function ends it. */
export function watchFirstPassword(dataDir: string, db: Db) {
  // If the database or the directory is not available, the next check tries again.
  const check = () => removeFirstPassword(dataDir, db).catch(() => {})
  const timer = setInterval(check, CHECK_EVERY_MS)
  timer.unref()
  check()
  return () => clearInterval(timer)
}

const emailIn = async (path: string) => (await readFile(path, 'utf8')).split('\n')[0] ?? ''

const isAwaited = async (db: Db, email: string) =>
  !!(await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('last_login_at', 'is', null)
    .executeTakeFirst())
