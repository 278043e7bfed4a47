import type { FastifyInstance, FastifyRequest } from 'fastify'
import { longDay, monthName } from 'guidon-design/formats'
import { Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { line, oneOf } from '../../kit/fields.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Page } from '../../kit/http/pages/page.ts'
import { choice, done, longText, sending } from '../../kit/http/pages/parts.ts'
import { form, type Sent } from '../../kit/http/pages/sent.ts'
import { callerFingerprint } from '../../kit/http/server/caller.ts'
import type { Locale } from '../../kit/words/words.ts'
import { Asking, ask } from '../enquiries/ask.ts'
import { fields } from '../form-fields.ts'
import { nameIn, type Translate, wordsIn } from '../page-words.ts'
import { askedIn } from './catalogue.ts'
import { consentBox, consentNotice, ofEnquiry, trap } from './consent.ts'
import { type SitePage, telephone } from './document.ts'
import { type Frame, pathIn } from './frame.ts'
import type { PageWithForms } from './page.ts'
import { crumbs } from './parts.ts'
import { type AskedRoute, readAskedRoute } from './reads.ts'

const ASK = 'ask'
/** So many months can be chosen. */
const MONTHS = 18

/** What is known before anything is typed: from a trip or a route, or from a search that found nothing. */
export type Prefilled = { trip?: string; route?: string; q?: string; month?: string; people?: number }

export function prefilledIn(query: Record<string, unknown>): Prefilled {
  const { q, month, party } = askedIn(query)
  const people = party && party.adults + party.children + party.infants
  const [trip, route] = [addressIn(query.trip), addressIn(query.package)]
  return {
    ...(trip && { trip }),
    ...(route && { route }),
    ...(q && { q }),
    ...(month && { month }),
    ...(people && { people }),
  }
}
// A serial or the address of a package, as far as it may be one.
const addressIn = (text: unknown) => (typeof text === 'string' && /^[\w-]{1,60}$/.test(text) ? text : undefined)

type Read = { about: AskedRoute | null; prefilled: Prefilled }

/** The form of who finds no date: what is wished, when, how many, and how to reach them. It works without a script. */
export function askPage(frame: Frame, { about, prefilled }: Read, locale: Locale, sent?: Sent): SitePage {
  const t = wordsIn(locale)
  const title = t('日期都不合適？告訴我們', 'No date that suits? Tell us')
  const lead = t(
    '告訴我們想去哪裡、什麼時候、幾個人，業務會與您聯絡；有新的出發日，也會通知您。',
    'Tell us where, when and how many. Our sales contact you, also when new dates are planned.',
  )
  return {
    ...{ title, description: lead, path: '/ask', isListed: false, at: 'trips' },
    body: html`
<div class="wrap leaf">
  ${crumbs([[t('所有行程', 'All trips'), pathIn(locale, '/')]], title, t)}
  <h1>${title}</h1>
  <p class="lead">${lead}</p>
  ${about && aboutRoute(about, locale, t)}
  ${askingForm(frame, { about, prefilled }, sent, locale)}
  <p class="soft">${t('也可以來電', 'Or call us')} ${telephone(frame.house.phone)}</p>
</div>`,
  }
}

const aboutRoute = ({ serial, departure_date, ...route }: AskedRoute, locale: Locale, t: Translate) => {
  const day = departure_date && longDay(departure_date, locale)
  const which = day ? t(`${day} 出發（${serial}）`, `departing on ${day} (${serial})`) : ''
  return html`<p class="told">${t('關於：', 'About: ')}${nameIn(route, locale)}${which && t('，', ', ')}${which}</p>`
}

const askingForm = (frame: Frame, { about, prefilled }: Read, sent: Sent | undefined, locale: Locale) => {
  const t = wordsIn(locale)
  const agreed = t(
    '我同意旅行社為回覆我的詢問，使用以上個人資料。',
    'I agree that the agency uses these data to answer me.',
  )
  const common = { form: ASK, sent, required: undefined }
  const wish = longText({
    ...common,
    ...{ name: 'wish', label: t('想去哪裡、想怎麼走', 'Where you would like to go, and how') },
    value: prefilled.q ?? (about?.departure_date ? t(...anotherDate) : ''),
    required: t('必填', 'required'),
    attributes: html`maxlength="1000"`,
  })
  const month = choice({
    ...common,
    ...{
      name: 'month',
      label: t('想出發的月份', 'Month'),
      value: prefilled.month,
      none: t('還不確定', 'Not sure yet'),
    },
    of: monthsFrom(frame.today).map((each) => [each, monthName(each, locale)] as const),
  })
  const people = fields(Asking, ['people'], {
    ...{ form: ASK, sent, locale },
    values: { people: prefilled.people ? String(prefilled.people) : '' },
  })
  return html`
<section class="card" id="ask">
  ${sending({
    ...{ name: ASK, sent, button: t('送出', 'Send') },
    body: html`
${wish}
<div class="pair">${month}${people}</div>
<p class="soft">${t('電話、電子郵件、LINE 請至少填一項。', 'Give a telephone number, a mail address or a LINE ID: one is enough.')}</p>
${fields(Asking, ['name', 'phone', 'email', 'line_id'], { form: ASK, sent, locale, pairs: true })}
${hidden('trip', prefilled.trip)}
${hidden('route', prefilled.route)}
${trap(ASK)}
${consentBox(agreed, sent)}
${consentNotice(frame, ofEnquiry, locale)}`,
  })}
</section>`
}

const anotherDate = [
  '這一團之外的出發日，或有名額時請通知我。',
  'Another date, or tell me when there are seats.',
] as const
const hidden = (name: string, value: string | undefined): Markup | undefined =>
  value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}">`

