import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { securityPolicies } from './kit/http/security-policies.ts'
import { serveSite } from './kit/http/site.ts'

const folder = fileURLToPath(new URL('../web/dist', import.meta.url))

/** The path of the console, the pages for staff. */
export const DESK = '/desk'

/** The paths of its pages. `web/src/routes.tsx` defines their content; a test compares the two. */
export const pages = [
  DESK,
  `${DESK}/sign-in`,
  `${DESK}/second-factor`,
  `${DESK}/account`,
  `${DESK}/notifications`,
  `${DESK}/requests`,
  `${DESK}/requests/:id`,
  `${DESK}/packages`,
  `${DESK}/packages/:id`,
  `${DESK}/trips`,
  `${DESK}/trips/:id`,
  `${DESK}/on-the-road`,
  `${DESK}/bookings`,
  `${DESK}/bookings/:id`,
  `${DESK}/enquiries`,
  `${DESK}/enquiries/:id`,
  `${DESK}/travelers`,
  `${DESK}/travelers/:id`,
  `${DESK}/leaders`,
  `${DESK}/leaders/proposal`,
  `${DESK}/leaders/:id`,
  `${DESK}/approvals`,
  `${DESK}/money`,
  `${DESK}/accounts`,
  `${DESK}/accounts/:id`,
  `${DESK}/audit`,
  `${DESK}/feedback`,
  `${DESK}/house`,
  `${DESK}/site`,
  `${DESK}/payment-providers`,
  `${DESK}/receipt-platform`,
  `${DESK}/line`,
  `${DESK}/messages`,
  `${DESK}/webhooks`,
  `${DESK}/webhooks/:id`,
  `${DESK}/mails`,
  `${DESK}/jobs`,
  `${DESK}/health`,
  `${DESK}/design`,
  `${DESK}/upkeep/import`,
  `${DESK}/persons`,
  `${DESK}/persons/:id`,
  `${DESK}/seminars`,
  `${DESK}/seminars/:id`,
  `${DESK}/sessions/:id`,
  `${DESK}/reference`,
] as const

/** The console is built by `npm ci` if its builder is installed; without a build the service is an API alone. */
export function hasConsole() {
  return existsSync(`${folder}/index.html`)
}

/** `keptIn` keeps the assets of earlier releases for pages that are still open. */
export function serveConsole(app: FastifyInstance, keptIn: string | undefined) {
  if (!hasConsole()) return
  serveSite(app, { folder, at: DESK, pages, policy: securityPolicies.console, keptIn })
}
