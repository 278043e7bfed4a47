import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import type { pg } from '../../src/kit/db/client.ts'
import { migrations } from '../../src/kit/db/migrations.ts'
import { hashPassword } from '../../src/kit/secrets/passwords.ts'
import { showProgress } from '../progress.ts'
import { homeOf, startService } from '../servers/start.ts'
import { type Cluster, type Connection, withClient } from './cluster.ts'

const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.sql'))
  .sort()
const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Password of every account in the data set. */
export const PASSWORD = 'bench password'

/** Opens the data set at a scale. It is built once, and rebuilt when a migration or a data file has changed. */
export const openData = async (cluster: Cluster, scale: number): Promise<Connection> => {
  const connection = cluster.connectionTo(`bench_${String(scale).replace('.', '_')}`)
  const shape = shapeOf(scale)
  const there = await withClient(cluster.connectionTo('postgres'), (client) => commentOn(client, connection.database))
  if (there !== shape) await build(cluster, connection, scale, shape)
  return connection
}

// The checksum is stored as the comment of the database.
const shapeOf = (scale: number) =>
  createHash('sha256')
    .update(JSON.stringify([scale, migrations().map(({ checksum }) => checksum), files.map(textOf)]))
    .digest('hex')

const commentOn = async (client: pg.Client, database: string): Promise<string | undefined> => {
  const { rows } = await client.query(
    `select shobj_description(oid, 'pg_database') as shape from pg_database where datname = $1`,
    [database],
  )
  return rows[0]?.shape
}

const build = async (cluster: Cluster, connection: Connection, scale: number, shape: string) => {
  const start = Date.now()
  await withClient(cluster.connectionTo('postgres'), async (client) => {
    await client.query(`drop database if exists ${connection.database} with (force)`)
    await client.query(`create database ${connection.database}`)
  })
  rmSync(homeOf(connection), { recursive: true, force: true })
  showProgress('the service starts on an empty database')
  await (await startService(connection)).stop()

  await withClient(connection, (client) => fill(client, scale))
  await withClient(cluster.connectionTo('postgres'), (client) =>
    client.query(`comment on database ${connection.database} is '${shape}'`),
  )
  showProgress(`the data set is built after ${Math.round((Date.now() - start) / 1000)} s`, true)
}

const fill = async (client: pg.Client, scale: number) => {
  const set = (name: string, value: string) => client.query('select set_config($1, $2, false)', [name, value])
  await set('bench.scale', String(scale))
  await set('bench.password_hash', await hashPassword(PASSWORD))
  for (const file of files) {
    showProgress(`data at scale ${scale}: ${file}`)
    await client.query(textOf(file))
  }
  showProgress('data: vacuum and analyze')
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}
