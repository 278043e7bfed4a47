import { withDatabase } from '../commands/house.ts'
import type { Config } from '../config.ts'
import { type Installation, masterKeyOf } from '../installation.ts'
import type { Database } from '../kit/db/connect.ts'
import { keysFrom } from '../kit/keys.ts'
import { seedAdministrator } from '../seeds/administrator.ts'
import { seedDemoOnce } from '../seeds/demo.ts'
import { onceForAll, prepareDatabase, remembered } from '../seeds/prepare.ts'
import { seedReference } from '../seeds/reference.ts'
import { startApi } from './api.ts'
import { startCluster } from './cluster.ts'

/** Makes the house ready and opens its doors; a first start also has something to tell. */
export const begin = async (config: Config, installation: Installation, tell: (what: string) => void) => {
  const { settings } = installation
  const demo = await withDatabase(settings, (database) => prepare(config, installation, database, tell))
  tell('API')
  const api = config.workers > 1 ? await startCluster(config.workers, settings) : await startApi(config, settings)
  // The last thing before it is told, so that no password is made and never seen.
  const administrator = await withDatabase(settings, (database) => firstAdministrator(config, database))
  return { api, demo, administrator }
}

// What a first start does, each thing once: a key, shape, reference data, and a demo where nobody will mind.
const prepare = async (
  config: Config,
  { settings, isEmbedded }: Installation,
  database: Database,
  tell: (what: string) => void,
) => {
  const keys = keysFrom(masterKeyOf(config))
  await prepareDatabase(settings, database, tell)
  const isFirst = (await remembered(database, 'administrator')) === undefined
  tell('reference data')
  await onceForAll(database, 'reference', seedReference)
  if (!(config.demo ?? (isEmbedded && isFirst))) return []
  tell('demo')
  const demo = await seedDemoOnce(database, { zone: config.zone, keys })
  return Array.isArray(demo) ? demo : []
}

const firstAdministrator = async ({ adminEmail: email, adminPassword }: Config, database: Database) => {
  let password: string | undefined
  await onceForAll(database, 'administrator', async (tx) => {
    password = await seedAdministrator(tx, email, adminPassword)
  })
  return password === undefined ? undefined : { role: 'admin', email, password }
}
