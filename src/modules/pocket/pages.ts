import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { html } from '../../kit/http/pages/html.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { type Locale, locales, say } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import { type Pocket, pocketOf } from '../on-the-road/pocket.ts'
import { isFromElsewhere, sendAgain } from '../place/from-elsewhere.ts'
import { POCKET, passwordPath } from '../place/password.ts'
import { type Frame, pathIn, readFrame } from '../site/frame.ts'
import { iconPath } from '../site/icons.ts'
import { type Moved, type On, page, type View } from '../site/page.ts'
import { sheetPath } from '../site/sheet.ts'
import { manifestPath, pocketManifest, pocketPolicy, pocketShell, scripted } from './document.ts'
import { pocketFile, servePocketFiles, worker } from './files.ts'
import { noTrips } from './sentences.ts'
import { settingsOf } from './settings.ts'
import { tripList } from './view/list.ts'
import { dayToShow } from './view/shown.ts'
import { partsOf, sectionsOf } from './view/trip.ts'

/** The leader's pocket: `/my/trips/`, and in English `/en/my/trips/`. */
export async function pocketPages(app: FastifyInstance, { office }: { office: string | undefined }) {
  servePocketFiles(app)
  for (const locale of locales) {
    const at = (path: string, open: (on: On) => Promise<View | Moved | undefined>) =>
      page(app, pathIn(locale, path), { shell: pocketShell, locale, office, open })
    at(POCKET, startRoute)
    at(`${POCKET}:id`, ofLeader(tripRoute))
    at(SHELL, shellRoute)
    app.get(pathIn(locale, `${POCKET}worker.js`), open, sendWorker(locale))
    app.get(manifestPath(locale), open, sendManifest(locale))
  }
}

const open = { config: { access: 'public', bytes: true } } as const
/** The page without a trip, which a phone keeps and opens without a network. */
const SHELL = `${POCKET}shell`

/** The worker keeps what is below the start, so its address ends with a slash. */
const startRoute = async (on: On): Promise<View | Moved | undefined> =>
  on.request.url.split('?')[0]?.endsWith('/')
    ? ofLeader(listRoute)(on)
    : { moved: pathIn(on.locale, POCKET), status: 301 }

type OnPocket = On & { pocket: Pocket; now: string }

/** The pocket of the leader who is signed in. Others are asked to sign in. */
const ofLeader =
  (route: (on: OnPocket) => Promise<View>) =>
  async (on: On): Promise<View | Moved | undefined> => {
    const { app, db, request, reply, locale, office } = on
    const account: Actor | undefined = await app.visitor(request)
    if (!account && isFromElsewhere(request)) return sendAgain(reply)
    if (!account) return { moved: passwordPath(locale, request.url.split('?')[0]) }
    if (account.must_enrol && office) return { moved: office }
    if (!account.roles.includes('leader')) refuse('forbidden', { detail: forLeaders })
    return route({ ...on, ...(await readPocket(db, account)) })
  }

const readPocket = async (db: Db, { id }: Actor) => {
  const { json } = await pocketOf(db, { me: id })
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(db)
  return { pocket: JSON.parse(json) as Pocket, now: new Date(rows[0]?.now ?? '').toISOString() }
}

const forLeaders = [
  '這裡是領隊的頁面；同仁請在辦公室查看團。',
  'This page is for tour leaders; colleagues look at trips in the office.',
] as const

const listRoute = async ({ app, db, locale, pocket }: OnPocket): Promise<View> => {
  const settings = await settingsOf(app, db, locale)
  return {
    ...scriptedView(locale),
    title: say(['我帶的團', 'My trips'], locale),
    body: scripted(
      html`<div class="list">${tripList(pocket.trips, settings, noTrips(settings))}</div>`,
      settings,
      false,
    ),
  }
}

const tripRoute = async ({ app, db, locale, pocket, now, params, query }: OnPocket): Promise<View> => {
  const trip = pocket.trips.find(({ id }) => id === Number(params.id))
  if (!trip) return refuse('not_found', { detail: outOfSpan })
  const settings = await settingsOf(app, db, locale)
  const asked = typeof query.day === 'string' ? query.day : undefined
  const sections = sectionsOf({ trip, now, settings, day: dayToShow(trip, now, asked) })
  return { ...scriptedView(locale), title: trip.serial, body: scripted(partsOf(sections), settings, true) }
}

const outOfSpan = [
  `出發前${terms.roadBefore.spelled.zh}到回程後${terms.roadAfter.spelled.zh}，由您帶的團才看得到。`,
  `You see the trips that you lead, from ${terms.roadBefore.spelled.en} before the departure to ${terms.roadAfter.spelled.en} after the return.`,
] as const

const shellRoute = async ({ app, db, locale }: On): Promise<View> => {
  const settings = await settingsOf(app, db, locale)
  const loading = html`<noscript><p class="told">${say(['請開啟瀏覽器的 JavaScript。', 'Switch JavaScript on in the browser.'], locale)}</p></noscript>`
  const view = { ...scriptedView(locale), title: say(['領隊口袋', 'Leader’s pocket'], locale) }
  return { ...view, body: scripted(loading, settings, false), policy: { ...pocketPolicy, caching: 'personal' } }
}

const scriptedView = (locale: Locale) => ({ policy: pocketPolicy, script: pocketFile(locale) })

/**
 * The worker, with the list of what it keeps before it. A change of the house, of the words or of the script changes its bytes, so
 * phones fetch the new files at the next visit with a network.
 */
const sendWorker = (locale: Locale) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (!worker || !pocketFile(locale)) return reply.callNotFound()
  const { app, db } = { app: request.server, db: request.server.database.db }
  const [frame, settings] = await Promise.all([readFrame(db, {}), settingsOf(app, db, locale)])
  const files = filesOf(frame, locale)
  const content = hash('sha1', JSON.stringify([files, settings, frame.house]), 'base64url')
  const kept = {
    ...{ cache: `guidon-pocket-${locale}-${content}`, others: `guidon-pocket-${locale}-` },
    ...{ scope: pathIn(locale, POCKET), shell: pathIn(locale, SHELL), files },
  }
  return reply
    .headers({ 'cache-control': 'no-cache', 'content-security-policy': "default-src 'none'; connect-src 'self'" })
    .type('text/javascript; charset=utf-8')
    .send(`const POCKET=${JSON.stringify(kept)};\n${worker}`)
}

const filesOf = (frame: Frame, locale: Locale) =>
  [
    ...[sheetPath(frame), pocketFile('sheet'), pocketFile(locale)],
    ...[iconPath('icon-32', frame), iconPath('filled-180', frame), manifestPath(locale)],
  ].filter((path) => path !== undefined)

const sendManifest = (locale: Locale) => async (request: FastifyRequest, reply: FastifyReply) => {
  const frame = await readFrame(request.server.database.db, {})
  return reply
    .header('cache-control', 'public, max-age=300')
    .type('application/manifest+json')
    .send(JSON.stringify(pocketManifest(frame, locale)))
}
