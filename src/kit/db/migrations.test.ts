import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { onServer, server } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'
import { pg } from './client.ts'
import { withBriefLocks } from './lock-waits.ts'
import { dueMigrations, migrate, migrations, newerMigrations } from './migrations.ts'

const LOCK = 4_711_001
const all = migrations().map(({ name }) => name)

const emptyDatabase = async () => {
  const database = `migrations_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${database}`)
  after(() => onServer(`drop database ${database} with (force)`))
  return { ...server(), database }
}
const connected = async (settings: pg.ClientConfig, application_name: string) => {
  const client = new pg.Client({ ...settings, application_name })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { client, pid: rows[0]?.pid }
}

test('two processes that start at the same time apply each migration once', async () => {
  const settings = await emptyDatabase()
  const [first, second] = await Promise.all([migrate(settings), migrate(settings)])
  assert.deepEqual([...first, ...second].sort(), all)
  assert.deepEqual(await dueMigrations(settings), [])
  const { client } = await connected(settings, 'test')
  const { rows } = await client.query(`select from pg_locks l join pg_database d on d.oid = l.database
      where locktype = 'advisory' and datname = current_database()`)
  assert.deepEqual(rows, [])
  await client.end()
})

test('a process starts on the tables of the next release, and is refused on those of a later one', async () => {
  const settings = await emptyDatabase()
  await migrate(settings)
  const { client } = await connected(settings, 'test')
  const add = (name: string, before: string = '') =>
    client.query('insert into migrations (name, checksum, release_before) values ($1, $2, $3)', [name, 'x', before])
  const { rows } = await client.query('select distinct release_before from migrations')
  assert.deepEqual(rows, [{ release_before: '0013_search.sql' }])
  await add('9998_next.sql', all.at(-1))
  assert.deepEqual([await migrate(settings), await dueMigrations(settings)], [[], []])
  assert.deepEqual(await newerMigrations(settings), ['9998_next.sql'])
  await add('9999_later.sql', '9998_next.sql')
  await assert.rejects(migrate(settings), { message: newer('9999_later.sql') })
  await client.query(`delete from migrations where name = '9999_later.sql'`)
  await client.end()
})

test('a database of a preview before 1.0.0 is refused with advice, and is not changed', async () => {
  const settings = await emptyDatabase()
  const { client } = await connected(settings, 'test')
  // As the first previews created it, without a record of the previous release.
  await client.query(`create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
    insert into migrations (name, checksum) values ('0001_foundation.sql', 'x'), ('0142_of_a_preview.sql', 'x')`)
  const message =
    'This database was made by a preview before 1.0.0, which cannot be upgraded: start with a new database, or keep the program that made it and export from there.'
  for (const ask of [migrate, dueMigrations, newerMigrations]) await assert.rejects(ask(settings), { message })
  const { rows } = await client.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  assert.deepEqual(rows, [{ relname: 'migrations' }])
  await client.end()
})

type Connected = Awaited<ReturnType<typeof connected>>
/** Waits until a connection waits for a lock, as seen by another connection. */
const waitsForLock = ({ client }: Connected, { pid }: Connected) =>
  until(async () => {
    const { rows } = await client.query(`select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`, [
      pid,
    ])
    return rows.length > 0
  }, 'it waits for a lock')

const newer = (name: string) => `This database was made by a newer version (${name}); start that version instead.`

