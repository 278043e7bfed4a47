import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { PageRoute } from '../../kit/http/pages/forms.ts'
import type { Frame } from '../../kit/http/pages/page.ts'
import { servePage } from '../../kit/http/pages/routes.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { isLocale, type Locale, say } from '../../kit/words/words.ts'
import type { LinkKind } from '../links/links.ts'
import { localeSpoken } from '../shown-names.ts'
import { framed } from '../site/frame.ts'
import { brandMark, iconLinks } from '../site/icons.ts'
import { accountPage } from './account.ts'
import { contactPage } from './contact.ts'
import { offerPage } from './offer.ts'
import { sessionPage } from './session.ts'

/** `/l/{kind}/{token}`: the pages behind the links of mails. Those of bookings and travelers open the traveler's place. */
export async function linkPages(app: FastifyInstance) {
  const pages: Partial<Record<LinkKind | 'contact', PageRoute>> = {
    invitation: accountPage(app, 'invitation'),
    password: accountPage(app, 'password'),
    'sign-in': accountPage(app, 'sign-in'),
    offer: offerPage(app),
    session: sessionPage(),
    contact: contactPage(),
  }
  for (const [kind, page] of Object.entries(pages)) servePage(app, `/${kind}/:token`, page, frameOf)
}

const frameOf = async (db: Db, token: string, request: FastifyRequest): Promise<Frame> => {
  const { language, ...frame } = await frameAndLanguage(db, { token_hash: hashOf(token) })
  const locale = chosenIn(request) ?? language ?? request.locale
  const { name, name_en, phone, email, address, address_en } = frame.house
  return {
    brand: say([name ?? 'Guidon', name_en ?? name ?? 'Guidon'], locale),
    emblem: brandMark(frame, locale),
    icons: iconLinks(frame, locale),
    locale,
    contact: [phone ?? '', email ?? '', say([address ?? '', address_en ?? ''], locale)].filter(Boolean),
  }
}

const chosenIn = ({ query }: FastifyRequest): Locale | undefined => {
  const { lang } = query as { lang?: unknown }
  return isLocale(lang) ? lang : undefined
}

type Given = { token_hash: Buffer }

// SQL: the language of the account of the link, or of its traveler, or of the booking.
const languageOf = (token_hash: Buffer) => sql<Locale | null>`coalesce((
  select b.locale from contact_changes c join bookings b on b.id = c.booking_id where c.token_hash = ${token_hash}), (
  select coalesce(u.locale, case when v.language is not null then ${localeSpoken('v.language')} end,
                  a.guest_locale, b.locale)
    from links l
    left join session_attendances a on a.id = l.attendance_id
    left join addon_communications c on c.id = l.communication_id
    left join addon_requests r on r.id = c.addon_request_id
    left join travelers v on v.id = coalesce(l.traveler_id, a.traveler_id)
    left join bookings b on b.id = coalesce(l.booking_id, r.booking_id, v.booking_id)
    left join users u on u.id = coalesce(l.user_id, case when l.kind = 'offer' then b.customer_user_id end)
   where l.token_hash = ${token_hash}))`

/** What surrounds the page of a link: the agency as on its site, and the language of the link's person. */
const frameAndLanguage = theRow((db, { token_hash }: Given) => framed(db).select(languageOf(token_hash).as('language')))
