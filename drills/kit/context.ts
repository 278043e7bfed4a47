import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPostgres } from 'guidon-embedded-postgres'
import { type Connection, databaseUrl, openQuery, type Query, runStatement } from './database.ts'
import { type People, signInEverybody } from './people.ts'
import { type Random, randomFrom } from './random.ts'
import { type Environment, type Service, startService } from './service.ts'

/** The directory of all files that a run writes. */
export const directory = resolve(process.env.DATA_DIR || fileURLToPath(new URL('../.data', import.meta.url)))

export type Cluster = {
  connectionTo: (database: string) => Connection
  log: string
  lock: string
  stop: () => Promise<void>
}

/** The drills' own PostgreSQL with the settings of the product, and a template database that every drill copies. */
export const openCluster = async (): Promise<Cluster> => {
  mkdirSync(directory, { recursive: true, mode: 0o711 })
  const dataDir = join(directory, 'cluster')
  const { connection, stop } = await openPostgres({ dataDir, as: 'service', name: 'the drills' })
  return {
    connectionTo: (database) => ({ ...connection, database }),
    log: join(dataDir, 'postgres', 'server.log'),
    lock: join(dataDir, 'postgres', 'cluster', 'postmaster.pid'),
    stop,
  }
}

export const TEMPLATE = 'drills_template'
/** The data directory of the process that created the template. */
export const templateHome = join(directory, 'template')

/** The tools of a drill. Everything that it starts is stopped when it ends. */
export type Context = {
  seed: number
  scale: number
  random: Random
  /** A number of repetitions, multiplied by the scale. */
  times: (n: number) => number
  /** The number of requests that a drill sends at a time: the given number, or one if each request must be measured separately. */
  atOnce: (n: number) => number
  print: (what: string) => void
  cluster: Cluster
  connection: Connection
  query: Query
  people: People
  /** Directory for files of the services, such as mails. */
  home: string
  settings: Environment
  start: (more?: Environment, flags?: string[]) => Promise<Service>
  atEnd: (end: () => unknown) => void
}

export const withContext = async <T>(
  cluster: Cluster,
  { id, seed, scale }: { id: string; seed: number; scale: number },
  work: (context: Context) => Promise<T>,
): Promise<T> => {
  const ending: (() => unknown)[] = []
  const database = `drill_${id.toLowerCase()}`
  const connection = cluster.connectionTo(database)
  const postgres = cluster.connectionTo('postgres')
  const home = join(directory, database)
  rmSync(home, { recursive: true, force: true })
  await runStatement(postgres, `drop database if exists ${database} with (force)`)
  // Copied as files after a checkpoint: sequences of a copy written through the WAL are reset when PostgreSQL is killed.
  await runStatement(postgres, `create database ${database} template ${TEMPLATE} strategy file_copy`)
  ending.push(() => runStatement(postgres, `drop database if exists ${database} with (force)`))
  // The files belong to the database, and the store has its id.
  cpSync(join(templateHome, 'files'), join(home, 'files'), { recursive: true })
  const { query, end } = openQuery(connection)
  ending.push(end)
  try {
    const settings = settingsFor(connection, home)
    const people = await signInEverybody(query)
    return await work({
      seed,
      scale,
      random: randomFrom(seed),
      times: (n) => Math.max(1, Math.round(n * scale)),
      atOnce: (n) => n,
      print,
      cluster,
      connection,
      query,
      people,
      home,
      settings,
      start: async (more = {}, flags = []) => {
        const service = await startService(home, { ...settings, ...more }, { flags })
        ending.push(() => service.kill('SIGKILL'))
        return service
      },
      atEnd: (later) => ending.push(later),
    })
  } finally {
    for (const last of ending.reverse()) await last()
  }
}

/** TRUST_PROXY makes it possible that callers come from many addresses. */
export const settingsFor = (connection: Connection, home: string): Environment => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl(connection),
  DATA_DIR: home,
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  LOG_LEVEL: 'info',
  WORKERS: '1',
  DEMO: '0',
  TRUST_PROXY: '1',
})

/** Prints progress to stderr. */
export const print = (what: string) => process.stderr.write(`    ${what}\n`)
