import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Settings } from './kit/db/connect.ts'
import { addressesIn } from './kit/db/connection/addresses.ts'
import { Client } from './kit/db/connection/client.ts'
import { embeddedServer } from './kit/embedded-postgres/embedded.ts'
import { openStore } from './kit/files/store.ts'

/** The database of an installation, and a function that releases it. */
export type Installation = {
  settings: Settings
  /** A description for the person who starts the service. */
  database: string
  /** What the start has to say about it. */
  notes: string[]
  isEmbedded: boolean
  /** `abandoned`: although connections of this process are still open. */
  release: (abandoned?: boolean) => Promise<void>
}

const NAME = 'guidon'
const OLDEST = 15

/** Finds the database, or starts the embedded one; `meanwhile` is called while it starts. */
export const openInstallation = async (config: Config, meanwhile = () => {}): Promise<Installation> => {
  if (!config.databaseUrl) return embedded(config, meanwhile)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  return external(config.databaseUrl, config)
}

/** The store of private files: a bucket, or a folder in the data directory. */
export const filesOf = ({ dataDir, filesUrl }: Pick<Config, 'dataDir' | 'filesUrl'>) =>
  openStore({ directory: join(dataDir, 'files'), url: filesUrl })

const embedded = async ({ dataDir, ...config }: Config, meanwhile: () => void): Promise<Installation> => {
  const { connection, version, home, removed, release } = await embeddedServer({ dataDir, meanwhile })
  await ensureDatabase({ ...connection, database: 'postgres' }).catch(async (error) => {
    await release()
    throw error
  })
  return {
    settings: { ...connection, database: NAME, ...readBy(config) },
    database: `embedded PostgreSQL ${version} in ${isInside(dataDir, home) ? dataDir : `${home} (${CLOSED})`}`,
    notes: removed.map((place) => `${place} was removed: its DATA_DIR has been gone for 30 days`),
    isEmbedded: true,
    release,
  }
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
  // If two first starts happen at once, the second finds the database.
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
