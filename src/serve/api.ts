import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { filesOf, keysOf } from '../installation.ts'
import type { Settings } from '../kit/db/connect.ts'
import { leave } from '../kit/http/server/probes.ts'
import type { JobTools } from '../kit/jobs/jobs.ts'
import { workers } from '../kit/jobs/workers.ts'
import { mailer } from '../kit/mail.ts'
import { outbound } from '../kit/outbound/outbound.ts'
import { jobs, openDatabase } from '../wiring.ts'
import { forgetFirstPasswordInTime } from './first-password.ts'
import { openLog } from './log.ts'

// A proxy asks now and then whether we are ready. Until it has heard that we leave, it still sends.
const DRAIN_MS = 2_000

export type Api = { address: string; stop: () => Promise<void> }

/** One API process: it answers, and takes its share of the jobs. */
export const startApi = async (config: Config, settings: Settings) => (await prepareApi(config, settings))()

/** Builds all of it but the door; what it gives, opens that. */
export const prepareApi = async (config: Config, settings: Settings): Promise<() => Promise<Api>> => {
  const log = openLog(config.logLevel)
  const files = await filesOf(config)
  const { zone, corsOrigins, trustProxy, serialPattern, strangers, secondFactorRoles, publicUrl } = config
  const tools = { database: openDatabase(settings), keys: keysOf(config), files, log, zone }
  const away = outbound(config.webhookAllow)
  const settled = { publicUrl, corsOrigins, trustProxy, serialPattern, strangers, secondFactorRoles }
  const app = buildApp({ ...tools, outbound: away, ...settled })
  await app.ready()
  return () => open(config, settings, app, { ...tools, outbound: away })
}

type Given = Pick<JobTools, 'database' | 'keys' | 'files' | 'outbound' | 'log' | 'zone'>

const open = async (config: Config, settings: Settings, app: FastifyInstance, tools: Given): Promise<Api> => {
  const address = await app.listen({ host: config.host, port: config.port })
  const post = mailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, outbox: join(config.dataDir, 'outbox') })
  const crew = await workers(settings, jobs, { ...tools, mailer: post, publicUrl: config.publicUrl ?? address })
  const endLooking = forgetFirstPasswordInTime(config.dataDir, tools.database.db)
  const stop = async () => {
    leave()
    endLooking()
    if (config.trustProxy) await pause(DRAIN_MS)
    await app.close()
    await crew.stop()
    await post.close()
    await tools.database.end()
    tools.log.flush()
  }
  return { address, stop }
}
