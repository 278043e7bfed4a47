import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../test/house.ts'
import { firstPasswordFile, keepFirstPassword, removeFirstPassword } from './first-password.ts'

const home = await house()
const { db } = home
const dataDir = await mkdtemp(join(tmpdir(), 'guidon-first-'))
home.atEnd(() => rm(dataDir, { recursive: true }))
const path = firstPasswordFile(dataDir)
const keep = () => keepFirstPassword(dataDir, { email: 'admin@example.com', password: 'secret' })

test('the file is readable by its account only, also if another file was in its place', async () => {
  await writeFile(path, 'old')
  await chmod(path, 0o644)
  assert.equal(await keep(), path)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.equal(await readFile(path, 'utf8'), 'admin@example.com\nsecret\n')
})

test('it is kept while it is needed, for a day at most', async () => {
  await keep()
  await sql`update users set last_login_at = now() where email = 'sales@example.com'`.execute(db)
  await removeFirstPassword(dataDir, db)
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000)
  await utimes(path, hours(23), hours(23))
  await removeFirstPassword(dataDir, db)
  assert.equal(existsSync(path), true)
  await utimes(path, hours(25), hours(25))
  await removeFirstPassword(dataDir, db)
  assert.equal(existsSync(path), false)
  await removeFirstPassword(dataDir, db)
})

test('it is removed when its administrator has signed in', async () => {
  await keep()
  await sql`update users set last_login_at = now() where email = 'admin@example.com'`.execute(db)
  await removeFirstPassword(dataDir, db)
  assert.equal(existsSync(path), false)
})