test('a migration that waits for a lock names its holder, gives up with a sentence, and continues when the holder has ended', async () => {
  const settings = await emptyDatabase()
  const { client, pid } = await connected(settings, 'guidon of yesterday')
  await client.query('select pg_advisory_lock($1)', [LOCK])
  const told: string[] = []
  const waits = { lockTimeout: 2_000, onWait: (sentence: string) => told.push(sentence) }
  await assert.rejects(
    migrate(settings, { ...waits, giveUpAfter: 10_000 }),
    ({ message }: Error) =>
      /^The tables could not be changed: for 10 s a lock was held by process \d+ /.test(message) &&
      message.includes(`process ${pid} (guidon of yesterday, role `) &&
      message.endsWith('or end it with pg_terminate_backend, then start again.'),
  )
  assert.equal(told.length, 1)
  assert.match(told[0] ?? '', /^waiting for a lock held by process \d+ \(guidon of yesterday, /)

  const waiting = migrate(settings, { ...waits, giveUpAfter: 60_000 })
  await pause(300)
  await client.end()
  assert.deepEqual(await waiting, all)
})

test('a change that causes a deadlock is repeated', async () => {
  const settings = await emptyDatabase()
  const [changer, other] = await Promise.all([connected(settings, 'changer'), connected(settings, 'other')])
  await other.client.query('create table first (id integer); create table second (id integer)')
  await other.client.query('begin; lock table second')
  let attempts = 0
  const change = async () => {
    attempts += 1
    await changer.client.query('lock table first')
    await changer.client.query('lock table second')
  }
  // Only the connection of the change detects the deadlock, because the other one waits ten seconds before it checks.
  await changer.client.query("set deadlock_timeout = '10s'")
  await other.client.query("set deadlock_timeout = '10min'")
  const waits = { lockTimeout: 30_000, giveUpAfter: 60_000, onWait: () => {} }
  const changing = withBriefLocks(settings, changer.client, waits, change)
  await waitsForLock(other, changer)
  await other.client.query('lock table first')
  await other.client.query('commit')
  await changing
  assert.equal(attempts, 2)
  for (const { client } of [changer, other]) await client.end()
})

test('a table that is read for a long time is changed later, and no statement waits behind the change meanwhile', async () => {
  const settings = await emptyDatabase()
  const [reader, changer, other] = await Promise.all([
    connected(settings, 'long report'),
    connected(settings, 'changer'),
    connected(settings, 'other'),
  ])
  await reader.client.query('create table read_for_long (id integer)')
  await reader.client.query('begin')
  await reader.client.query('select from read_for_long')
  const told: string[] = []
  const waits = { lockTimeout: 500, giveUpAfter: 120_000, onWait: (sentence: string) => told.push(sentence) }
  const change = () => changer.client.query('alter table read_for_long add column label text')
  const changing = withBriefLocks(settings, changer.client, waits, change)
  // The reader continues until the other one has read several times. If the change kept its place in the queue, that would never
  // happen.
  await other.client.query("set lock_timeout = '1min'")
  for (let attempts = 0; attempts < 3; attempts += 1) {
    await waitsForLock(other, changer)
    await other.client.query('select from read_for_long')
  }
  await until(() => told.length > 0, 'the holder of the lock is named')
  await reader.client.query('commit')
  await changing
  assert.deepEqual(
    told.map((sentence) => sentence.replace(/, role .*/, '')),
    [`waiting for a lock held by process ${reader.pid} (long report`],
  )
  const { fields } = await other.client.query('select * from read_for_long')
  assert.deepEqual(
    fields.map(({ name }) => name),
    ['id', 'label'],
  )
  for (const { client } of [reader, changer, other]) await client.end()
})

test('a change of two tables gets its locks, although others always lock them in the other order', async () => {
  const settings = await emptyDatabase()
  const { client: changer } = await connected(settings, 'changer')
  await changer.query('create table first (id integer); create table second (id integer)')
  const others = await Promise.all(['one', 'two', 'three'].map((name) => connected(settings, name)))
  const readInOtherOrder = 'begin; select from second; select pg_sleep(0.05); select from first; commit'
  let isChanged = false
  const readers = Promise.all(
    others.map(async ({ client }) => {
      while (!isChanged) await client.query(readInOtherOrder)
    }),
  )
  // From here on at least one of them holds the second table at any time, and waits for the first one where that is locked.
  await Promise.all(others.map(({ client }) => client.query('select')))
  const waits = { lockTimeout: 200, giveUpAfter: 15_000, onWait: () => {} }
  const change = async (takeFirst: () => Promise<unknown>) => {
    await takeFirst()
    await changer.query('alter table first add column label text')
    await changer.query('alter table second add column label text')
  }
  await withBriefLocks(settings, changer, waits, change).finally(() => {
    isChanged = true
  })
  await readers
  const { fields } = await changer.query('select * from second')
  assert.equal(fields.at(-1)?.name, 'label')
  for (const client of [changer, ...others.map(({ client }) => client)]) await client.end()
})
