import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../kit/db/tables.ts'
import { secretPage, sendDocument } from '../../kit/http/pages/page.ts'
import { sendRefusedPage } from '../../kit/http/pages/refused-page.ts'
import type { SendRefusedPage } from '../../kit/http/server/for-person.ts'
import { originOf } from '../../kit/http/server/origin.ts'
import { type Locale, locales } from '../../kit/words/words.ts'
import { type Asked, askedIn, cataloguePage } from './catalogue.ts'
import { serveCovers } from './covers.ts'
import { documentOf, policyOf, type SitePage } from './document.ts'
import { siteDownloads } from './downloads.ts'
import { embeddedDepartures } from './embed.ts'
import { type Frame, pathIn, readFrame } from './frame.ts'
import { serveIcons } from './icons.ts'
import { goneTripPage, refusedSitePage, unknownPage } from './other-pages.ts'
import { ownPage } from './own-page.ts'
import { packagePage } from './package-page.ts'
import { partyAsked } from './party-asked.ts'
import { servePictures } from './pictures.ts'
import { readCatalogue, readOwnPage, readPackage, readTalk, readTalks, readTrip } from './reads.ts'
import { registerPages } from './register.ts'
import { serveSiteSheet } from './sheet.ts'
import { talkPage, talksPage } from './talks.ts'
import { tripPage } from './trip-page.ts'

/** What a page answers: itself with a status, or the address that has it now. */
type Shown = { page: SitePage; status?: number } | { moved: string } | undefined
type Visit = { db: Db; locale: Locale; query: Record<string, unknown>; param: string }
type Show = (visit: Visit) => Promise<{ frame: Frame; shown: Shown }>

const open = { config: { access: 'public', bytes: true } } as const

/** The public site, at addresses without a prefix: in Chinese, and below `/en` in English. While it is off, its start leads to `office`. */
export async function sitePages(app: FastifyInstance, { office }: { office: string | undefined }) {
  serveCovers(app)
  serveIcons(app)
  servePictures(app)
  serveSiteSheet(app)
  app.register(siteDownloads)
  app.register(registerPages, { office })
  for (const locale of locales) {
    const page = (path: string, show: Show) => app.get(pathIn(locale, path), open, answering(show, locale, office))
    page('/', showCatalogue)
    page('/trips/:param', showTrip)
    page('/packages/:param', showPackage)
    page('/talks', showTalks)
    page('/talks/:param', showTalk)
    app.get(pathIn(locale, '/embed/departures'), open, embedding(locale))
    page('/pages/:param', showOwnPage)
  }
}

const showCatalogue: Show = async ({ db, locale, query }) => {
  const asked = askedIn(query)
  const read = await readAsked(db, asked)
  return { frame: read, shown: { page: cataloguePage(read, asked, locale) } }
}

const readAsked = (db: Db, { q }: Asked) => readCatalogue(db, { pattern: q && `%${q.replace(/[\\%_]/g, '\\$&')}%` })

const showTrip: Show = async ({ db, locale, query, param }) => {
  const { trip, ...frame } = await readTrip(db, { serial: param })
  if (!trip) return { frame, shown: await showUnknown(db, param, locale) }
  if (trip.is_open) return { frame, shown: { page: tripPage(frame, trip, partyAsked(query), locale) } }
  if (trip.status === 'cancelled' || !trip.is_package_published)
    return { frame, shown: { page: goneTripPage(frame, trip, locale), status: 410 } }
  if (!trip.is_past) return { frame, shown: { page: goneTripPage(frame, trip, locale) } }
  const [next] = trip.other_dates
  return { frame, shown: { moved: next ? `/trips/${encodeURIComponent(next.serial)}` : `/packages/${trip.slug}` } }
}

