import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { found, refusals, refuse } from '../../kit/errors.ts'
import { sendFile } from '../../kit/http/files/send.ts'
import { type PageRoute, takeSentForm, type Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { type Page, secretPage, sendDocument } from '../../kit/http/pages/page.ts'
import { faultOfGoneForm } from '../../kit/http/pages/parts.ts'
import { acceptForms, MOST_IN_FORM } from '../../kit/http/pages/routes.ts'
import { form } from '../../kit/http/pages/sent.ts'
import { sendBytes } from '../../kit/http/routes/sheet.ts'
import { originOf } from '../../kit/http/server/origin.ts'
import { asRefusal, problem } from '../../kit/http/server/problem.ts'
import { dropSession } from '../../kit/http/server/session-cookie.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { isLocale, type Locale, locales, say } from '../../kit/words/words.ts'
import { endTokens } from '../auth/tokens.ts'
import { bookedTrip } from '../booked-trips/queries.ts'
import { aliveStatuses } from '../booking-statuses.ts'
import { openLink } from '../bookings/links.ts'
import { receiptOf } from '../bookings/manage.ts'
import { documentOf } from '../site/document.ts'
import { calendarOf } from '../site/feeds.ts'
import { type Frame, pathIn, readFrame } from '../site/frame.ts'
import { openTravelerLink } from '../travelers/address/queries.ts'
import { birthdayOf } from '../travelers/birthday.ts'
import { seesAll } from '../users/reader.ts'
import { addonForms, addonsPage, attachmentOfBooking, extrasOnPage, isWaitlisted, typesOnPage } from './add-ons.ts'
import { contactForms, contactPage } from './contact.ts'
import { placePage, placePath } from './document.ts'
import { type Holder, holderOf, ownerOnly, provedOnly, type Visitor, visitorOf } from './holder.ts'
import { listPage } from './list.ts'
import { accountOnPage } from './money.ts'
import { forgetLinks, forgetNewestLink, keepLink, type OpenedLink } from './opened-links.ts'
import { overview, overviewForms } from './overview.ts'
import { printedForHolder } from './papers.ts'
import { personForms, personPage, refuseUpload } from './person.ts'
import { addressOf, bookingsOf, guestsOf, isOptedOut, linkAddress, tripOfBooking } from './reads.ts'
import { servePlaceSheet } from './sheet.ts'
import { accountForms, accountPage, signInFirst, signInForms, signInPage } from './sign-in.ts'
import { stageOf } from './stage.ts'
import { CALENDAR, tripPage } from './trip.ts'

type Options = { office: string | undefined }
type Params = { number?: string; id?: string; file?: string; token?: string }
/** What a page of the place is made from. */
type On = {
  app: FastifyInstance
  request: FastifyRequest
  reply: FastifyReply
  visitor: Visitor
  frame: Frame
  locale: Locale
  office: string | undefined
  params: Params
}
/** One page: its title, what it shows, and the forms that it takes. */
type Shown = {
  title: string
  show: (db: Db, visit: Visit) => Promise<Markup>
  forms?: PageRoute['forms']
  status?: number
} & Pick<PageRoute, 'beforeUpload'>
type PlaceRoute = (on: On) => Promise<Shown | 'moved'>

const open = { access: 'public', bytes: true } as const

/** The traveler's place: `/my/`, and in English `/en/my/`. Mailed links of bookings and travelers lead there. */
export async function placePages(app: FastifyInstance, { office }: Options) {
  servePlaceSheet(app)
  await acceptForms(app)
  for (const locale of locales) {
    const page = (path: string, route: PlaceRoute) => {
      const answer = (request: FastifyRequest, reply: FastifyReply) =>
        answerPage(app, request, reply, { locale, office }, route)
      app.get(pathIn(locale, path), { config: open }, answer)
      app.post(pathIn(locale, path), { config: { ...open, form: Type.Object({}) }, bodyLimit: MOST_IN_FORM }, answer)
    }
    page('/my/', listRoute)
    page('/my/sign-in', signInRoute)
    page('/my/account', accountRoute)
    page('/my/:number', ofBooking(startRoute))
    page('/my/:number/trip', ofBooking(tripRoute))
    page('/my/:number/people/:id', ofBooking(personRoute))
    page('/my/:number/add-ons', ofBooking(addonsRoute))
    page('/my/:number/contact', ofBooking(contactRoute))
    app.get(pathIn(locale, '/my/:number/papers/:file'), { config: open }, (request, reply) =>
      sendPaper(app, request, reply, { locale, office }),
    )
    app.get(pathIn(locale, '/my/:number/add-ons/attachments/:id'), { config: open }, (request, reply) =>
      sendAttachment(app, request, reply, { locale, office }),
    )
  }
  for (const kind of ['booking', 'traveler'] as const)
    app.get(`/l/${kind}/:token`, { config: open }, (request, reply) => openMailed(app, request, reply, kind, office))
}

const answerPage = async (
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { locale, office }: { locale: Locale; office: string | undefined },
  route: PlaceRoute,
) => {
  const { db } = app.database
  const params = request.params as Params
  const [frame, visitor] = await Promise.all([readFrame(db, {}), visitorOf(app, request)])
  if (!visitor.account && !visitor.links.length && isFromElsewhere(request)) return sendAgain(reply)
  // Who has yet to set up a second factor does that in the office.
  if (visitor.account?.must_enrol && office) return reply.redirect(office)
  const on = { app, request, reply, visitor, frame, locale, office, params }
  const { done } = request.query as { done?: unknown }
  const visit: Visit = { token: '', locale, done: typeof done === 'string' ? done : undefined, sent: undefined }
  const path = pathWithin(request, locale)
  const document = async (): Promise<{ title: string; body: Markup } | undefined> => {
    const shown = await route(on)
    if (shown === 'moved') return undefined
    if (shown.status) reply.code(shown.status)
    const pageRoute: PageRoute = {
      policy: secretPage,
      show: async (of, now) => ({ title: shown.title, body: withRefusal(await shown.show(of, now), now) }),
      forms: shown.forms ?? (() => ({})),
      ...(shown.beforeUpload && { beforeUpload: shown.beforeUpload }),
    }
    return request.method === 'POST' ? takeSentForm(request, reply, pageRoute, visit) : pageRoute.show(db, visit)
  }
  const page = await document().catch((error) => refusedPage(error, request, reply, locale))
  if (!page) return reply
  return sendDocument(
    reply,
    documentOf(placePage(path, page.title, page.body), frame, locale, { origin: '', office }),
    secretPage,
  )
}

/** A refusal whose form is no longer on the page, because something else happened first, is told above, with what was written. */
const withRefusal = (body: Markup, { sent, locale }: Visit): Markup => {
  if (!sent || body.markup.includes(html`${sent.says}`.markup)) return body
  return html`${faultOfGoneForm(sent, locale)}
${body}`
}

/** The path without the language, for the link to the other one. */
const pathWithin = ({ url }: FastifyRequest, locale: Locale) => {
  const [path = ''] = url.split('?')
  return path.slice(pathIn(locale, '').length)
}

// The cookie of a session is not sent when a link on another site is followed. The page asks for itself once more, as its own page.
const isFromElsewhere = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] === 'navigate'
const sendAgain = (reply: FastifyReply) =>
  sendDocument(
    reply,
    html`<!doctype html>
<html lang="zh-TW"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0"><title>Guidon</title></head><body></body></html>`,
    secretPage,
  )

