import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { settleAll } from '../async/settle.ts'
import type { pg } from './client.ts'
import { Client } from './client.ts'
import { type LockWaits, usualWaits, withBriefLocks } from './lock-waits.ts'

const folder = new URL('../../../db/migrations/', import.meta.url)
const LOCK = 4_711_001

export type Migration = { name: string; text: string; checksum: string }

export function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

/**
 * The newest migration of the previous release; until there is a second release, the newest one of the baseline. Processes of that
 * release may run at the same time as this one, and start on its tables.
 */
const newestReleased = () => readFileSync(new URL('RELEASED', folder), 'utf8').trim()

/** Callbacks that report the progress of migrations, and before the first one that the database is new. */
export type MigrationProgress = Partial<LockWaits> & { onMigration?: (name: string) => void; onNew?: () => void }

/**
 * Runs all due migrations: each in its own transaction, or in a new database, which nobody uses yet, all in one. Several processes
 * may call it at the same time. Returns the names of the migrations that it ran.
 */
export function migrate(config: pg.ClientConfig, { onMigration, onNew, ...waits }: MigrationProgress = {}) {
  return withClient(config, async (client) => {
    const known = migrations()
    const applyNext = async (takeFirst: () => Promise<unknown>) => {
      const [, , , applied] = await settleAll([
        lockMigrations(client),
        takeFirst(),
        makeMigrationsTable(client),
        appliedTo(client, known),
      ])
      const due = dueAfter(applied, known)
      const next = applied.size > 0 ? due.slice(0, 1) : due
      if (applied.size === 0) onNew?.()
      for (const { name } of next) onMigration?.(name)
      await settleAll(next.map((migration) => applyWithin(client, migration)))
      return next.map(({ name }) => name)
    }
    const ran: string[] = []
    for (;;) {
      const names = await withBriefLocks(config, client, { ...usualWaits, ...waits }, applyNext)
      if (names.length === 0) return ran
      ran.push(...names)
    }
  })
}

/** The migrations that have not run yet. Nothing is changed. */
export function dueMigrations(config: pg.ClientConfig) {
  return withClient(config, async (client) => {
    const { rows } = await client.query(`select to_regclass('migrations') is not null as "isThere"`)
    const known = migrations()
    const due = rows[0].isThere ? dueAfter(await appliedTo(client, known), known) : known
    return due.map(({ name }) => name)
  })
}

/**
 * The migrations of the next release that were applied. This release can still use its tables; those of a later release are
 * refused.
 */
export function newerMigrations(config: pg.ClientConfig) {
  return withClient(config, async (client) => {
    const known = migrations()
    const applied = await appliedTo(client, known)
    return [...applied.keys()].filter((name) => !known.some((migration) => migration.name === name))
  })
}

const withClient = async <T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new Client({ ...config, pipeline: true, application_name: 'guidon migrate' })
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
export function lockMigrations(client: pg.Client) {
  return client.query('select pg_advisory_xact_lock($1)', [LOCK])
}

export function makeMigrationsTable(client: pg.Client) {
  return client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now(), release_before text not null)',
  )
}

type Row = { name: string; checksum: string; release_before: string }

/** Whether the applied migrations do not begin with the baseline of 1.0.0. Then the database is one of the previews before it. */
export function isPreview(applied: readonly { name: string }[], known: readonly Migration[] = migrations()) {
  return applied.length > 0 && !applied.some(({ name }) => name === known[0]?.name)
}

const madeByPreview =
  'This database was made by a preview before 1.0.0, which cannot be upgraded: start with a new database, or keep the program that made it and export from there.'

/** The checksums of the applied migrations, by name. */
type Applied = ReadonlyMap<string, string>

const appliedTo = async (client: pg.Client, known: readonly Migration[]): Promise<Applied> => {
  const { rows } = await client.query<Row>('select * from migrations order by name')
  if (isPreview(rows, known)) throw new Error(madeByPreview)
  const names = new Set(known.map(({ name }) => name))
  const unknown = rows.find(({ name, release_before }) => !names.has(name) && !names.has(release_before))
  if (unknown)
    throw new Error(`This database was made by a newer version (${unknown.name}); start that version instead.`)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

const dueAfter = (applied: Applied, known: readonly Migration[]) =>
  known.filter(({ name, checksum }) => {
    const there = applied.get(name)
    if (there && there !== checksum)
      throw new Error(`Migration ${name} was edited after it ran; migrations are never edited.`)
    return !there
  })

/** Runs a migration in the caller's transaction and records it, in one message to the server. */
export async function applyWithin(client: pg.Client, { name, text, checksum }: Migration) {
  const recorded = [name, checksum, newestReleased()].map((value) => client.escapeLiteral(value))
  try {
    await client.query(`${text};
      insert into migrations (name, checksum, release_before) values (${recorded.join()})`)
  } catch (error) {
    throw new Error(`Migration ${name} failed and left nothing behind: ${(error as Error).message}`, { cause: error })
  }
}
