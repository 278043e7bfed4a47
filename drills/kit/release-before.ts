import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, directory, print } from './context.ts'
import { databaseUrl, openQuery, runStatement } from './database.ts'
import { signInEverybody } from './people.ts'
import { type Environment, root, startService } from './service.ts'

export type Release = { name: string; source: string }

/** The newest release that the changelog names with its commit, unpacked with its own packages; a sentence why if that is not possible. */
export const releaseBefore = (): Release | string => {
  const named = /^## (\S+) \(.*commit ([0-9a-f]{7,40})\)$/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  if (!named) return 'CHANGELOG.md names no release with its commit'
  const [, name = '', commit = ''] = named
  if (!isThere(commit))
    return `release ${name} (commit ${commit}) is not in this clone: fetch the whole history (git fetch --unshallow --tags)`
  const source = join(directory, 'releases', name)
  try {
    if (!existsSync(source)) unpack(commit, source)
    return { name, source }
  } catch (error) {
    return `release ${name} could not be unpacked: ${error instanceof Error ? error.message : error}`
  }
}

const isThere = (commit: string) => {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The directory gets its name only when it is complete, so that an aborted attempt is repeated. */
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

/** An empty database on which the release made its installation and its demo. `start` starts a process of it, or of this release. */
export const installationOf = async (context: Context, { source }: Release, more: Environment = {}) => {
  const connection = { ...context.connection, database: `${context.connection.database}_before` }
  const postgres = context.cluster.connectionTo('postgres')
  const drop = () => runStatement(postgres, `drop database if exists ${connection.database} with (force)`)
  await drop()
  await runStatement(postgres, `create database ${connection.database}`)
  context.atEnd(drop)
  // An installation of its own has files of its own.
  const home = join(context.home, 'before')
  const settings = { ...context.settings, ...more, DATABASE_URL: databaseUrl(connection), DATA_DIR: home }
  await (await startService(home, { ...settings, DEMO: '1' }, { source })).stop()
  const { query, end } = openQuery(connection)
  context.atEnd(end)
  const start = async (from: string = root) => {
    const service = await startService(home, settings, { source: from })
    context.atEnd(() => service.kill('SIGKILL'))
    return service
  }
  return { context: { ...context, home, connection, query, settings, people: await signInEverybody(query) }, start }
}
