import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { pg } from './driver.ts'

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

/** Brings a database to today's shape, one numbered file at a time; several processes may try at once. Gives what was new. */
export const migrate = async (config: pg.ClientConfig, told: (name: string) => void = () => {}) => {
  const client = new pg.Client({ ...config, application_name: 'guidon migrate' })
  await client.connect()
  try {
    await begin(client)
    const due = await dueIn(client)
    for (const migration of due) {
      told(migration.name)
      await apply(client, migration)
    }
    return due.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** What is still to come; changes nothing. */
export const dueMigrations = async (config: pg.ClientConfig) => {
  const client = new pg.Client({ ...config, application_name: 'guidon migrate' })
  await client.connect()
  try {
    const { rows } = await client.query(`select to_regclass('migrations') is not null as "isThere"`)
    const due = rows[0].isThere ? await dueIn(client) : migrations()
    return due.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Holds off everybody else who would migrate, until the connection ends. */
export const aloneToMigrate = (client: pg.Client) => client.query('select pg_advisory_lock($1)', [LOCK])

export const makeMigrationsTable = (client: pg.Client) =>
  client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )

const begin = async (client: pg.Client) => {
  await aloneToMigrate(client)
  await makeMigrationsTable(client)
}

const dueIn = async (client: pg.Client) => {
  const applied = await appliedTo(client)
  return migrations().filter((migration) => isDue(migration, applied))
}

const appliedTo = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
  const unknown = rows.find(({ name }) => !migrations().some((migration) => migration.name === name))
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

const apply = async (client: pg.Client, migration: Migration) => {
  try {
    await client.query('begin')
    await applyWithin(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** As part of the caller's transaction. */
export const applyWithin = async (client: pg.Client, { name, text, checksum }: Migration) => {
  try {
    await client.query(text)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  } catch (error) {
    throw new Error(`Migration ${name} failed and left nothing behind: ${(error as Error).message}`, { cause: error })
  }
}
