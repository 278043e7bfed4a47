import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../kit/db/tables.ts'
import { acceptForms } from '../../kit/http/pages/accept-forms.ts'
import { html } from '../../kit/http/pages/html.ts'
import { secretPage, sendDocument } from '../../kit/http/pages/page.ts'
import { sendRefusedPage } from '../../kit/http/pages/refused-page.ts'
import { originOf } from '../../kit/http/server/origin.ts'
import type { SendRefusedPage } from '../../kit/http/server/problem.ts'
import { type Locale, locales } from '../../kit/words/words.ts'
import { soughtWords } from '../bookings/sought-trips.ts'
import { askPage, askRoute, oneAsked, prefilledIn } from './ask.ts'
import { type Asked, askedIn, cataloguePage, nextDepartures } from './catalogue.ts'
import { serveCovers } from './covers.ts'
import { documentOf } from './document.ts'
import { siteDownloads } from './downloads.ts'
import { embeddedDepartures } from './embed.ts'
import { type Frame, pathIn, readFrame } from './frame.ts'
import { serveIcons } from './icons.ts'
import { goneTripPage, refusedSitePage, unknownPage } from './other-pages.ts'
import { ownPage } from './own-page.ts'
import { packagePage } from './package-page.ts'
import { type Moved, type On, type PageWithForms, page, siteShell, type View } from './page.ts'
import { partyAsked } from './party-asked.ts'
import { servePictures } from './pictures.ts'
import { readCatalogue, readOwnPage, readPackage, readTalks, readTrip } from './reads.ts'
import { registerPages } from './register/pages.ts'
import { serveSharePictures } from './share-pictures.ts'
import { serveSiteSheet } from './sheet.ts'
import { oneTalk, talkPage, talkRoute } from './talk.ts'
import { talksPage } from './talks.ts'
import { tripPage } from './trip-page.ts'

/** The public site, at addresses without a prefix: in Chinese, and below `/en` in English. While it is off, its start leads to `office`. */
export async function sitePages(app: FastifyInstance, { office }: { office: string | undefined }) {
  await acceptForms(app)
  serveCovers(app)
  serveIcons(app)
  servePictures(app)
  serveSharePictures(app)
  serveSiteSheet(app)
  app.register(siteDownloads)
  app.register(registerPages, { office })
  for (const locale of locales) {
    const at = (path: string, open: (on: On) => Promise<View | Moved | PageWithForms>, takesForms = false) =>
      page(app, pathIn(locale, path), { shell: siteShell, locale, office, open, takesForms })
    at('/', catalogue)
    at('/trips/:serial', trip)
    at('/packages/:slug', route)
    at('/ask', asking, true)
    at('/talks', talks)
    at('/talks/:id', talk, true)
    at('/pages/:slug', own)
    app.get(pathIn(locale, '/embed/departures'), open, embedding(locale))
  }
}

const open = { config: { access: 'public', bytes: true } } as const

const catalogue = async ({ db, locale, query, office }: On) => {
  const asked = askedIn(query)
  const frame = await readAsked(db, asked)
  if (!frame.is_shown) return office ? { moved: office } : notShown(frame)
  return { ...cataloguePage(frame, asked, locale), frame }
}

const readAsked = (db: Db, { q }: Asked) => readCatalogue(db, { words: q && JSON.stringify(soughtWords(q)) })

// While the site is off, the record of the agency may be empty, and no page is made of it.
const notShown = (frame: Frame): View => ({ title: '', body: html``, frame })

const trip = async ({ db, request, locale, query, params: { serial = '' } }: On) => {
  const { trip, ...frame } = await readTrip(db, { serial })
  if (!frame.is_shown) return notShown(frame)
  if (!trip) return { ...(await unknownTripPage(db, serial, locale)), frame }
  const asked = { asked: partyAsked(query), origin: originOf(request) }
  if (trip.is_open) return { ...tripPage(frame, trip, asked, locale), frame }
  const gone = { ...goneTripPage(frame, trip, locale), frame }
  if (trip.status === 'cancelled' || !trip.is_package_published) return { ...gone, status: 410 }
  if (!trip.is_past) return gone
  const [next] = trip.other_dates
  return forGood(locale, next ? `/trips/${encodeURIComponent(next.serial)}` : `/packages/${trip.slug}`)
}

const forGood = (locale: Locale, path: string): Moved => ({ moved: pathIn(locale, path), status: 301 })

// As far as the serial tells it: serials begin with the code of their package, in the usual pattern.
const unknownTripPage = async (db: Db, serial: string, locale: Locale) => {
  const code = /^[A-Za-z]{2,10}/.exec(serial)?.[0].toUpperCase()
  const { departures, house } = await readCatalogue(db, {})
  const sameRoute = departures.filter((trip) => code && trip.serial.toUpperCase().startsWith(code))
  return unknownPage(`/trips/${encodeURIComponent(serial)}`, locale, sameRoute.slice(0, 6), house)
}

const route = async ({ db, request, locale, params: { slug = '' } }: On) => {
  const { one, ...frame } = await readPackage(db, { address: slug })
  if (!frame.is_shown) return notShown(frame)
  if (one?.status !== 'published') return { ...unknownPage('/', locale), frame }
  if (one.slug !== slug) return forGood(locale, `/packages/${one.slug}`)
  return { ...packagePage(frame, one, originOf(request), locale), frame }
}

const talks = async ({ db, locale }: On) => {
  const frame = await readTalks(db, {})
  if (!frame.is_shown) return notShown(frame)
  return { ...talksPage(frame, locale, nextDepartures(frame, locale)), frame }
}

const asking = async ({ app, db, request, locale, query }: On) => {
  const prefilled = prefilledIn(query)
  const { about, frame } = await oneAsked(db, prefilled)
  if (!frame.is_shown) return notShown(frame)
  if (request.method === 'POST') return askRoute(app, request)
  return { ...askPage(frame, { about, prefilled }, locale), frame }
}

const talk = async ({ app, db, request, locale, params }: On) => {
  const id = /^[1-9]\d{0,8}$/.test(params.id ?? '') ? Number(params.id) : 0
  const { talk, others, frame } = await oneTalk(db, id)
  if (!frame.is_shown) return notShown(frame)
  if (request.method === 'POST') return talkRoute(app, request, id)
  return { ...(talk ? talkPage(frame, { talk, others }, locale) : unknownPage('/', locale)), frame }
}

const own = async ({ db, locale, params: { slug = '' } }: On) => {
  const { own, ...frame } = await readOwnPage(db, { slug })
  if (!frame.is_shown) return notShown(frame)
  return { ...(own ? ownPage(own, locale) : unknownPage('/', locale)), frame }
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
    const isOfOffice = /^\/(desk|api)(\/|\?|$)/.test(request.url)
    const late = pause(FRAME_MS * patience, undefined, { ref: false })
    const frame = isOfOffice ? undefined : await Promise.race([readFrame(database.db, {}).catch(() => undefined), late])
    // It was answered meanwhile.
    if (reply.sent) return reply
    if (!frame?.is_shown) return sendRefusedPage(request, reply, told)
    const locale = languageOf(request)
    const refused = refusedSitePage(told(locale), frame, locale)
    return sendDocument(reply, documentOf(refused, frame, locale, { origin: originOf(request), office }), secretPage)
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
