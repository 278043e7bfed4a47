import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../kit/db/tables.ts'
import { sendDocument } from '../../kit/http/pages/page.ts'
import { isAmong } from '../../kit/http/routes/answer.ts'
import { mediaType, PDF } from '../../kit/http/routes/sheet-formats.ts'
import { type Locale, locales } from '../../kit/words/words.ts'
import { askedIn, cataloguePage } from './catalogue.ts'
import { serveCovers } from './covers.ts'
import { departurePaper } from './departure-papers.ts'
import { documentOf, policyOf, type SitePage } from './document.ts'
import { calendarOf, jsonFeed, robots, sitemap } from './feeds.ts'
import { type Frame, pathIn } from './frame.ts'
import { goneTripPage, unknownPage } from './other-pages.ts'
import { packagePage } from './package-page.ts'
import { photoOfSheet, sheetFacts } from './package-sheet.ts'
import { partyAsked } from './party-asked.ts'
import { servePictures } from './pictures.ts'
import { printedForAll } from './printed.ts'
import { isSiteShown, readAddresses, readCatalogue, readPackage, readTalk, readTalks, readTrip } from './reads.ts'
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
  servePictures(app)
  serveSiteSheet(app)
  app.register(registerPages, { office })
  const printed = printedForAll()
  for (const locale of locales) {
    const page = (path: string, show: Show) =>
      app.get(pathIn(locale, path), open, answering(show, locale, office, printed))
    page('/', showCatalogue)
    page('/trips/:param', showTrip)
    page('/packages/:param', showPackage)
    page('/talks', showTalks)
    page('/talks/:param', showTalk)
    app.get(pathIn(locale, '/feed.json'), open, feeding(locale))
    app.get(pathIn(locale, '/departures.ics'), open, departuresCalendar(locale))
    for (const format of ['pdf', 'xlsx'] as const)
      app.get(pathIn(locale, `/departures.${format}`), open, departuresPrinted(format, locale, printed))
  }
  app.get('/robots.txt', open, sendRobots)
  app.get('/sitemap.xml', open, sendSitemap)
}

const showCatalogue: Show = async ({ db, locale, query }) => {
  const asked = askedIn(query)
  const read = await readCatalogue(db, { pattern: asked.q && `%${asked.q.replace(/[\\%_]/g, '\\$&')}%` })
  return { frame: read, shown: { page: cataloguePage(read, asked, locale) } }
}

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
  const { departures, ...frame } = await readCatalogue(db, {})
  const sameRoute = departures.filter((trip) => code && trip.serial.toUpperCase().startsWith(code))
  return {
    page: unknownPage(frame, `/trips/${encodeURIComponent(serial)}`, locale, sameRoute.slice(0, 6)),
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

/** Sends a page. While the site is off, its start leads to the office and nothing else is there. */
const answering =
  (show: Show, locale: Locale, office: string | undefined, printed: ReturnType<typeof printedForAll>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { db } = request.server.database
    const { param = '' } = request.params as { param?: string }
    if (param.endsWith('.pdf') && show === showPackage)
      return sendPackageSheet(request, reply, param.slice(0, -4), locale, printed)
    if (param.endsWith('.ics')) return sendTripCalendar(request, reply, param.slice(0, -4), locale)
    const { frame, shown } = await show({ db, locale, param, query: request.query as Record<string, unknown> })
    if (!frame.is_shown)
      return office && show === showCatalogue
        ? reply.header('cache-control', 'no-cache').redirect(office)
        : reply.callNotFound()
    if (shown && 'moved' in shown)
      return reply.header('cache-control', 'public, max-age=30').redirect(pathIn(locale, shown.moved), 301)
    const { page, status = 200 } = shown ?? { page: unknownPage(frame, '/', locale), status: 404 }
    return sendDocument(
      reply.code(status),
      documentOf(page, frame, locale, { origin: originOf(request), office }),
      policyOf(page),
    )
  }

const originOf = ({ server, protocol, host }: FastifyRequest) =>
  server.publicUrl?.replace(/\/$/, '') ?? `${protocol}://${host}`

const sendRobots = async (request: FastifyRequest, reply: FastifyReply) => {
  const isShown = await isSiteShown(request.server.database.db)
  return sendText(request, reply, 'text/plain', robots(isShown, originOf(request)))
}

const sendSitemap = async (request: FastifyRequest, reply: FastifyReply) => {
  const read = await readAddresses(request.server.database.db, {})
  if (!read?.is_shown) return reply.callNotFound()
  return sendText(request, reply, 'application/xml', sitemap(read, originOf(request)))
}

const feeding = (locale: Locale) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { is_shown, departures, house } = await readCatalogue(request.server.database.db, {})
  if (!is_shown) return reply.callNotFound()
  return sendText(
    request,
    reply,
    'application/feed+json',
    JSON.stringify(jsonFeed(departures, house, originOf(request), locale)),
  )
}

