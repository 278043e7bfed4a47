import cluster from 'node:cluster'
import { type Config, readConfig } from '../config.ts'
import { openInstallation } from '../installation.ts'
import type { Api } from '../serve/api.ts'
import { settingsFromFirst } from '../serve/cluster.ts'
import { type Io, progress } from './io.ts'

export const serve = async (io: Io) => {
  const config = readConfig(io.env)
  if (cluster.isPrimary) await serveHere(config, io)
  else await serveAsWorker(config)
}

const serveHere = async (config: Config, io: Io) => {
  const { show, note, done } = progress(io)
  show('PostgreSQL')
  // The rest of the program is loaded while PostgreSQL starts. Not before the start of PostgreSQL, because loading blocks the
  // event loop.
  const program = () => import('../serve/begin.ts')
  const installation = await openInstallation(config, program)
  const { begin } = await program()
  const { api, ...begun } = await begin(config, installation, { show, note, isRead: io.isRead }).catch(
    async (error) => {
      await installation.release()
      throw error
    },
  )
  stopGracefully(api, installation.release)
  done()
  const { banner } = await import('../serve/banner.ts')
  const address = config.publicUrl ?? api.address
  io.out(banner({ address, database: installation.database, ...begun, seconds: process.uptime() }))
}

const serveAsWorker = async (config: Config) => {
  const [settings, { startApi }] = await Promise.all([settingsFromFirst(), import('../serve/api.ts')])
  const api = await startApi(config, settings)
  process.send?.({ address: api.address })
  stopGracefully(api, async () => {})
}

const stopGracefully = ({ stop }: Api, release: () => Promise<void>) => {
  let isStopping = false
  const stopOnce = async () => {
    if (isStopping) return
    isStopping = true
    // Exits after 25 s at the latest, also if something hangs.
    setTimeout(() => process.exit(1), 25_000).unref()
    await stop()
    await release()
    process.exit(0)
  }
  process.on('SIGTERM', stopOnce).on('SIGINT', stopOnce)
}
