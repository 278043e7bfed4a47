import type { FastifyInstance } from 'fastify'
import { reference } from './kit/http/openapi.ts'
import { probes, problems } from './kit/http/probes.ts'
import { type Needs, service } from './kit/http/service.ts'
import { identifyIn } from './modules/auth/identify.ts'
import { me, signIn } from './modules/auth/routes.ts'
import seasons from './modules/seasons.ts'
import users from './modules/users/routes.ts'

/** The table of contents: every module and where it lives. */
const modules = {
  '': probes,
  '/api': signIn,
  '/api/me': me,
  '/api/users': users,
  '/api/seasons': seasons,
  '/api/problems': problems,
}

export const buildApp = (needs: Omit<Needs, 'identify'>): FastifyInstance => {
  const app = service({ ...needs, identify: identifyIn(needs.database) })
  reference(app)
  for (const [prefix, module] of Object.entries(modules)) app.register(module, { prefix })
  return app
}
