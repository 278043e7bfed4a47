import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPostgres } from 'guidon-embedded-postgres'
import { pg } from '../../src/kit/db/client.ts'

/** The directory of all files that a run writes: the cluster, the logs, the stored files. */
export const directory = resolve(process.env.DATA_DIR || fileURLToPath(new URL('../.data', import.meta.url)))

export type Cluster = Awaited<ReturnType<typeof openCluster>>
export type Connection = { host: string; port: number; user: string; password: string; database: string }

/** The benchmark's own PostgreSQL with the settings of the product, or an existing server at a URL on this machine. */
export const openCluster = async (url = '') => {
  if (url) return clusterAt(new URL(url))
  mkdirSync(directory, { recursive: true, mode: 0o711 })
  const dataDir = join(directory, 'cluster')
  const { connection, version, stop } = await openPostgres({ dataDir, as: 'service', name: 'the bench' })
  return { connection, version, stop, connectionTo: (database: string): Connection => ({ ...connection, database }) }
}

const clusterAt = async ({ hostname, port, username, password }: URL) => {
  const connection = {
    host: hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
  const connectionTo = (database: string): Connection => ({ ...connection, database })
  const version = await withClient(connectionTo('postgres'), async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version ?? ''
  })
  return { connection, version, stop: async () => {}, connectionTo }
}

/** The connection as a URL, in the form of DATABASE_URL. */
export const databaseUrl = ({ host, port, user, password, database }: Connection) =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

/** Runs `work` with one connection and closes it afterwards. */
export const withClient = async <T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
