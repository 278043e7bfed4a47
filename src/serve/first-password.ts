import { existsSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../kit/db/tables.ts'

const DAY_MS = 24 * 3_600_000
const LOOK_EVERY_MS = 60_000

/** Where the first administrator finds its password when no terminal shows it: a journal would keep it. */
export const firstPasswordFile = (dataDir: string) => join(dataDir, 'first-password')

/** Writes the file for the service's account alone. An older one is replaced, so that its mode does not stay. */
export const keepFirstPassword = async (dataDir: string, { email, password }: { email: string; password: string }) => {
  const path = firstPasswordFile(dataDir)
  await rm(path, { force: true })
  await writeFile(path, `${email}\n${password}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return path
}

/** Removes the file when that administrator has signed in, or after a day. */
export const forgetFirstPassword = async (dataDir: string, db: Db, now = Date.now()) => {
  const path = firstPasswordFile(dataDir)
  if (!existsSync(path)) return
  const { mtimeMs } = await stat(path)
  if (now - mtimeMs > DAY_MS || !(await isAwaited(db, await emailIn(path)))) await rm(path, { force: true })
}

/** Looks for that now and every minute; gives what ends it. */
export const forgetFirstPasswordInTime = (dataDir: string, db: Db) => {
  // Without the database or the directory there is another minute.
  const look = () => forgetFirstPassword(dataDir, db).catch(() => {})
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  look()
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
