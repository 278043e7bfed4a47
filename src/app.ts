import type { FastifyInstance } from 'fastify'
import { about } from './about.ts'
import { linkedFiles } from './kit/files/routes.ts'
import { reference } from './kit/http/openapi.ts'
import { probes, problems } from './kit/http/probes.ts'
import { type Needs, service } from './kit/http/service.ts'
import addonCategories from './modules/addon-requests/categories.ts'
import communications from './modules/addon-requests/communications.ts'
import { offerPages, offers } from './modules/addon-requests/offers/routes.ts'
import addonRequests from './modules/addon-requests/routes.ts'
import addonTypes from './modules/addon-requests/types/routes.ts'
import airlines from './modules/airlines/routes.ts'
import attachments from './modules/attachments/routes.ts'
import audit from './modules/audit/routes.ts'
import { identifyIn } from './modules/auth/identify.ts'
import { me, signIn } from './modules/auth/routes.ts'
import categories from './modules/categories.ts'
import cities from './modules/geography/cities.ts'
import continents from './modules/geography/continents.ts'
import countries from './modules/geography/countries.ts'
import areas from './modules/geography/geographical-areas.ts'
import regions from './modules/geography/regions.ts'
import tree from './modules/geography/tree.ts'
import notifications from './modules/notifications/routes.ts'
import options from './modules/options/routes.ts'
import seasons from './modules/seasons.ts'
import users from './modules/users/routes.ts'

/** The table of contents: every module and where it lives. */
const modules = {
  '': probes,
  '/api': signIn,
  '/api/me': me,
  '/api/users': users,
  '/api/options': options,
  '/api/continents': continents,
  '/api/countries': countries,
  '/api/regions': regions,
  '/api/cities': cities,
  '/api/geographical-areas': areas,
  '/api/geography': tree,
  '/api/airlines': airlines,
  '/api/categories': categories,
  '/api/seasons': seasons,
  '/api/addon-requests/types': addonTypes,
  '/api/addon-requests/categories': addonCategories,
  '/api/addon-requests': [addonRequests, communications],
  '/api/offers': offers,
  '/offers': offerPages,
  '/api/notifications': notifications,
  '/api/audit': audit,
  '/api/attachments': attachments,
  '/api/files': linkedFiles,
  '/api/problems': problems,
}

export const buildApp = (needs: Omit<Needs, 'identify'>): FastifyInstance => {
  const app = service({ ...needs, identify: identifyIn(needs.database) })
  reference(app, about)
  for (const [prefix, module] of Object.entries(modules))
    for (const part of [module].flat()) app.register(part, { prefix })
  return app
}
