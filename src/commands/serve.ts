import cluster from 'node:cluster'
import { type Config, readConfig } from '../config.ts'
import { type Installation, masterKeyOf, openInstallation } from '../installation.ts'
import type { Database } from '../kit/db/connect.ts'
import { seedAdministrator } from '../seeds/administrator.ts'
import { seedDemoOnce } from '../seeds/demo.ts'
import { onceForAll, prepareDatabase, remembered } from '../seeds/prepare.ts'
import { seedReference } from '../seeds/reference.ts'
import { type Api, startApi } from '../serve/api.ts'
import { banner } from '../serve/banner.ts'
import { settingsFromFirst, startCluster } from '../serve/cluster.ts'
import { withDatabase } from './house.ts'
import { type Io, progress } from './io.ts'

export const serve = async (io: Io) => {
  const config = readConfig(io.env)
  if (cluster.isPrimary) await serveHere(config, io)
  else await serveAsWorker(config)
}

const serveHere = async (config: Config, io: Io) => {
  const { tell, done } = progress(io)
  tell('PostgreSQL')
  const installation = await openInstallation(config)
  const { settings, database: databaseName, release } = installation
  // Made before there are several processes that would each make one.
  masterKeyOf(config)
  const demo = await withDatabase(settings, (database) => prepare(config, installation, database, tell))
  tell('API')
  const api = config.workers > 1 ? await startCluster(config.workers, settings) : await startApi(config, settings)
  leaveGracefully(api, release)
  // The last thing before it is told, so that no password is made and never seen.
  const administrator = await withDatabase(settings, (database) => firstAdministrator(config, database))
  done()
  const address = config.publicUrl ?? api.address
  io.out(banner({ address, database: databaseName, administrator, demo, seconds: process.uptime() }))
}

const serveAsWorker = async (config: Config) => {
  const api = await startApi(config, await settingsFromFirst())
  process.send?.({ address: api.address })
  leaveGracefully(api, async () => {})
}

// What a first start does, each thing once: shape, reference data, and a demo where nobody will mind.
const prepare = async (
  config: Config,
  installation: Installation,
  database: Database,
  tell: (what: string) => void,
) => {
  const { settings, isEmbedded } = installation
  await prepareDatabase(settings, database, tell)
  const isFirst = (await remembered(database, 'administrator')) === undefined
  tell('reference data')
  await onceForAll(database, 'reference', seedReference)
  if (!(config.demo ?? (isEmbedded && isFirst))) return []
  tell('demo')
  const demo = await seedDemoOnce(database, config.zone)
  return Array.isArray(demo) ? demo : []
}

const firstAdministrator = async ({ adminEmail: email, adminPassword }: Config, database: Database) => {
  let password: string | undefined
  await onceForAll(database, 'administrator', async (tx) => {
    password = await seedAdministrator(tx, email, adminPassword)
  })
  return password === undefined ? undefined : { role: 'admin', email, password }
}

const leaveGracefully = ({ stop }: Api, release: () => Promise<void>) => {
  let leaving = false
  const leave = async () => {
    if (leaving) return
    leaving = true
    // Whatever hangs, the machine around us does not wait forever.
    setTimeout(() => process.exit(1), 25_000).unref()
    await stop()
    await release()
    process.exit(0)
  }
  process.on('SIGTERM', leave).on('SIGINT', leave)
}
