import { mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Held, type Holder, type Kind, openPostgres } from 'guidon-embedded-postgres'
import type { Config } from './config.ts'
import { addressesIn } from './kit/db/addresses.ts'
import { Client } from './kit/db/client.ts'
import type { Settings } from './kit/db/connect.ts'
import { Refusal } from './kit/errors.ts'
import { openStore } from './kit/files/store.ts'
import type { Words } from './kit/words/words.ts'

/** The database of an installation, and a function that releases it. */
export type Installation = {
  settings: Settings
  /** A description for the person who starts the service. */
  database: string
  /** Notes of the start about the database. */
  notes: string[]
  isEmbedded: boolean
  /** Stops the embedded PostgreSQL if this process has started it; connections that are still open are cut. */
  release: () => Promise<void>
}

/**
 * How the database is opened: a service owns the embedded PostgreSQL; a command uses that of a running service, or starts it for
 * its own duration.
 */
type Opening = {
  as: Kind
  /** Called while the embedded PostgreSQL starts. */
  meanwhile?: () => void
  /** Called if the command has to wait for another one. */
  onWait?: (words: Words) => void
  /** Aborts the start of the embedded PostgreSQL. */
  signal?: AbortSignal
}

const NAME = 'guidon'
const OLDEST = 15

/** Finds the database, or starts the embedded one. */
export async function openInstallation(config: Config, opening: Opening): Promise<Installation> {
  if (!config.databaseUrl) return embedded(config, opening)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  return external(config.databaseUrl, config)
}

/** The store of private files: a bucket, or a folder in the data directory. */
export function filesOf({ dataDir, filesUrl }: Pick<Config, 'dataDir' | 'filesUrl'>) {
  return openStore({ directory: join(dataDir, 'files'), url: filesUrl })
}

const embedded = async (config: Config, { onWait, ...opening }: Opening): Promise<Installation> => {
  const { dataDir, zone } = config
  const { connection, version, home, removed, stop } = await openPostgres({
    dataDir,
    name: ['guidon', ...process.argv.slice(2, 3)].join(' '),
    onWait: (holder) => onWait?.(waits(holder, zone)),
    ...opening,
  }).catch((error) => {
    throw error instanceof Held ? held(resolve(dataDir), error.holder, zone) : error
  })
  await ensureDatabase({ ...connection, database: 'postgres' }).catch(async (error) => {
    await stop()
    throw error
  })
  return {
    settings: { ...connection, database: NAME, ...readBy(config) },
    database: `embedded PostgreSQL ${version} in ${isInside(dataDir, home) ? dataDir : `${home} (${CLOSED})`}`,
    notes: removed.map((path) => `${path} was removed: its DATA_DIR has been gone for 30 days`),
    isEmbedded: true,
    release: stop,
  }
}

const held = (dataDir: string, holder: Holder, zone: string) => {
  const [zh, en] = told(holder, zone)
  return new Refusal('in_use', {
    detail: [
      `${dataDir} 的資料庫由${zh}使用。請先停止該程序，或指定另一個 DATA_DIR；要以多個服務共用一個資料庫，請設定 DATABASE_URL。`,
      `The database in ${dataDir} belongs to ${en}. Stop that process first, or give this one another DATA_DIR. Several services on one database need DATABASE_URL.`,
    ],
  })
}

const waits = (holder: Holder, zone: string): Words => {
  const [zh, en] = told(holder, zone)
  return [`等待${zh}結束使用內建資料庫 …`, `Waits until ${en} has finished with the embedded database …`]
}

const told = ({ name, pid, since }: Holder, zone: string): Words => {
  // A locale whose dates are in the order of ISO 8601.
  const at = new Date(since).toLocaleString('sv-SE', { timeZone: zone })
  return [`「${name}」（程序 ${pid}，自 ${at}）`, `"${name}" (process ${pid}, since ${at})`]
}

// The path of the cluster has no symbolic links, so that of the data directory is compared without them.
const isInside = (dataDir: string, home: string) => home === join(realpathSync(dataDir), 'postgres')
const CLOSED = 'DATA_DIR is below a directory that only root may enter'

const external = async (url: string, config: Config): Promise<Installation> => {
  const addresses = addressesIn(url).map((address) => new URL(address))
  const hosts = addresses.map(({ host }) => host).join(',')
  const version = await asked({ connectionString: url }, 'show server_version_num')
  if (Number(version) < OLDEST * 10_000)
    throw new Error(`Guidon needs PostgreSQL ${OLDEST} or newer; ${hosts} runs ${version}.`)
  return {
    settings: { connectionString: url, ...readBy(config) },
    database: `PostgreSQL ${Math.floor(Number(version) / 10_000)} at ${hosts}${addresses[0]?.pathname}`,
    notes: [],
    isEmbedded: false,
    release: async () => {},
  }
}

/** The settings that statements read. */
const readBy = ({ zone, unprovedPercent }: Pick<Config, 'zone' | 'unprovedPercent'>) => ({
  zone,
  parameters: { 'guidon.unproved_percent': unprovedPercent },
})

const ensureDatabase = async (settings: Settings) => {
  if (await asked(settings, `select 1 from pg_database where datname = '${NAME}'`)) return
  // If two processes start for the first time at once, the second finds the database.
  await asked(settings, `create database ${NAME}`).catch((error) => {
    if (!['42P04', '23505'].includes(error.code)) throw error
  })
}

const asked = async (settings: Settings, text: string): Promise<string | undefined> => {
  const client = new Client({ ...settings, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end().catch(() => {})
  }
}