const refusedPage = (error: unknown, request: FastifyRequest, reply: FastifyReply, locale: Locale): Page => {
  const refusal = asRefusal(error)
  if (refusal.code === 'internal') throw error
  const { title: named, detail } = problem(refusal, locale, request.id)
  const title = refusal.code === 'forbidden' ? say(['這一頁不對您開放', 'This page is not open to you'], locale) : named
  reply.code(refusals[refusal.code][0]).headers(refusal.extras.headers ?? {})
  const back = say(['我的訂單', 'My bookings'], locale)
  return {
    title,
    body: html`<section class="card"><h1>${title}</h1><p>${detail}</p><p class="row"><a class="button main" href="${pathIn(locale, '/my/')}">${back}</a></p></section>`,
  }
}

const listRoute: PlaceRoute = async (on) => {
  const { app, request, reply, visitor, locale, office } = on
  const { account, links } = visitor
  const bookings = await bookingsOf(app.database.db, {
    customer: account?.roles.includes('customer') ? account.id : 0,
    hashes: links.map(({ token }) => hashOf(token)),
  })
  if (!account && !bookings.length) return signInRoute(on)
  if (account && !account.roles.includes('customer') && !bookings.length) return movedTo(reply, office ?? '/')
  const name = account?.roles.includes('customer') ? account.name : undefined
  return {
    title: say(['我的訂單', 'My bookings'], locale),
    show: async (_db, { done }) => listPage({ bookings, name, done }, locale),
    forms: () => ({
      ...signInForms(app, request),
      leave: form(Type.Object({}), async (tx) => {
        if (account) await endTokens(tx, account.id, { only: account.token_id })
        dropSession(request, reply)
        forgetLinks(request, reply)
        return { to: pathIn(locale, '/my/sign-in') }
      }),
    }),
  }
}

