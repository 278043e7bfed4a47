import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'
import { sendFile } from '../../kit/http/files/send.ts'
import { acceptForms } from '../../kit/http/pages/accept-forms.ts'
import { form } from '../../kit/http/pages/sent.ts'
import { sendBytes } from '../../kit/http/routes/sheet.ts'
import { originOf } from '../../kit/http/server/origin.ts'
import { dropSession } from '../../kit/http/server/session-cookie.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { isLocale, type Locale, locales, say } from '../../kit/words/words.ts'
import { endTokens } from '../auth/tokens.ts'
import { bookedTrip } from '../booked-trips/queries.ts'
import { aliveStatuses } from '../booking-statuses.ts'
import { costByDay } from '../bookings/cancellation-requests/ask.ts'
import { openCancellationRequest } from '../bookings/cancellation-requests/cancellation-request.ts'
import { openLink } from '../bookings/links.ts'
import { receiptOf } from '../bookings/manage.ts'
import { titlesOf } from '../legal-receipts/buyers.ts'
import { calendarOf } from '../site/feeds.ts'
import { pathIn, readFrame } from '../site/frame.ts'
import { type Moved, type On, type PageWithForms, page, type View } from '../site/page.ts'
import { openDocuments } from '../traveler-documents/read.ts'
import { openTravelerLink } from '../travelers/address.ts'
import { birthdayOf } from '../travelers/seal.ts'
import { seesAll } from '../users/reader.ts'
import { addonForms, addonsPage, attachmentOfBooking, extrasOnPage, isWaitlisted } from './add-ons.ts'
import { entriesOf } from './calendar.ts'
import { cancelForms, cancelPage } from './cancel.ts'
import { contactForms, contactPage } from './contact.ts'
import { copyScript, serveCopyScript } from './copy-script.ts'
import { placePath, placeShell } from './document.ts'
import { isFromElsewhere, sendAgain } from './from-elsewhere.ts'
import { type Holder, holderOf, ownerOnly, provedOnly, type Visitor, visitorOf } from './holder.ts'
import { lineForms, lineOfBooking } from './line.ts'
import { listPage } from './list.ts'
import { accountOnPage } from './money.ts'
import { stepOfSent, stepPage, typePage, typesOnPage } from './new-add-on.ts'
import { forgetLinks, forgetNewestLink, keepLink, type OpenedLink } from './opened-links.ts'
import { overview, overviewForms } from './overview.ts'
import { printedForHolder } from './papers.ts'
import { PASSWORD_PAGE, pageAfterSignIn, pageWanted, passwordForms, passwordPage } from './password.ts'
import { refuseUpload } from './person/documents.ts'
import { personForms, personPage } from './person/page.ts'
import { addressOf, bookingsOf, guestsOf, isOptedOut, linkAddress, tripOfBooking } from './reads.ts'
import { roadOf } from './road/read.ts'
import { leaderOf } from './road/today.ts'
import { servePlaceSheet } from './sheet.ts'
import { accountForms, accountPage, signInFirst, signInForms, signInPage } from './sign-in.ts'
import { stageOf } from './stage.ts'
import { takesTitles, titleForms, titlesPage } from './titles.ts'
import { CALENDAR, tripPage } from './trip.ts'

/** A page of the place knows its visitor too. */
type Here = On & { visitor: Visitor }
type PlaceRoute = (on: Here) => Promise<View | Moved | PageWithForms | undefined>

/** The traveler's place: `/my/`, and in English `/en/my/`. Mailed links of bookings and travelers lead there. */
export async function placePages(app: FastifyInstance, { office }: { office: string | undefined }) {
  servePlaceSheet(app)
  serveCopyScript(app)
  await acceptForms(app)
  for (const locale of locales) {
    const at = (path: string, route: PlaceRoute, takesForms = true) =>
      page(app, pathIn(locale, path), { shell: placeShell, locale, office, takesForms, open: ofVisitor(route) })
    at('/my/', listRoute)
    at('/my/sign-in', signInRoute)
    at('/my/account', accountRoute)
    at(PASSWORD_PAGE, passwordRoute)
    at('/my/:number', ofBooking(startRoute))
    at('/my/:number/trip', ofBooking(tripRoute))
    at('/my/:number/people/:id', ofBooking(personRoute))
    at('/my/:number/people/:id/papers/:paper', fileOf(sendDocumentOf), false)
    at('/my/:number/add-ons', ofBooking(addonsRoute))
    at('/my/:number/contact', ofBooking(contactRoute))
    at('/my/:number/titles', ofBooking(titlesRoute))
    at('/my/:number/cancel', ofBooking(cancelRoute))
    at('/my/:number/papers/:file', fileOf(sendPaper), false)
    at('/my/:number/add-ons/attachments/:id', fileOf(sendAttachment), false)
  }
  for (const kind of ['booking', 'traveler'] as const)
    page(app, `/l/${kind}/:token`, {
      ...{ shell: placeShell, locale: languageAsked, office },
      open: (on) => openMailed(on, kind),
    })
}

