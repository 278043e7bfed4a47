import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { pg } from '../../src/kit/db/driver.ts'
import { migrations } from '../../src/kit/db/migrations.ts'
import { hashPassword } from '../../src/kit/secrets/passwords.ts'
import { startService } from '../servers/start.ts'
import { tell } from '../tell.ts'
import { type Cluster, connected, type Place } from './cluster.ts'

const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.sql'))
  .sort()
const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** What everybody in the data set signs in with. */
export const PASSWORD = 'bench password'

/** The data set at a scale: built once, and again when its shape has changed. */
export const openData = async (cluster: Cluster, scale: number): Promise<Place> => {
  const place = cluster.placeOf(`bench_${scale}`)
  const shape = shapeOf(scale)
  const there = await connected(cluster.placeOf('postgres'), (client) => commentOn(client, place.database))
  if (there !== shape) await build(cluster, place, scale, shape)
  return place
}

// The database itself says what it was built from.
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

const build = async (cluster: Cluster, place: Place, scale: number, shape: string) => {
  const start = Date.now()
  await connected(cluster.placeOf('postgres'), async (client) => {
    await client.query(`drop database if exists ${place.database} with (force)`)
    await client.query(`create database ${place.database}`)
  })
  tell('the service starts on an empty database')
  await (await startService(place)).stop()

  await connected(place, (client) => fill(client, scale))
  await connected(cluster.placeOf('postgres'), (client) =>
    client.query(`comment on database ${place.database} is '${shape}'`),
  )
  tell(`the data set is built after ${Math.round((Date.now() - start) / 1000)} s`, true)
}

const fill = async (client: pg.Client, scale: number) => {
  const set = (name: string, value: string) => client.query('select set_config($1, $2, false)', [name, value])
  await set('bench.scale', String(scale))
  await set('bench.password_hash', await hashPassword(PASSWORD))
  for (const file of files) {
    tell(`data at scale ${scale}: ${file}`)
    await client.query(textOf(file))
  }
  tell('data: vacuum and analyze')
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}
