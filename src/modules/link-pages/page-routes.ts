import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../kit/db/tables.ts'
import type { Frame } from '../../kit/http/pages/page.ts'
import { servePage } from '../../kit/http/pages/routes.ts'
import type { PageRoute } from '../../kit/http/pages/taking.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { isLocale, type Locale, say } from '../../kit/words/words.ts'
import type { LinkKind } from '../links/schema.ts'
import { accountPage } from './account/page-routes.ts'
import { bookingPage } from './booking/page-routes.ts'
import { surroundings } from './frame.ts'
import { offerPage } from './offer/page-routes.ts'
import { sessionPage } from './session/page-routes.ts'
import { travelerPage } from './traveler/page-routes.ts'

/** `/l/{kind}/{token}`: the pages behind the links of mails. */
export const linkPages = async (app: FastifyInstance) => {
  const pages: Partial<Record<LinkKind, PageRoute>> = {
    invitation: accountPage(app, 'invitation'),
    password: accountPage(app, 'password'),
    'sign-in': accountPage(app, 'sign-in'),
    offer: offerPage(app),
    session: sessionPage(),
    booking: bookingPage(app),
    traveler: travelerPage(app),
  }
  for (const [kind, page] of Object.entries(pages)) servePage(app, `/${kind}/:token`, page, frameOf)
}

const frameOf = async (db: Db, token: string, request: FastifyRequest): Promise<Frame> => {
  const { name, name_en, has_logo, phone, email, ...house } = await surroundings(db, { token_hash: hashOf(token) })
  const locale = chosenIn(request) ?? house.locale ?? request.locale
  return {
    brand: say([name ?? 'Guidon', name_en ?? name ?? 'Guidon'], locale),
    logo: has_logo ? '/api/house/logo' : null,
    locale,
    contact: [phone ?? '', email ?? '', say([house.address ?? '', house.address_en ?? ''], locale)].filter(Boolean),
  }
}

const chosenIn = ({ query }: FastifyRequest): Locale | undefined => {
  const { lang } = query as { lang?: unknown }
  return isLocale(lang) ? lang : undefined
}