/** The visitor, if its browser has told who it is. */
const ofVisitor = (route: PlaceRoute) => async (on: On) => {
  const visitor = await visitorOf(on.app, on.request)
  if (!visitor.account && !visitor.links.length && isFromElsewhere(on.request)) return sendAgain(on.reply)
  // Who has yet to set up a second factor does that in the office.
  if (visitor.account?.must_enrol && on.office) return { moved: on.office }
  return route({ ...on, visitor })
}

const listRoute: PlaceRoute = async (on) => {
  const { app, db, request, reply, visitor, locale } = on
  const { account, links } = visitor
  const customer = account?.roles.includes('customer') ? account : undefined
  const bookings = await bookingsOf(db, {
    customer: customer?.id ?? 0,
    hashes: links.map(({ token }) => hashOf(token)),
  })
  if (!account && !bookings.length) return signInRoute(on)
  if (account && !customer && !bookings.length)
    return { moved: pageAfterSignIn({ ...on, roles: account.roles, wanted: undefined }) }
  const title = say(['我的訂單', 'My bookings'], locale)
  return {
    show: async (_db, { done }) => ({ title, body: listPage({ bookings, name: customer?.name, done }, locale) }),
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

const signInRoute: PlaceRoute = async (on) => askToSignIn(on, undefined)

const askToSignIn = ({ app, request, locale }: Here, why: string | undefined): PageWithForms => ({
  show: async (_db, visit) => ({
    title: say(['登入', 'Sign in'], locale),
    body: signInPage({ why, wanted: why && pageWanted(request.url.split('?')[0]) }, visit),
    ...(why && !visit.sent && { status: 401 }),
  }),
  forms: () => signInForms(app, request),
})

const passwordRoute: PlaceRoute = async (on) => {
  const { account } = on.visitor
  const wanted = pageWanted(on.query.to)
  if (account) return { moved: pageAfterSignIn({ ...on, roles: account.roles, wanted }) }
  return {
    show: async (_db, visit) => ({ title: say(['登入', 'Sign in'], on.locale), body: passwordPage(visit) }),
    forms: () => passwordForms(on, wanted),
  }
}

const accountRoute: PlaceRoute = async ({ db, visitor: { account }, locale }) => {
  if (!account?.roles.includes('customer')) return { moved: pathIn(locale, '/my/') }
  const { email } = await addressOf(db, account)
  const title = say(['我的帳號', 'My account'], locale)
  return {
    show: async (_db, visit) => ({ title, body: accountPage({ name: account.name, email }, visit) }),
    forms: () => accountForms(account, locale),
  }
}

/** A page of one booking, for who holds it. Others are asked to sign in. */
const ofBooking =
  (route: (on: Here, holder: Holder) => Promise<PageWithForms>): PlaceRoute =>
  async (on) => {
    const holder = await holderOf(on.db, on.visitor, on.params.number ?? '')
    return holder ? route(on, holder) : askToSignIn(on, signInFirst(on.locale))
  }

const startRoute = async ({ app, request, reply, locale, query }: Here, holder: Holder): Promise<PageWithForms> => ({
  show: async (db, visit) => {
    const frame = await readFrame(db, {})
    const title = `${holder.booking_number} ${say(['我的訂單', 'My booking'], locale)}`
    const body = await overview(db, app, holder, frame, { ...visit, day: dayIn(query.day) })
    return { title, frame, body, script: body.markup.includes('data-copy') ? copyScript.path : undefined }
  },
  forms: () => ({
    ...overviewForms(app, holder),
    ...(holder.own?.is_proved === false && {
      'not-mine': form(Type.Object({}), async () => {
        forgetNewestLink(request, reply)
        return { to: pathIn(locale, placePath(holder.booking_number)) }
      }),
    }),
  }),
  beforeUpload: async () => ownerOnly(holder),
})

/** A day in an address; undefined if it is none. */
const dayIn = (text: unknown) => (typeof text === 'string' && /^20\d\d-\d\d-\d\d$/.test(text) ? text : undefined)

const tripRoute = async ({ app: { zone }, locale }: Here, holder: Holder): Promise<PageWithForms> => {
  provedOnly(holder)
  return {
    show: async (db) => {
      const [trip, booked, { stage }, { today }, road] = await Promise.all([
        tripOfBooking(db, holder),
        bookedTrip(db, { id: holder.booking, ...seesAll }),
        stageOf(db, { booking: holder.booking, only: holder.own?.traveler }),
        readFrame(db, {}),
        roadOf(db, holder),
      ])
      const title = say(['行程', 'Your trip'], locale)
      const leader = leaderOf(road, today, locale)
      return { title, body: tripPage({ trip, booked, zone, leader, today }, stage, holder, locale) }
    },
    forms: () => ({}),
  }
}

const personRoute = async ({ app, db, params: { id } }: Here, holder: Holder): Promise<PageWithForms> => {
  provedOnly(holder)
  const traveler = numberIn(id)
  if (holder.own && holder.own.traveler !== traveler) refuse('not_found')
  const [guest] = await guestsOf(db, { booking: holder.booking, only: traveler })
  if (!guest) return refuse('not_found')
  const { stage } = await stageOf(db, { booking: holder.booking, only: holder.own?.traveler })
  const may = {
    change: stage === 'before',
    upload: stage === 'before' && holder.as !== 'registrant',
    changeEmail: holder.as !== 'traveler',
  }
  return {
    show: async (of, visit) => {
      const birthday = guest.birth_date ? await birthdayOf(of, app.keys, traveler) : undefined
      const open = await openDocuments(of, { ...holder.reader, of: traveler })
      const openPapers = open.map(({ id }) => id)
      return { title: guest.name, body: await personPage({ guest, birthday, openPapers, holder, stage, may }, visit) }
    },
    forms: (visit) => personForms(app, holder, visit),
    beforeUpload: async () => refuseUpload(holder),
  }
}

const addonsRoute = async ({ app: { zone }, locale, query }: Here, holder: Holder): Promise<PageWithForms> => {
  ownerOnly(holder)
  return {
    show: async (db, visit) => {
      const { sent } = visit
      const step = sent && (await stepOfSent(db, holder, sent))
      if (step) return stepPage(step, sent, locale)
      const [extras, types, guests, { is_waiting: isWaiting }] = await Promise.all([
        extrasOnPage(db, { booking: holder.booking, locale }),
        typesOnPage(db, holder),
        guestsOf(db, { booking: holder.booking }),
        isWaitlisted(db, holder),
      ])
      const chosen = types.find(({ id }) => id === numberIn(typeof query.type === 'string' ? query.type : ''))
      if (chosen && !isWaiting && guests.length) return typePage(db, holder, chosen, visit)
      const title = say(['加購', 'Add-ons'], locale)
      const at = pathIn(locale, placePath(holder.booking_number, '/add-ons'))
      return { title, body: addonsPage({ extras, types, guests, isWaiting, zone, holder, at }, visit) }
    },
    forms: () => addonForms(holder, locale),
  }
}

const ofTheContact = [
  '這一頁由訂單的聯絡人使用；您自己的資料，請在訂單頁點您的姓名更改。',
  'This page is for the contact of the booking. Change your own details behind your name, on the page of the booking.',
] as const

const contactRoute = async ({ app, locale }: Here, holder: Holder): Promise<PageWithForms> => {
  if (holder.own) refuse('forbidden', { detail: ofTheContact })
  return {
    show: async (db, visit) => {
      const [booking, { wants_login }, person, line] = await Promise.all([
        receiptOf(db, holder.booking, { is_mailed: holder.as === 'owner' }),
        accountOnPage(db, holder),
        isOptedOut(db, holder),
        lineOfBooking(db, holder.booking),
      ])
      const canChange = aliveStatuses.includes(booking.status)
      const on = { holder, booking, canChange, wantsLogin: wants_login, isOptedOut: person?.is_opted_out, line }
      return { title: say(['聯絡方式', 'Contact'], locale), body: contactPage(on, visit) }
    },
    forms: (visit) => ({ ...contactForms(app, holder), ...lineForms(holder, visit), ...overviewForms(app, holder) }),
  }
}

const titlesRoute = async ({ locale }: Here, holder: Holder): Promise<PageWithForms> => {
  if (holder.own) refuse('forbidden', { detail: ofTheContact })
  return {
    show: async (db, visit) => {
      const [{ status }, titles] = await Promise.all([
        receiptOf(db, holder.booking, { is_mailed: holder.as === 'owner' }),
        titlesOf(db, holder.booking),
      ])
      const title = say(['收據抬頭', 'Titles of the receipts'], locale)
      return { title, body: titlesPage({ holder, titles, canChange: takesTitles(status) }, visit) }
    },
    forms: () => titleForms(holder),
  }
}

const cancelRoute = async ({ app, locale }: Here, holder: Holder): Promise<PageWithForms> => {
  if (holder.own) refuse('forbidden', { detail: ofTheContact })
  return {
    show: async (db, visit) => {
      const isOwner = holder.as === 'owner'
      const booking = await receiptOf(db, holder.booking, { is_mailed: isOwner })
      const isAsked = isOwner && booking.status !== 'waitlisted' && aliveStatuses.includes(booking.status)
      const [guests, open, cost, { stage }] = await Promise.all([
        guestsOf(db, { booking: holder.booking }),
        openCancellationRequest(db, holder),
        isAsked ? costByDay(db, holder.reader, holder.booking) : undefined,
        stageOf(db, { booking: holder.booking, only: undefined }),
      ])
      const title = say(['取消報名', 'Cancel'], locale)
      const on = { holder, booking, guests, open, cost: stage === 'before' ? cost : undefined }
      return { title, body: cancelPage(on, visit) }
    },
    forms: () => cancelForms(app.keys, holder, locale),
  }
}

/** A file of a booking, for who holds it. Others are led to the page of the booking. */
const fileOf =
  (send: (on: Here, holder: Holder) => Promise<unknown>): PlaceRoute =>
  async (on) => {
    const { number = '' } = on.params
    const holder = await holderOf(on.db, on.visitor, number)
    if (!holder) return { moved: pathIn(on.locale, placePath(number)) }
    await send(on, holder)
    return undefined
  }

const sendPaper = async ({ request, reply, locale, params: { file = '' } }: Here, holder: Holder) => {
  if (file === CALENDAR) return sendCalendar(request, reply, provedOnly(holder), locale)
  const { type, name, bytes } = await printedForHolder(request, ownerOnly(holder), file, locale)
  return sendBytes(reply, type, name, bytes)
}

/** A document of a person, for the side that handed it in. Each opening is logged. */
const sendDocumentOf = async ({ db, request, reply, params: { id, paper } }: Here, holder: Holder) => {
  const { reader, account } = provedOnly(holder)
  const open = await openDocuments(db, { ...reader, of: numberIn(id) })
  const { file_id } = found(open.find((each) => each.id === numberIn(paper)))
  return sendFile(request, reply, { file_id, ...(account && { reader_id: account.id }) })
}

const sendAttachment = async ({ db, request, reply, params: { id } }: Here, holder: Holder) => {
  const { booking, account } = ownerOnly(holder)
  const { file_id } = found(await attachmentOfBooking(db, { booking, id: numberIn(id) }))
  return sendFile(request, reply, { file_id, ...(account && { reader_id: account.id }) })
}

/** The id in an address; 0, which no record has, if it is none. */
const numberIn = (text = '') => Number(/^[1-9]\d{0,8}$/.exec(text)?.[0] ?? 0)

const sendCalendar = async (request: FastifyRequest, reply: FastifyReply, holder: Holder, locale: Locale) => {
  const { database, zone } = request.server
  const { db } = database
  const [trip, { house }, entries] = await Promise.all([
    tripOfBooking(db, holder),
    readFrame(db, {}),
    entriesOf(db, holder, zone, locale),
  ])
  const pageOf = () => placePath(holder.booking_number)
  const text = await calendarOf([trip], house, originOf(request), locale, { pageOf, entries })
  return sendBytes(reply, 'text/calendar; charset=utf-8', `${trip.serial}.ics`, Buffer.from(text))
}

const languageAsked = async (_db: Db, { query, locale }: FastifyRequest) => {
  const { lang } = query as { lang?: unknown }
  return isLocale(lang) ? lang : locale
}

/**
 * Opens the place with a mailed link: the browser keeps the link, and is led to the address of the booking, which contains no secret.
 * Nothing else changes, because scanners of mails open links too.
 */
const openMailed = async ({ db, request, reply, params: { token = '' }, query }: On, kind: OpenedLink['kind']) => {
  await (kind === 'booking' ? openLink(db, token) : openTravelerLink(db, token))
  const { booking_number, locale } = await linkAddress(db, { token_hash: hashOf(token) })
  keepLink(request, reply, { kind, token })
  const language = isLocale(query.lang) ? query.lang : (locale ?? request.locale)
  return { moved: pathIn(language, placePath(booking_number)), status: 303 } as const
}
