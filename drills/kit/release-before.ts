import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Context, directory, print } from './context.ts'
import { databaseUrl, openQuery, runStatement } from './database.ts'
import { signInEverybody } from './people.ts'
import { type Environment, root, startService } from './service.ts'

export type Release = { name: string; source: string }

/**
 * Two consecutive releases: the newest one for which the changelog names the commit, and this one. Before there is a second
 * release, these are this one and a copy of it with more migrations. A sentence with the reason if that is not possible.
 */
export const twoReleases = (): { before: Release; after: Release } | string => {
  const named = /^## (\S+) \(.*commit ([0-9a-f]{7,40})\)$/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  const today = { name: 'of today', source: root }
  if (!named) return { before: today, after: copyWithMoreMigrations() }
  const [, name = '', commit = ''] = named
  if (!isThere(commit))
    return `release ${name} (commit ${commit}) is not in this clone: fetch the whole history (git fetch --unshallow --tags)`
  const source = join(directory, 'releases', name)
  try {
    if (!existsSync(source)) unpack(commit, source)
    return { before: { name, source }, after: today }
  } catch (error) {
    return `release ${name} could not be unpacked: ${error instanceof Error ? error.message : error}`
  }
}

/** The newest migration of a release. */
export const newestMigration = ({ source }: Release) =>
  readdirSync(join(source, 'db/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1)

/**
 * Changes that the next release may make to the tables: a new table, and new columns in tables that are constantly read and
 * written. Each table has a migration of its own: requests lock these tables in every order, so no order of locks would suit all.
 */
const additive = [
  'create table notes_of_next_release (id integer generated always as identity primary key, text text not null)',
  ...['users', 'tokens', 'planned_trips', 'bookings', 'travelers', 'addon_requests', 'notifications', 'deliveries'].map(
    (table) => `alter table ${table} add column of_copy text`,
  ),
]

const copyWithMoreMigrations = (): Release => {
  const source = join(directory, 'releases', 'copy')
  rmSync(source, { recursive: true, force: true })
  for (const part of ['package.json', 'db', 'papers', 'src', 'web/dist'])
    cpSync(join(root, part), join(source, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'))
  for (const [n, text] of additive.entries()) writeFileSync(join(source, `db/migrations/900${n}_of_a_copy.sql`), text)
  return { name: 'with more migrations', source }
}

const isThere = (commit: string) => {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The directory is renamed to its final name when it is complete, so that an aborted attempt is repeated. */
const unpack = (commit: string, source: string) => {
  const draft = `${source}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  print(`unpacking ${commit} and installing its packages`)
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['x'], { cwd: draft, input: archive })
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: draft, stdio: 'pipe' })
  renameSync(draft, source)
}

/** An empty database in which the release has created its installation and its demo. `start` starts a process of a release. */
export const installationOf = async (context: Context, before: Release, more: Environment = {}) => {
  const connection = { ...context.connection, database: `${context.connection.database}_before` }
  const postgres = context.cluster.connectionTo('postgres')
  const drop = () => runStatement(postgres, `drop database if exists ${connection.database} with (force)`)
  await drop()
  await runStatement(postgres, `create database ${connection.database}`)
  context.atEnd(drop)
  // A separate installation has its own files.
  const home = join(context.home, 'before')
  const settings = { ...context.settings, ...more, DATABASE_URL: databaseUrl(connection), DATA_DIR: home }
  await (await startService(home, { ...settings, DEMO: '1' }, before)).stop()
  const { query, end } = openQuery(connection)
  context.atEnd(end)
  const start = async ({ source }: Release) => {
    const service = await startService(home, settings, { source })
    context.atEnd(() => service.kill('SIGKILL'))
    return service
  }
  return { context: { ...context, home, connection, query, settings, people: await signInEverybody(query) }, start }
}