const departuresCalendar = (locale: Locale) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { is_shown, departures, house } = await readCatalogue(request.server.database.db, {})
  if (!is_shown) return reply.callNotFound()
  return sendText(request, reply, 'text/calendar', await calendarOf(departures, house, originOf(request), locale))
}

const sendTripCalendar = async (request: FastifyRequest, reply: FastifyReply, serial: string, locale: Locale) => {
  const { trip, is_shown, house } = await readTrip(request.server.database.db, { serial })
  if (!is_shown || !trip?.is_open) return reply.callNotFound()
  return sendText(request, reply, 'text/calendar', await calendarOf([trip], house, originOf(request), locale))
}

const departuresPrinted =
  (format: 'pdf' | 'xlsx', locale: Locale, printed: ReturnType<typeof printedForAll>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { papers, database } = request.server
    const { is_shown, departures } = await readCatalogue(database.db, {})
    if (!is_shown) return reply.callNotFound()
    const { facts, print } = departurePaper(departures, format, locale)
    const bytes = await printed(`departures.${format} ${locale}`, facts, () => print(papers))
    return sendPrinted(reply, bytes, mediaOfFile[format], `departures-${locale}.${format}`)
  }

const sendPackageSheet = async (
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  locale: Locale,
  printed: ReturnType<typeof printedForAll>,
) => {
  const { papers, database, files } = request.server
  const { one, is_shown } = await readPackage(database.db, { address })
  if (!is_shown || one?.status !== 'published') return reply.callNotFound()
  const facts = sheetFacts(one, locale)
  const bytes = await printed(`sheet ${one.id} ${locale}`, [facts, one.cover], async () => {
    const photo = await photoOfSheet(database.db, files, one.id)
    const paper = { template: 'package-sheet', facts: { ...facts, ...photo?.facts }, locale }
    return papers.print({ ...paper, ...(photo && { pictures: photo.pictures }) }, { who: 'visitors', first: false })
  })
  return sendPrinted(reply, bytes, mediaOfFile.pdf, `${one.slug}-${locale}.pdf`)
}

const mediaOfFile = { pdf: PDF, xlsx: mediaType('xlsx') } as const

const sendPrinted = (reply: FastifyReply, bytes: Buffer, type: string, name: string) =>
  reply
    .headers({ 'cache-control': 'public, max-age=30', 'content-disposition': `inline; filename="${name}"` })
    .type(type)
    .send(bytes)

/** A text that is the same for everybody, kept like a public page. */
const sendText = (request: FastifyRequest, reply: FastifyReply, type: string, text: string) => {
  const tag = `W/"${hash('sha1', text, 'base64url')}"`
  reply.headers({ 'cache-control': 'public, max-age=30', etag: tag })
  if (isAmong(request.headers['if-none-match'], tag.slice(2))) return reply.code(304).send()
  return reply.type(`${type}; charset=utf-8`).send(text)
}
