import { withDatabase } from '../commands/installation.ts'
import { type Config, isReachable } from '../config.ts'
import { filesOf, type Installation, keysOf } from '../installation.ts'
import type { Database, Settings } from '../kit/db/connect.ts'
import { FIRST_START } from '../kit/http/server/probes.ts'
import type { Keys } from '../kit/secrets/keys.ts'
import { seedAdministrator } from '../seeds/administrator.ts'
import { isDemoExposed } from '../seeds/demo/exposure.ts'
import { onceForAll, prepareDatabase, remember, remembered } from '../seeds/prepare.ts'
import { prepareApi } from './api.ts'
import { startCluster } from './cluster.ts'
import { claimFileStore } from './file-store.ts'
import { keepFirstPassword } from './first-password.ts'

type Terminal = {
  /** What goes on now, written over by what comes next. */
  show: (what: string) => void
  /** What stays to be read. */
  note: (what: string) => void
  /** Somebody reads what is printed; otherwise it goes to a journal. */
  isRead: boolean
}

/** Makes the house ready and opens its doors; a first start also has something to tell. */
export const begin = (config: Config, installation: Installation, { show, note, isRead }: Terminal) =>
  withDatabase(installation.settings, async (database) => {
    const { settings } = installation
    // Made before there are several processes that would each make one.
    const keys = keysOf(config)
    const prepared = prepareDatabase(settings, database, { onMigration: show, onWait: note }, async () => {
      await database.transaction({}, (tx) => remember(tx, 'currency', config.currency))
      show('reference data')
      await onceForAll(database, 'reference', async (tx) => {
        // Only a first start needs it, so no other loads it.
        const { seedReference } = await import('../seeds/reference.ts')
        await seedReference(tx)
      })
    })
    const [open] = await Promise.all([doorsOf(config, settings), prepared])
    await claimFileStore(database, await filesOf(config), note)
    show('demo')
    const demo = await demoOf(config, installation, database, keys)
    show('API')
    const api = await open()
    // The last thing before it is told, so that no password is made and never seen.
    const administrator = await firstAdministrator(config, database, isRead)
    return { api, demo, administrator, isDemoExposed: await isDemoExposed(database.db, config) }
  })

// Built while the database is busy getting ready, and opened when all is there.
const doorsOf = async (config: Config, settings: Settings) =>
  config.workers > 1 ? () => startCluster(config.workers, settings) : prepareApi(config, settings)

// Without being asked, only where nobody else can come: its passwords are known to all.
const demoOf = async (config: Config, { isEmbedded }: Installation, database: Database, keys: Keys) => {
  const isFirst = (await remembered(database, FIRST_START)) === undefined
  if (!(config.demo ?? (isEmbedded && isFirst && !isReachable(config)))) return []
  const { seedDemoOnce } = await import('../seeds/demo/demo.ts')
  const demo = await seedDemoOnce(database, { zone: config.zone, serialPattern: config.serialPattern, keys })
  return Array.isArray(demo) ? demo : []
}

// Its password is on the screen, or in the file, before there is an account that only it opens.
const firstAdministrator = async (
  { adminEmail, adminPassword, dataDir }: Config,
  database: Database,
  isRead: boolean,
) => {
  let administrator: { email: string; password: string; path?: string } | undefined
  await onceForAll(database, FIRST_START, async (tx) => {
    const password = await seedAdministrator(tx, adminEmail, adminPassword)
    if (password === undefined) return
    administrator = { email: adminEmail, password }
    if (!isRead) administrator.path = await keepFirstPassword(dataDir, administrator)
  })
  return administrator
}
