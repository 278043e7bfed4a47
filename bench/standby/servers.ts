import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pg } from '../../src/kit/db/driver.ts'

const ports = { primary: 5001, standby: 5002 }
type Name = keyof typeof ports

const directory = mkdtempSync(join(tmpdir(), 'guidon-standby-'))
/** The socket on which the primary listens. */
export const primarySocket = join(directory, `.s.PGSQL.${ports.primary}`)
chmodSync(directory, 0o777)

export const startPrimary = () => {
  run('initdb', '-D', placeOf('primary'), '-A', 'trust', '-U', 'postgres')
  set('primary', ["listen_addresses = ''", `unix_socket_directories = '${directory}'`, `port = ${ports.primary}`])
  set('primary', ["synchronous_standby_names = '*'", 'synchronous_commit = local'])
  start('primary')
}

/** Copies the primary and streams from it through the port of a link. */
export const startStandby = (linkPort: number) => {
  const source = ['-h', directory, '-p', `${ports.primary}`, '-U', 'postgres']
  run('pg_basebackup', ...source, '-D', placeOf('standby'), '-c', 'fast')
  writeFileSync(join(placeOf('standby'), 'standby.signal'), '')
  set('standby', [`port = ${ports.standby}`, `primary_conninfo = 'host=127.0.0.1 port=${linkPort} user=postgres'`])
  start('standby')
}

export const stopServers = () => {
  for (const name of ['standby', 'primary'] as const)
    if (existsSync(join(placeOf(name), 'postmaster.pid'))) run('pg_ctl', '-D', placeOf(name), '-m', 'immediate', 'stop')
  rmSync(directory, { recursive: true, force: true })
}

export const connectedTo = async (name: Name) => {
  const client = new pg.Client({ host: directory, port: ports[name], user: 'postgres', database: 'postgres' })
  await client.connect()
  return client
}

const placeOf = (name: Name) => join(directory, name)
const set = (name: Name, lines: string[]) =>
  appendFileSync(join(placeOf(name), 'postgresql.conf'), lines.map((line) => `${line}\n`).join(''))
const start = (name: Name) => run('pg_ctl', '-D', placeOf(name), '-w', '-l', `${placeOf(name)}.log`, 'start')

const programs = process.env.POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin'
// PostgreSQL does not run as root.
const account = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []
const run = (program: string, ...words: string[]) => {
  const [first = '', ...rest] = [...account, join(programs, program), ...words]
  execFileSync(first, rest, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
}
