import cluster from 'node:cluster'
import { type Config, readConfig, readEnvironment } from '../config.ts'
import { openInstallation } from '../installation.ts'
import { connect, type Settings } from '../kit/db/connect.ts'
import { seedAdministrator } from '../seeds/administrator.ts'
import { onceForAll, prepareDatabase } from '../seeds/prepare.ts'
import { type Api, startApi } from '../serve/api.ts'
import { banner } from '../serve/banner.ts'
import { settingsFromFirst, startCluster } from '../serve/cluster.ts'

export const serve = async () => {
  const config = readConfig(readEnvironment())
  if (cluster.isPrimary) await serveHere(config)
  else await serveAsWorker(config)
}

const serveHere = async (config: Config) => {
  const { settings, database, isEmbedded, release } = await openInstallation(config)
  const accounts = await prepare(config, settings, isEmbedded)
  const api = config.workers > 1 ? await startCluster(config.workers, settings) : await startApi(config, settings)
  leaveGracefully(api, release)
  process.stdout.write(
    banner({ address: config.publicUrl ?? api.address, database, ...accounts, seconds: process.uptime() }),
  )
}

const serveAsWorker = async (config: Config) => {
  const api = await startApi(config, await settingsFromFirst())
  process.send?.({ address: api.address })
  leaveGracefully(api, async () => {})
}

// What a first start does, each thing once: shape, reference data, an administrator, and a demo where nobody will mind.
const prepare = async (config: Config, settings: Settings, _isEmbedded: boolean) => {
  const database = connect({ ...settings, readers: 1, writers: 2 })
  try {
    await prepareDatabase(settings, database)
    let password: string | undefined
    await onceForAll(database, 'administrator', async (tx) => {
      password = await seedAdministrator(tx, config.adminEmail, config.adminPassword)
    })
    return { administrator: password ? { role: 'admin', email: config.adminEmail, password } : undefined, demo: [] }
  } finally {
    await database.end()
  }
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
