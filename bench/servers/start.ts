import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { planningOptions } from '../../src/kit/db/connect.ts'
import { type Connection, databaseUrl, directory } from '../dataset/cluster.ts'

export type Server = { pid: number; url: string; stop: () => Promise<void> }

// The command of `npm start`.
const startCommand = ['src/main.mjs', 'serve']

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The service as in production: it writes its log at level info to a file. */
export const startService = (connection: Connection, { name = 'service', home = root } = {}) => {
  const settings = { DATABASE_URL: databaseUrl(connection), DATA_DIR: homeOf(connection), ...production }
  return start(name, startCommand, settings, home)
}

/** Each database of each server has its own files, for any checkout. */
export const homeOf = ({ host, port, database }: Connection) =>
  join(directory, host.startsWith('/') ? database : `${database}_at_${port}`)

/** The service with its embedded PostgreSQL in its own directory, and with or without the demo. */
export const startStandalone = (dataDir: string, DEMO: '0' | '1') =>
  start('alone', startCommand, { DATA_DIR: dataDir, ...production, DEMO })

/** The server with which the service is compared. */
export const startReference = (connection: Connection) =>
  start('reference', ['bench/reference/server.ts'], variablesOf(connection))

/** A connection in the variables that `pg` reads, with the planner settings of the service. */
export const variablesOf = ({ host, port, user, password, database }: Connection) => ({
  PGOPTIONS: planningOptions,
  PGHOST: host,
  PGPORT: String(port),
  PGUSER: user,
  PGPASSWORD: password,
  PGDATABASE: database,
})

// TRUST_PROXY makes it possible that the load comes from many addresses.
const production = {
  NODE_ENV: 'production',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  LOG_LEVEL: 'info',
  WORKERS: '1',
  DEMO: '0',
  TRUST_PROXY: '1',
}

/** Starts a server of the benchmark and waits until it is ready. */
export const start = async (
  name: string,
  args: string[],
  settings: Record<string, string>,
  cwd = root,
): Promise<Server> => {
  mkdirSync(directory, { recursive: true, mode: 0o711 })
  const log = openSync(join(directory, `${name}.log`), 'w')
  const port = await freePort()
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOST: '127.0.0.1', PORT: String(port), ...settings },
    stdio: ['ignore', log, log],
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const failed = () => new Error(`The ${name} ended while starting; see ${join(directory, `${name}.log`)}.`)
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.pid === undefined) throw failed()
    await pause(10)
  }
  return { pid: child.pid ?? 0, url, stop }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