const movedTo = (reply: FastifyReply, path: string) => {
  reply.redirect(path)
  return 'moved' as const
}

const signInRoute: PlaceRoute = async ({ app, request, locale, office }) => ({
  title: say(['登入', 'Sign in'], locale),
  show: async (_db, visit) => signInPage({ office, why: undefined }, visit),
  forms: () => signInForms(app, request),
})

const accountRoute: PlaceRoute = async ({ app, reply, visitor: { account }, locale }) => {
  if (!account?.roles.includes('customer')) return movedTo(reply, pathIn(locale, '/my/'))
  const { email } = await addressOf(app.database.db, account)
  return {
    title: say(['我的帳號', 'My account'], locale),
    show: async (_db, visit) => accountPage({ name: account.name, email }, visit),
    forms: () => accountForms(account, locale),
  }
}

/** A page of one booking, for who holds it. Others are asked to sign in. */
const ofBooking =
  (route: (on: On, holder: Holder) => Promise<Shown>): PlaceRoute =>
  async (on) => {
    const { app, request, visitor, params, locale, office } = on
    const holder = await holderOf(app.database.db, visitor, params.number ?? '')
    if (holder) return route(on, holder)
    return {
      status: 401,
      title: say(['登入', 'Sign in'], locale),
      show: async (_db, visit) => signInPage({ office, why: signInFirst(locale) }, visit),
      forms: () => signInForms(app, request),
    }
  }

const startRoute = async ({ app, request, reply, frame, locale }: On, holder: Holder): Promise<Shown> => ({
  title: `${holder.booking_number} ${say(['我的訂單', 'My booking'], locale)}`,
  show: (db, visit) => overview(db, app, holder, frame, visit),
  forms: () => ({
    ...overviewForms(app, holder),
    ...(holder.own?.is_proved === false && {
      'not-mine': form(Type.Object({}), async () => {
        forgetNewestLink(request, reply)
        return { to: pathIn(locale, placePath(holder.booking_number)) }
      }),
    }),
  }),
})

const tripRoute = async ({ app: { zone }, locale }: On, holder: Holder): Promise<Shown> => {
  provedOnly(holder)
  return {
    title: say(['行程', 'Your trip'], locale),
    show: async (db) => {
      const [trip, booked, { stage }] = await Promise.all([
        tripOfBooking(db, holder),
        bookedTrip(db, { id: holder.booking, ...seesAll }),
        stageOf(db, { booking: holder.booking, only: holder.own?.traveler }),
      ])
      return tripPage({ trip, booked, zone }, stage, holder, locale)
    },
  }
}

const personRoute = async ({ app, params: { id } }: On, holder: Holder): Promise<Shown> => {
  provedOnly(holder)
  const traveler = numberIn(id ?? '')
  if (holder.own && holder.own.traveler !== traveler) refuse('not_found')
  const [guest] = await guestsOf(app.database.db, { booking: holder.booking, only: traveler })
  if (!guest) return refuse('not_found')
  const { stage } = await stageOf(app.database.db, { booking: holder.booking, only: holder.own?.traveler })
  const may = {
    change: stage === 'before',
    upload: stage === 'before' && holder.as !== 'registrant',
    changeEmail: holder.as !== 'traveler',
  }
  return {
    title: guest.name,
    show: async (db, visit) => {
      const birthday = guest.birth_date ? await birthdayOf(db, app.keys, traveler) : undefined
      return personPage({ guest, birthday, holder, stage, may }, visit)
    },
    forms: (visit) => personForms(app, holder, visit),
    beforeUpload: async () => refuseUpload(holder),
  }
}

const addonsRoute = async ({ app: { zone }, locale }: On, holder: Holder): Promise<Shown> => {
  ownerOnly(holder)
  return {
    title: say(['加購', 'Add-ons'], locale),
    show: async (db, visit) => {
      const [extras, types, guests, { is_waiting: isWaiting }] = await Promise.all([
        extrasOnPage(db, { booking: holder.booking, locale }),
        typesOnPage(db, holder),
        guestsOf(db, { booking: holder.booking }),
        isWaitlisted(db, holder),
      ])
      return addonsPage({ extras, types, guests, isWaiting, zone, holder }, visit)
    },
    forms: () => addonForms(holder),
  }
}

