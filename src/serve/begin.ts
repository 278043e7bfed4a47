import type { Config } from '../config.ts'
import { filesOf, type Installation } from '../installation.ts'
import type { Database, Settings } from '../kit/db/connect.ts'
import type { Store } from '../kit/files/store.ts'
import { FIRST_START } from '../kit/http/server/probes.ts'
import type { Keys } from '../kit/secrets/keys.ts'
import { checkedKeys, recordSealing } from '../master-keys.ts'
import { isSiteShown } from '../modules/site/reads.ts'
import { seedAdministrator } from '../seeds/administrator.ts'
import { isDemoExposed, isDemoWanted } from '../seeds/demo/exposure.ts'
import { onceForAll, prepareDatabase, remember, remembered } from '../seeds/prepare.ts'
import { withDatabase } from '../wiring.ts'
import { prepareApi } from './api.ts'
import { startCluster } from './cluster.ts'
import { claimFileStore } from './file-store.ts'
import { keepFirstPassword } from './first-password.ts'

type Terminal = {
  /** Shows a line that the next one overwrites. */
  show: (what: string) => void
  /** Prints a line that stays. */
  note: (what: string) => void
  /** Whether the output is a terminal; otherwise it goes to a journal. */
  isRead: boolean
  /** Called before the API listens; may hold the start for ever. */
  onListen: () => Promise<void>
}

/** Prepares the database and the file store and starts the API. Returns the accounts that a first start created. */
export function begin(config: Config, installation: Installation, terminal: Terminal) {
  return withDatabase(installation.settings, async (database) => {
    const { show, note, isRead, onListen } = terminal
    // Before anything is written, so that a start with a wrong key changes nothing.
    const keys = await checkedKeys(config, database)
    const listen = await prepare(config, installation.settings, database, keys, terminal)
    await recordSealing(database, keys)
    const files = await filesOf(config)
    await claimFileStore(database, files, note)
    show('demo')
    const demo = await demoOf(config, installation, database, { keys, files })
    show('API')
    await onListen()
    const api = await listen()
    try {
      // The last step before the banner is printed, so that a start that fails creates no password that nobody has seen.
      const administrator = await firstAdministrator(config, database, isRead)
      return {
        ...{ api, demo, administrator },
        isDemoExposed: await isDemoExposed(database.db, config),
        isSiteOn: await isSiteShown(database.db),
      }
    } catch (error) {
      await api.stop()
      throw error
    }
  })
}

/** Prepares the database, and meanwhile builds the API. Returns the function by which the API starts to listen. */
const prepare = async (
  config: Config,
  settings: Settings,
  database: Database,
  keys: Keys,
  { show, note }: Terminal,
) => {
  const isNew = Promise.withResolvers<void>()
  const progress = { onMigration: show, onNew: isNew.resolve, onWait: note }
  const prepared = prepareDatabase(settings, database, progress, async () => {
    await database.transaction({}, (tx) => remember(tx, 'currency', config.currency))
    show('reference data')
    await onceForAll(database, 'reference', async (tx) => {
      // Imported on demand, because only a first start needs it.
      const { seedReference } = await import('../seeds/reference.ts')
      await seedReference(tx)
    })
  })
  // Building the API blocks this process. Only in a new database does nobody wait for the locks of a migration meanwhile.
  await Promise.race([isNew.promise, prepared])
  const [listen] = await Promise.all([listenerOf(config, settings, keys), prepared])
  return listen
}

const listenerOf = async (config: Config, settings: Settings, keys: Keys) =>
  config.workers > 1 ? () => startCluster(config.workers, settings) : prepareApi(config, settings, keys)

const demoOf = async (
  config: Config,
  { isEmbedded }: Installation,
  database: Database,
  stored: { keys: Keys; files: Store },
) => {
  const isFirst = (await remembered(database, FIRST_START)) === undefined
  if (!isDemoWanted(config, { isEmbedded, isFirst })) return []
  const { seedDemoOnce } = await import('../seeds/demo/demo.ts')
  const demo = await seedDemoOnce(database, { zone: config.zone, serialPattern: config.serialPattern, ...stored })
  return Array.isArray(demo) ? demo : []
}

// The file with the password is written before the account is committed, so that there is never an account whose password is lost.
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
