import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { settleAll } from '../../async/settle.ts'
import type { Db } from '../../db/tables.ts'
import { type RefusalCode, refusalCodes, refusals, unavailable } from '../../errors.ts'
import { oneOf } from '../../fields.ts'
import type { Store } from '../../files/store.ts'
import type { Keys } from '../../secrets/keys.ts'
import { faultOfKnownKeys } from '../../secrets/known-keys.ts'
import { type Locale, say } from '../../words/words.ts'
import { routes } from '../routes/routes.ts'

/** The key in `installation` that the first start writes last, together with the first administrator. */
export const FIRST_START = 'administrator'

let isStopping = false
/** From now on `/readyz` answers 503, so that a load balancer sends no more requests here. */
export function stopBeingReady() {
  isStopping = true
}

const Well = Type.Object({ status: Type.Literal('ok') })

/** Probes and metrics for the platform that runs the service. */
export const probes = routes((on, app) => {
  on.raw(
    'GET',
    '/healthz',
    { name: 'checkHealth', access: 'public', summary: 'The process answers', returns: Well, quiet: true },
    async () => ok,
  )
  on.raw(
    'GET',
    '/readyz',
    {
      name: 'checkReadiness',
      access: 'public',
      summary:
        'The process answers, its database and files accept writes, its master key fits, and the first administrator can sign in',
      returns: Well,
      refuses: ['unavailable'],
      quiet: true,
    },
    () => readiness(app),
  )
  on.raw(
    'GET',
    '/metrics',
    { access: 'public', summary: 'Metrics for Prometheus', returns: Type.String(), media: 'text/plain', quiet: true },
    async (_request, reply) => reply.type(app.metrics.contentType).send(await app.metrics.metrics()),
  )
})

const readiness = async ({ database: { db }, keys, files, patience }: FastifyInstance) => {
  if (isStopping) return refuseUnavailable()
  // No answer within the timeout counts as not ready.
  const late = pause(TIMEOUT_MS * patience, undefined, { ref: false }).then(refuseUnavailable)
  return Promise.race([check(db, keys, files), late])
}

const check = async (db: Db, keys: Keys, files: Store) => {
  const [, { rows }, keyFault] = await settleAll([
    mayWrite.execute(db),
    firstStart.execute(db),
    faultOfKnownKeys(db, keys),
    files.checkWritable(),
  ])
  return rows.length && !keyFault ? ok : refuseUnavailable()
}

const TIMEOUT_MS = 2_000
const firstStart = sql`select from installation where key = ${sql.lit(FIRST_START)}`
// Locks no row and writes nothing, but fails (25006) on a standby and on any server that is read-only.
const mayWrite = sql`select from installation where false for update`
const refuseUnavailable = () => {
  throw unavailable()
}
const ok = { success: true, data: { status: 'ok' } }

/** Describes every refusal at the URL that its `type` names. */
export const problems = routes((on) => {
  const code = oneOf(refusalCodes())
  const returns = Type.Object({ code, status: Type.Integer(), title: Type.String(), detail: Type.String() })

  on.get(
    '',
    {
      access: 'public',
      summary: 'All refusal codes',
      returns: Type.Array(returns),
      noFile: true,
      etag: 'content',
      cache: 'public, no-cache',
    },
    async ({ locale }) => refusalCodes().map((each) => describe(each, locale)),
  )
  on.get(
    '/:code',
    {
      access: 'public',
      summary: 'One refusal code',
      params: Type.Object({ code }),
      returns,
      etag: 'content',
    },
    async ({ params, locale }) => describe(params.code, locale),
  )
})

const describe = (code: RefusalCode, locale: Locale) => {
  const [status, title, wayOut] = refusals[code]
  return { code, status, title: say(title, locale), detail: say(wayOut, locale) }
}
