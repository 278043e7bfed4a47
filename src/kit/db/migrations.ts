import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Client } from './client.ts'
import type { pg } from './driver.ts'
import { type LockWaits, usualWaits, withBriefLocks } from './lock-waits.ts'

const folder = new URL('../../../db/migrations/', import.meta.url)
const LOCK = 4_711_001

export type Migration = { name: string; text: string; checksum: string }

export const migrations = (): Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

/** The newest migration of the previous release. Its processes may serve at the same time as this release, and start on its tables. */
const newestReleased = () => readFileSync(new URL('RELEASED', folder), 'utf8').trim()

/** Callbacks that report the progress of a migration. */
export type MigrationProgress = Partial<LockWaits> & { onMigration?: (name: string) => void }

/** Runs all due migrations, each in its own transaction. Several processes may call it at once. Returns the names of those it ran. */
export const migrate = (config: pg.ClientConfig, { onMigration = () => {}, ...waits }: MigrationProgress = {}) =>
  withClient(config, async (client) => {
    const applied: string[] = []
    const applyNext = async () => {
      await lockMigrations(client)
      await makeMigrationsTable(client)
      const [next] = await dueIn(client)
      if (!next) return undefined
      onMigration(next.name)
      await applyWithin(client, next)
      return next.name
    }
    for (;;) {
      const name = await withBriefLocks(config, client, { ...usualWaits, ...waits }, applyNext)
      if (name === undefined) return applied
      applied.push(name)
    }
  })

/** The migrations that have not run yet; changes nothing. */
export const dueMigrations = (config: pg.ClientConfig) =>
  withClient(config, async (client) => {
    const { rows } = await client.query(`select to_regclass('migrations') is not null as "isThere"`)
    const due = rows[0].isThere ? await dueIn(client) : migrations()
    return due.map(({ name }) => name)
  })

/** What the next release has applied. Its tables still serve this release; those of a later one are refused. */
export const newerMigrations = (config: pg.ClientConfig) =>
  withClient(config, async (client) => {
    const known = new Set(migrations().map(({ name }) => name))
    const applied = await appliedTo(client)
    return [...applied.keys()].filter((name) => !known.has(name))
  })

const withClient = async <T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new Client({ ...config, application_name: 'guidon migrate' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Takes an advisory lock, so that only one process migrates, until the transaction ends. It is a transaction lock, because a
 * connection pooler could keep a session lock by accident.
 */
export const lockMigrations = (client: pg.Client) => client.query('select pg_advisory_xact_lock($1)', [LOCK])

export const makeMigrationsTable = (client: pg.Client) =>
  client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now(), release_before text)',
  )

const dueIn = async (client: pg.Client) => {
  const applied = await appliedTo(client)
  return migrations().filter((migration) => isDue(migration, applied))
}

// The column is missing in a database of 1.0.0, and is not read as one until it is there.
const appliedRows = `select name, checksum, to_jsonb(m) ->> 'release_before' as "releaseBefore" from migrations m order by name`
type Applied = { name: string; checksum: string; releaseBefore: string | null }

const appliedTo = async (client: pg.Client) => {
  const { rows } = await client.query<Applied>(appliedRows)
  const known = new Set<string | null>(migrations().map(({ name }) => name))
  const unknown = rows.find(({ name, releaseBefore }) => !known.has(name) && !known.has(releaseBefore))
  if (unknown)
    throw new Error(`This database was made by a newer version (${unknown.name}); start that version instead.`)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

const isDue = ({ name, checksum }: Migration, applied: Map<string, string>) => {
  const there = applied.get(name)
  if (there && there !== checksum)
    throw new Error(`Migration ${name} was edited after it ran; migrations are never edited.`)
  return !there
}

/** Runs a migration in the caller's transaction and records it. */
export const applyWithin = async (client: pg.Client, { name, text, checksum }: Migration) => {
  try {
    await client.query('alter table migrations add column if not exists release_before text')
    await client.query(text)
    await client.query('insert into migrations (name, checksum, release_before) values ($1, $2, $3)', [
      name,
      checksum,
      newestReleased(),
    ])
  } catch (error) {
    throw new Error(`Migration ${name} failed and left nothing behind: ${(error as Error).message}`, { cause: error })
  }
}
