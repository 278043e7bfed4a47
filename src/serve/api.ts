import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { filesOf } from '../installation.ts'
import type { Settings } from '../kit/db/connect.ts'
import { stopBeingReady } from '../kit/http/server/probes.ts'
import type { JobTools } from '../kit/jobs/jobs.ts'
import { workers } from '../kit/jobs/workers.ts'
import { mailer } from '../kit/mail/mail.ts'
import { outbound } from '../kit/outbound/outbound.ts'
import type { Keys } from '../kit/secrets/keys.ts'
import { checkedKeys } from '../master-keys.ts'
import { papersOf } from '../papers.ts'
import { jobs, openDatabase } from '../wiring.ts'
import { watchFirstPassword } from './first-password.ts'
import { openLog } from './log.ts'

// A load balancer probes readiness at intervals. It may still send requests until it has noticed that this process stops.
const DRAIN_MS = 2_000

export type Api = { address: string; stop: () => Promise<void> }

/** Starts one API process, which answers requests and processes jobs. */
export async function startApi(config: Config, settings: Settings) {
  return (await prepareApi(config, settings))()
}

/** Builds the API process without listening. The returned function starts to listen. `keys` must have been checked before. */
export async function prepareApi(config: Config, settings: Settings, checked?: Keys): Promise<() => Promise<Api>> {
  const log = openLog(config.logLevel)
  const files = await filesOf(config)
  const { zone, corsOrigins, trustProxy, serialPattern, secondFactorRoles, publicUrl, providerUrls } = config
  const database = openDatabase(settings)
  const papers = papersOf(config, { database, files, log })
  const tools = { database, keys: checked ?? (await checkedKeys(config, database)), files, papers, log, zone }
  const outboundHttp = outbound(config.webhookAllow)
  const settled = { publicUrl, corsOrigins, trustProxy, serialPattern, secondFactorRoles, providerUrls }
  const { dataDir, smtpUrl, mailFrom } = config
  const post = mailer({ smtpUrl, from: mailFrom, outbox: join(dataDir, 'outbox') })
  const machine = { dataDir, mailer: post, isMailServerSet: smtpUrl !== undefined }
  const app = buildApp({
    ...tools,
    outbound: outboundHttp,
    ...settled,
    machine,
    consoleKeptIn: join(dataDir, 'console'),
  })
  await app.ready()
  const { receiptPlatformUrl, lineApiUrl } = config
  const given = { ...tools, outbound: outboundHttp, mailer: post, providerUrls, receiptPlatformUrl, lineApiUrl }
  return () => open(config, settings, app, given)
}

type Given = Pick<
  JobTools,
  | 'database'
  | 'keys'
  | 'files'
  | 'papers'
  | 'outbound'
  | 'mailer'
  | 'log'
  | 'zone'
  | 'providerUrls'
  | 'receiptPlatformUrl'
  | 'lineApiUrl'
>

const open = async (config: Config, settings: Settings, app: FastifyInstance, tools: Given): Promise<Api> => {
  const address = await app.listen({ host: config.host, port: config.port })
  // Jobs use the pool for slow reads, because nobody waits for their results.
  const database = { ...tools.database, db: tools.database.slowDb }
  const jobWorkers = await workers(settings, jobs, { ...tools, database, publicUrl: config.publicUrl ?? address })
  const endWatch = watchFirstPassword(config.dataDir, tools.database.db)
  const stop = async () => {
    stopBeingReady()
    endWatch()
    if (config.trustProxy) await pause(DRAIN_MS)
    await app.close()
    await jobWorkers.stop()
    await tools.mailer.close()
    tools.papers.close()
    await tools.database.end()
    tools.log.flush()
  }
  return { address, stop }
}
