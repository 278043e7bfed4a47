import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { acceptForms } from '../../kit/http/pages/accept-forms.ts'
import { html } from '../../kit/http/pages/html.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { isLocale, type Locale } from '../../kit/words/words.ts'
import type { LinkKind } from '../links/links.ts'
import { localeSpoken } from '../shown-names.ts'
import { type On, type PageWithForms, page, type Shell } from '../site/page.ts'
import { accountPage } from './account.ts'
import { contactPage } from './contact.ts'
import { offerPage } from './offer.ts'
import { sessionPage } from './session.ts'

type Letter = PageWithForms | ((on: On) => PageWithForms | Promise<PageWithForms>)
type Given = { office: string | undefined; payment: Letter }

/** `/l/{kind}/{token}`: the letters, which are the pages behind the links of mails. Links of bookings and travelers open the traveler's place. */
export async function letters(app: FastifyInstance, { office, payment }: Given) {
  await acceptForms(app)
  const pages: Partial<Record<LinkKind | 'contact' | 'payment', Letter>> = {
    invitation: accountPage(app, 'invitation'),
    password: accountPage(app, 'password'),
    'sign-in': accountPage(app, 'sign-in'),
    offer: offerPage(app),
    session: sessionPage(),
    contact: contactPage(),
    payment,
  }
  for (const [kind, letter] of Object.entries(pages))
    page(app, `/l/${kind}/:token`, {
      ...{ shell, office, takesForms: true, locale: languageOfReader },
      open: async (on) => (typeof letter === 'function' ? letter(on) : letter),
    })
}

const shell: Shell = {
  common: { path: '/my/', isListed: false, isLetter: true },
  around: (body) => html`<div class="wrap letter">${body}</div>`,
  isOfSite: false,
  tellsGoneForms: true,
  refused: (_refusal, { title, detail }) => ({
    title,
    body: html`<section class="card"><h1>${title}</h1><p>${detail}</p></section>`,
  }),
}

/** The language that the reader has chosen, else that of the person whose link it is, else that of the browser. */
const languageOfReader = async (db: Db, request: FastifyRequest): Promise<Locale> => {
  const { lang } = request.query as { lang?: unknown }
  const { token = '' } = request.params as { token?: string }
  if (isLocale(lang)) return lang
  return (await personOfLink(db, { token, token_hash: hashOf(token) }))?.language ?? request.locale
}

// The language of the account of the link, or of its traveler, or of the booking, also of one that is paid for.
const personOfLink = oneRow(
  (_db, { token, token_hash }: { token: string; token_hash: Buffer }) => sql<{ language: Locale | null }>`
  select coalesce((
    select b.locale from contact_changes c join bookings b on b.id = c.booking_id where c.token_hash = ${token_hash}), (
    select b.locale from payment_requests r join bookings b on b.id = r.booking_id where r.pay_token = ${token}), (
    select b.locale from provider_trades x join bookings b on b.id = x.booking_id where x.token_hash = ${token_hash}), (
    select coalesce(u.locale, case when v.language is not null then ${localeSpoken('v.language')} end,
                    a.guest_locale, b.locale)
      from links l
      left join session_attendances a on a.id = l.attendance_id
      left join addon_communications c on c.id = l.communication_id
      left join addon_requests r on r.id = c.addon_request_id
      left join travelers v on v.id = coalesce(l.traveler_id, a.traveler_id)
      left join bookings b on b.id = coalesce(l.booking_id, r.booking_id, v.booking_id)
      left join users u on u.id = coalesce(l.user_id, case when l.kind = 'offer' then b.customer_user_id end)
     where l.token_hash = ${token_hash})) as language`,
)