const ofTheContact = [
  '這一頁由訂單的聯絡人使用；您自己的資料，請在訂單頁點您的姓名更改。',
  'This page is for the contact of the booking. Change your own details behind your name, on the page of the booking.',
] as const

const contactRoute = async ({ app, locale }: On, holder: Holder): Promise<Shown> => {
  if (holder.own) refuse('forbidden', { detail: ofTheContact })
  return {
    title: say(['聯絡方式', 'Contact'], locale),
    show: async (db, visit) => {
      const [booking, { wants_login }, person] = await Promise.all([
        receiptOf(db, holder.booking, { is_mailed: holder.as === 'owner' }),
        accountOnPage(db, holder),
        isOptedOut(db, holder),
      ])
      const canChange = aliveStatuses.includes(booking.status)
      return contactPage(
        { holder, booking, canChange, wantsLogin: wants_login, isOptedOut: person?.is_opted_out },
        visit,
      )
    },
    forms: () => ({ ...contactForms(app, holder), ...overviewForms(app, holder) }),
  }
}

const sendPaper = async (
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { locale, office }: { locale: Locale; office: string | undefined },
) => {
  const { number = '', file = '' } = request.params as Params
  try {
    const holder = await holderOf(app.database.db, await visitorOf(app, request), number)
    if (!holder) return reply.redirect(pathIn(locale, placePath(number)))
    if (file === CALENDAR) return await sendCalendar(request, reply, provedOnly(holder), locale)
    const { type, name, bytes } = await printedForHolder(request, ownerOnly(holder), file, locale)
    return sendBytes(reply, type, name, bytes)
  } catch (error) {
    return sendRefusal(error, app, request, reply, { locale, office })
  }
}

const sendAttachment = async (
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { locale, office }: { locale: Locale; office: string | undefined },
) => {
  const { number = '', id = '' } = request.params as Params
  try {
    const holder = await holderOf(app.database.db, await visitorOf(app, request), number)
    if (!holder) return reply.redirect(pathIn(locale, placePath(number)))
    const { booking, account } = ownerOnly(holder)
    const { file_id } = found(await attachmentOfBooking(app.database.db, { booking, id: numberIn(id) }))
    return await sendFile(request, reply, { file_id, ...(account && { reader_id: account.id }) })
  } catch (error) {
    return sendRefusal(error, app, request, reply, { locale, office })
  }
}

/** The id in an address; 0, which no record has, if it is none. */
const numberIn = (text: string) => Number(/^[1-9]\d{0,8}$/.exec(text)?.[0] ?? 0)

const sendCalendar = async (request: FastifyRequest, reply: FastifyReply, holder: Holder, locale: Locale) => {
  const { db } = request.server.database
  const [trip, { house }] = await Promise.all([tripOfBooking(db, holder), readFrame(db, {})])
  const text = await calendarOf([trip], house, originOf(request), locale, () => placePath(holder.booking_number))
  return sendBytes(reply, 'text/calendar; charset=utf-8', `${trip.serial}.ics`, Buffer.from(text))
}

const sendRefusal = async (
  error: unknown,
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { locale, office }: { locale: Locale; office: string | undefined },
) => {
  const { title, body } = refusedPage(error, request, reply, locale)
  const frame = await readFrame(app.database.db, {})
  return sendDocument(
    reply,
    documentOf(placePage('/my/', title, body), frame, locale, { origin: '', office }),
    secretPage,
  )
}

/**
 * Opens the place with a mailed link: the browser keeps the link, and is led to the address of the booking, which contains no secret.
 * Nothing else changes, because scanners of mails open links too.
 */
const openMailed = async (
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: OpenedLink['kind'],
  office: string | undefined,
) => {
  const { db } = app.database
  const { token = '' } = request.params as Params
  const { lang } = request.query as { lang?: unknown }
  try {
    await (kind === 'booking' ? openLink(db, token) : openTravelerLink(db, token))
    const { booking_number, locale } = await linkAddress(db, { token_hash: hashOf(token) })
    keepLink(request, reply, { kind, token })
    const language = isLocale(lang) ? lang : (locale ?? request.locale)
    return reply.header('cache-control', 'no-store').redirect(pathIn(language, placePath(booking_number)), 303)
  } catch (error) {
    return sendRefusal(error, app, request, reply, { locale: isLocale(lang) ? lang : request.locale, office })
  }
}
