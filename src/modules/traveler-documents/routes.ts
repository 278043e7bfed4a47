import { routes } from '../../kit/http/routes/routes.ts'
import { changeRoutes } from './change.ts'
import { handInRoutes, linkHandInRoutes } from './hand-in.ts'
import { linkReadRoutes, readRoutes, revealRoute } from './read.ts'
import { verifyRoutes } from './verify.ts'

/** `/api/traveler-documents`: passports, visas and other documents of travelers. */
export default routes((on, app) => {
  readRoutes(on, app)
  handInRoutes(on, app)
  verifyRoutes(on, app)
  changeRoutes(on, app)
  revealRoute(on, app)
})

/** `/api/trip-registrations/{token}/documents`: the documents of a booking, for the holder of its link. */
export const documentsByLink = routes((on, app) => {
  linkReadRoutes(on)
  linkHandInRoutes(on, app)
})