const monthsFrom = (today: string) => {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, i) => new Date(Date.UTC(year, month - 1 + i, 1)).toISOString().slice(0, 7))
}

const { planned_trip_id: _trip, package_id: _package, ...typed } = Asking.properties
const AskingOnPage = Type.Object({
  ...typed,
  trip: Type.Optional(line(60)),
  route: Type.Optional(line(60)),
  privacy_consent: oneOf(['yes']),
})

/** The page that takes the form. What was typed is an enquiry by the same action as over the API. */
export function askRoute({ keys }: FastifyInstance, request: FastifyRequest): PageWithForms {
  return {
    show: async (db, { locale, sent }) => {
      const prefilled = { ...addressesIn(sent) }
      const { about, frame } = await oneAsked(db, prefilled)
      return { ...askPage(frame, { about, prefilled }, locale, sent), frame }
    },
    forms: ({ locale }) => ({
      [ASK]: form(AskingOnPage, async (tx, { privacy_consent: _given, trip, route, ...asked }) => {
        const { about } = await oneAsked(tx, { ...(trip && { trip }), ...(route && { route }) })
        const named = {
          ...(about?.planned_trip_id && { planned_trip_id: about.planned_trip_id }),
          ...(about?.package_id && { package_id: about.package_id }),
        }
        await ask(
          tx,
          { ...asked, ...named, privacy_consent: true },
          { address: callerFingerprint(keys, request.ip), locale },
        )
        return thanksPage(asked.name, locale)
      }),
    }),
  }
}

const addressesIn = (sent: Sent | undefined): Prefilled =>
  prefilledIn({ trip: sent?.fields.trip, package: sent?.fields.route })

/** The trip or the route that is named, if strangers see it. */
export async function oneAsked(db: Db, { trip, route }: Prefilled) {
  const { about, ...frame } = await readAskedRoute(db, { serial: trip ?? '', address: route ?? '' })
  return { about, frame }
}

const thanksPage = (name: string, locale: Locale): Page => {
  const t = wordsIn(locale)
  const title = t('謝謝，我們收到了', 'Thank you, we have it')
  return {
    title,
    body: html`
<div class="wrap leaf">
  <h1>${title}</h1>
  ${done(t(`${name} 您好，業務會用您留下的方式與您聯絡。`, `${name}, our sales contact you by what you left.`))}
  <p class="does"><a class="button main" href="${pathIn(locale, '/')}">${t('看所有行程', 'See all trips')}</a></p>
</div>`,
  }
}
