import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { outputOf, unpacked } from '../../drills/kit/debian.ts'
import { pg } from '../../src/kit/db/driver.ts'
import { openData } from '../dataset/build.ts'
import { type Connection, openCluster, withClient } from '../dataset/cluster.ts'
import type { Options } from '../options.ts'
import { statements } from '../reference/statements.ts'
import { cpuOf, postmasterOf, since } from '../servers/cpu.ts'

const CLIENTS = 16
const PORT = 6432
const workloads = {
  R2: '/api/addon-requests/1000',
  R3: '/api/addon-requests?status=open&per_page=20',
}

/** What a pooler costs: two reads of the reference straight and through Debian's PgBouncer, prepared and, as transaction mode before 1.21 needs it, parsed each time. */
export const pooler = async ({ database, seconds }: Options) => {
  const cluster = await openCluster(database)
  const connection = await openData(cluster, 1)
  const bouncer = await startBouncer(connection)
  const through = (mode: string): Connection => ({ ...connection, host: '127.0.0.1', port: PORT, database: mode })
  try {
    print('read', 'way', 'a second', 'ms', 'CPU ms: PostgreSQL', 'PgBouncer', 'client')
    const postmaster = await withClient(connection, postmasterOf)
    for (const [row, url] of Object.entries(workloads)) {
      const asked = queryOf(url)
      const measure = async (way: string, at: Connection, query: pg.QueryConfig) =>
        print(row, way, ...(await costsOf(at, query, seconds, () => cpuOf(bouncer.pid, postmaster))))
      await measure('straight, prepared', connection, { ...asked, name: row })
      await measure('straight, parsed each time', connection, asked)
      await measure('session mode, prepared', through('session'), { ...asked, name: row })
      await measure('transaction mode, parsed each time', through('transaction'), asked)
    }
  } finally {
    bouncer.stop()
    await cluster.stop()
  }
}

const queryOf = (url: string): pg.QueryConfig => {
  const statement = statements.find(({ method, path }) => method === 'GET' && path.test(url))
  return { text: statement?.text(url) ?? '', values: statement?.values(url, 10_071, {}) ?? [] }
}

const costsOf = async (
  at: Connection,
  query: pg.QueryConfig,
  seconds: number,
  used: () => ReturnType<typeof cpuOf>,
) => {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client(at)
      await client.connect()
      await client.query(query)
      return client
    }),
  )
  let answers = 0
  const [began, before, own] = [performance.now(), used(), process.cpuUsage()]
  const repeat = async (client: pg.Client) => {
    for (; performance.now() - began < seconds * 1_000; answers += 1) await client.query(query)
  }
  await Promise.all(clients.map(repeat))
  const [cpu, client] = [since(before, used()), process.cpuUsage(own)]
  const took = performance.now() - began
  await Promise.all(clients.map((each) => each.end()))
  const each = (ms: number) => (ms / answers).toFixed(3)
  const costs = [cpu.database * 1_000, cpu.server * 1_000, (client.user + client.system) / 1_000]
  return [Math.round((answers * 1_000) / took), each(took * CLIENTS), ...costs.map(each)]
}

/** PgBouncer with the database in both modes, as the account of the embedded PostgreSQL, since it does not run as root. */
const startBouncer = async ({ host, port, user, password, database }: Connection) => {
  const place = unpacked('pgbouncer', ['pgbouncer', 'libc-ares2', 'libevent-2.1-7'])
  if (!place) throw new Error('PgBouncer cannot be had by apt-get download (Debian 12).')
  const directory = mkdtempSync(join(tmpdir(), 'guidon-pooler-'))
  const server = `host=${host} port=${port} user=${user} password='${password}' dbname=${database}`
  const settings = join(directory, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
session = ${server} pool_mode=session
transaction = ${server} pool_mode=transaction
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${PORT}
unix_socket_dir =
auth_type = any
default_pool_size = ${CLIENTS}
log_connections = 0
log_disconnections = 0
`,
  )
  const [uid, gid] = ['-u', '-g'].map((of) => Number(outputOf('id', [of, 'nobody'])))
  outputOf('chown', ['-R', 'nobody', directory])
  const env = { LD_LIBRARY_PATH: globSync(join(place, 'usr/lib/*-linux-gnu')).join(':') }
  const child = spawn(join(place, 'usr/sbin/pgbouncer'), [settings], { env, uid, gid, stdio: 'ignore' })
  while (!(await listens()) && child.exitCode === null) await pause(20)
  const stop = () => {
    child.kill()
    rmSync(directory, { recursive: true })
  }
  return { pid: child.pid ?? 0, stop }
}

const listens = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(PORT, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.unref()
    socket.on('connect', () => socket.end())
  })

const print = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
