import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAmong } from '../../kit/http/routes/answer.ts'
import { mediaType, PDF } from '../../kit/http/routes/sheet-formats.ts'
import { callerFingerprint } from '../../kit/http/server/caller.ts'
import { originOf } from '../../kit/http/server/origin.ts'
import { throttle } from '../../kit/throttle.ts'
import { type Locale, locales } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import { departurePaper } from './departure-papers.ts'
import { calendarOf, jsonFeed, robots, securityContact, sitemap } from './feeds.ts'
import { pathIn, readFrame } from './frame.ts'
import { manifestOf } from './icons.ts'
import { photosOfSheet, sheetFacts } from './package-sheet.ts'
import { printedForAll } from './printed.ts'
import { isSiteShown, type PackageOnPage, readAddresses, readCatalogue, readPackage, readTrip } from './reads.ts'

const open = { config: { access: 'public', bytes: true } } as const
type Printed = ReturnType<typeof printedForAll>
type TripRequest = FastifyRequest<{ Params: { serial: string } }>
type PackageRequest = FastifyRequest<{ Params: { slug: string } }>

/** What visitors take away: calendars, papers and feeds. None of them is a page. */
export async function siteDownloads(app: FastifyInstance) {
  const printed = printedForAll()
  app.get('/robots.txt', open, sendRobots)
  app.get('/sitemap.xml', open, sendSitemap)
  app.get('/.well-known/security.txt', open, sendSecurityContact)
  for (const locale of locales) {
    const at = (path: string) => pathIn(locale, path)
    app.get(at('/site.webmanifest'), open, sendManifest(locale))
    app.get(at('/feed.json'), open, sendFeed(locale))
    app.get(at('/departures.ics'), open, sendDepartures(locale))
    app.get(at('/departures.pdf'), open, printDepartures('pdf', locale, printed))
    app.get(at('/departures.xlsx'), open, printDepartures('xlsx', locale, printed))
    app.get(at('/trips/:serial.ics'), open, sendTrip(locale))
    app.get(at('/packages/:slug.pdf'), open, printPackage(locale, printed))
  }
}

// Also while the site is off, because the traveler's place has it.
const sendManifest = (locale: Locale) => async (request: FastifyRequest, reply: FastifyReply) => {
  const frame = await readFrame(request.server.database.db, {})
  return sendText(request, reply, 'application/manifest+json', JSON.stringify(manifestOf(frame, locale)))
}

const sendRobots = async (request: FastifyRequest, reply: FastifyReply) => {
  const isShown = await isSiteShown(request.server.database.db)
  return sendText(request, reply, 'text/plain', robots(isShown, originOf(request)))
}

const sendSitemap = async (request: FastifyRequest, reply: FastifyReply) => {
  const read = await readAddresses(request.server.database.db, {})
  if (!read?.is_shown) return reply.callNotFound()
  return sendText(request, reply, 'application/xml', sitemap(read, originOf(request)))
}

const sendSecurityContact = async (request: FastifyRequest, reply: FastifyReply) => {
  const frame = await readFrame(request.server.database.db, {})
  if (!frame.is_shown) return reply.callNotFound()
  return sendText(request, reply, 'text/plain', securityContact(frame, originOf(request)))
}

const sendFeed = (locale: Locale) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { is_shown, departures, house } = await readCatalogue(request.server.database.db, {})
  if (!is_shown) return reply.callNotFound()
  return sendText(
    request,
    reply,
    'application/feed+json',
    JSON.stringify(jsonFeed(departures, house, originOf(request), locale)),
  )
}

const sendDepartures = (locale: Locale) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { is_shown, departures, house } = await readCatalogue(request.server.database.db, {})
  if (!is_shown) return reply.callNotFound()
  return sendText(request, reply, 'text/calendar', await calendarOf(departures, house, originOf(request), locale))
}

const sendTrip = (locale: Locale) => async (request: TripRequest, reply: FastifyReply) => {
  const { trip, is_shown, house } = await readTrip(request.server.database.db, request.params)
  if (!is_shown || !trip?.is_open) return reply.callNotFound()
  return sendText(request, reply, 'text/calendar', await calendarOf([trip], house, originOf(request), locale))
}

const printDepartures =
  (format: 'pdf' | 'xlsx', locale: Locale, printed: Printed) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { papers, database } = request.server
    const { is_shown, departures } = await readCatalogue(database.db, {})
    if (!is_shown) return reply.callNotFound()
    const { facts, print } = departurePaper(departures, format, locale)
    const bytes = await printed(
      `departures.${format} ${locale}`,
      { facts, trips: departures.map(({ serial }) => serial) },
      { count: countFor(request), print: () => print(papers) },
    )
    return sendPrinted(reply, bytes, mediaOfFile[format], `departures-${locale}.${format}`)
  }

const printPackage = (locale: Locale, printed: Printed) => async (request: PackageRequest, reply: FastifyReply) => {
  const { papers, database, files } = request.server
  const { one, is_shown } = await readPackage(database.db, { address: request.params.slug })
  if (!is_shown || one?.status !== 'published') return reply.callNotFound()
  const facts = sheetFacts(one, locale)
  const print = async () => {
    const photos = await photosOfSheet({ db: database.db, files }, one.id, locale)
    const paper = { template: 'package-sheet', facts: { ...facts, ...photos.facts }, locale, pictures: photos.pictures }
    return papers.print(paper, { who: 'visitors', first: false })
  }
  const bytes = await printed(`sheet ${one.id} ${locale}`, saidOf(one, facts), { count: countFor(request), print })
  return sendPrinted(reply, bytes, mediaOfFile.pdf, `${one.slug}-${locale}.pdf`)
}

const countFor =
  ({ ip, server: { database, keys } }: FastifyRequest) =>
  () =>
    database.transaction({}, (tx) => throttle(tx, limits['papers printed for address'], callerFingerprint(keys, ip)))

const saidOf = (one: PackageOnPage, facts: object) => ({
  facts: [facts, one.pictures],
  trips: one.departures.map(({ serial }) => serial),
})

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
