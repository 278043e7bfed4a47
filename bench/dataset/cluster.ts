import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pg } from '../../src/kit/db/driver.ts'
import { embeddedServer } from '../../src/kit/embedded-postgres/embedded.ts'

/** Where everything a run makes is kept. */
export const directory = resolve(process.env.DATA_DIR || fileURLToPath(new URL('../.data', import.meta.url)))

export type Cluster = Awaited<ReturnType<typeof openCluster>>
export type Place = { host: string; port: number; user: string; password: string; database: string }

/** The bench's own PostgreSQL, with the settings the product comes with. */
export const openCluster = async () => {
  mkdirSync(directory, { recursive: true, mode: 0o711 })
  const { connection, version, release } = await embeddedServer({ dataDir: join(directory, 'cluster') })
  return { connection, version, release, placeOf: (database: string): Place => ({ ...connection, database }) }
}

/** A database by its address, as an operator would name it in DATABASE_URL. */
export const addressOf = ({ host, user, password, database }: Place) =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}`

/** One connection for a while. */
export const connected = async <T>(place: Place, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(place)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
