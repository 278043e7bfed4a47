import { routes } from '../../kit/http/routes/routes.ts'
import { ownAccountRoutes } from '../users/user.ts'
import { browserSessionRoutes } from './browser-sessions.ts'
import { signInLinkRoutes } from './links.ts'
import { passwordRoute, resetRoutes } from './passwords.ts'
import { personalTokenRoutes } from './personal-tokens.ts'
import { factorOfUserRoutes, ownFactorRoutes } from './second-factor.ts'
import { logoutRoutes, ownSessionRoutes } from './sessions.ts'
import { loginRoute, secondStepRoute } from './sign-in.ts'

/** `/api`: signing in and out. */
export const signIn = routes((on, app) => {
  loginRoute(on, app)
  logoutRoutes(on)
  resetRoutes(on, app)
  signInLinkRoutes(on, app)
  secondStepRoute(on, app)
})

/** `/api/me`: the account of the caller. */
export const me = routes((on, app) => {
  ownAccountRoutes(on, app)
  passwordRoute(on)
  ownSessionRoutes(on)
  personalTokenRoutes(on)
  browserSessionRoutes(on, app)
  ownFactorRoutes(on, app)
})

/** `/api/users`: the second factor of another account. */
export const secondFactorOfUser = routes((on, app) => {
  factorOfUserRoutes(on, app)
})