// As far as the serial tells it: serials begin with the code of their package, in the usual pattern.
const showUnknown = async (db: Db, serial: string, locale: Locale): Promise<Shown> => {
  const code = /^[A-Za-z]{2,10}/.exec(serial)?.[0].toUpperCase()
  const { departures } = await readCatalogue(db, {})
  const sameRoute = departures.filter((trip) => code && trip.serial.toUpperCase().startsWith(code))
  return {
    page: unknownPage(`/trips/${encodeURIComponent(serial)}`, locale, sameRoute.slice(0, 6)),
    status: 404,
  }
}

const showPackage: Show = async ({ db, locale, param }) => {
  const { one, ...frame } = await readPackage(db, { address: param })
  if (one?.status !== 'published') return { frame, shown: undefined }
  if (one.slug !== param) return { frame, shown: { moved: `/packages/${one.slug}` } }
  return { frame, shown: { page: packagePage(frame, one, locale) } }
}

const showTalks: Show = async ({ db, locale }) => {
  const read = await readTalks(db, {})
  return { frame: read, shown: { page: talksPage(read, locale) } }
}

const showTalk: Show = async ({ db, locale, param }) => {
  const { talk, ...frame } = await readTalk(db, { id: /^[1-9]\d{0,8}$/.test(param) ? Number(param) : 0 })
  return { frame, shown: talk ? { page: talkPage(frame, talk, locale) } : undefined }
}

const showOwnPage: Show = async ({ db, locale, param }) => {
  const { own, ...frame } = await readOwnPage(db, { slug: param })
  return { frame, shown: own ? { page: ownPage(own, locale) } : undefined }
}

/** Sends a page. While the site is off, its start leads to the office and nothing else is there. */
const answering =
  (show: Show, locale: Locale, office: string | undefined) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { db } = request.server.database
    const { param = '' } = request.params as { param?: string }
    const { frame, shown } = await show({ db, locale, param, query: request.query as Record<string, unknown> })
    if (!frame.is_shown)
      return office && show === showCatalogue
        ? reply.header('cache-control', 'no-cache').redirect(office)
        : reply.callNotFound()
    if (shown && 'moved' in shown)
      return reply.header('cache-control', 'public, max-age=30').redirect(pathIn(locale, shown.moved), 301)
    const { page, status = 200 } = shown ?? { page: unknownPage('/', locale), status: 404 }
    return sendDocument(
      reply.code(status),
      documentOf(page, frame, locale, { origin: originOf(request), office }),
      policyOf(page),
    )
  }

/** How long the page of a refusal waits for the frame of the site. */
const FRAME_MS = 500

/**
 * The page of a refusal in the frame of the site; for the office, or while the site is off, without it. It is sent also if the database
 * does not answer.
 */
export function siteRefusedPage(office: string | undefined): SendRefusedPage {
  return async (request, reply, told) => {
    const { database, patience } = request.server
    const isOfOffice = /^\/desk(\/|\?|$)/.test(request.url)
    const late = pause(FRAME_MS * patience, undefined, { ref: false })
    const frame = isOfOffice ? undefined : await Promise.race([readFrame(database.db, {}).catch(() => undefined), late])
    // It was answered meanwhile.
    if (reply.sent) return reply
    if (!frame?.is_shown) return sendRefusedPage(request, reply, told)
    const locale = languageOf(request)
    const page = refusedSitePage(told(locale), locale)
    return sendDocument(reply, documentOf(page, frame, locale, { origin: originOf(request), office }), secretPage)
  }
}

// Pages of links are in the language of the reader, and all others in that of their address.
const languageOf = ({ url, locale }: FastifyRequest): Locale =>
  /^\/en(?=[/?]|$)/.test(url) ? 'en' : /^\/l\//.test(url) ? locale : 'zh-TW'

const embedding = (locale: Locale) => async (request: FastifyRequest, reply: FastifyReply) => {
  const asked = askedIn(request.query as Record<string, unknown>)
  const read = await readAsked(request.server.database.db, asked)
  if (!read.is_shown) return reply.callNotFound()
  const { document, policy } = embeddedDepartures(read, asked, locale)
  return sendDocument(reply, document, policy)
}
