import { join } from 'node:path'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { masterKeyOf } from '../installation.ts'
import { connect, type Settings } from '../kit/db/connect.ts'
import { openStore } from '../kit/files/store.ts'
import { leave } from '../kit/http/probes.ts'
import { workers } from '../kit/jobs/workers.ts'
import { keysFrom } from '../kit/keys.ts'
import { mailer } from '../kit/mail.ts'

export type Api = { address: string; stop: () => Promise<void> }

/** One API process: it answers, and takes its share of the jobs. */
export const startApi = async (config: Config, settings: Settings): Promise<Api> => {
  const log = pino({ level: config.logLevel }, pino.destination({ sync: false }))
  const database = connect(settings)
  const keys = keysFrom(masterKeyOf(config))
  const { zone, corsOrigins, trustProxy, serialPattern } = config
  const files = await openStore({ directory: join(config.dataDir, 'files'), url: config.filesUrl })
  const app = buildApp({ database, keys, files, log, zone, corsOrigins, trustProxy, serialPattern })
  const address = await app.listen({ host: config.host, port: config.port })

  const publicUrl = config.publicUrl ?? address
  const post = mailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, outbox: join(config.dataDir, 'outbox') })
  const crew = await workers(settings, { database, keys, files, mailer: post, log, publicUrl, zone })
  const stop = async () => {
    leave()
    await app.close()
    await crew.stop()
    post.close()
    await database.end()
    log.flush()
  }
  return { address, stop }
}
