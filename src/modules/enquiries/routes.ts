import { routes } from '../../kit/http/routes/routes.ts'
import { bookRoutes } from './book.ts'
import { enterRoutes } from './enter.ts'
import { eraseRoute } from './erase.ts'
import { historyRoute } from './history.ts'
import { readRoutes } from './read.ts'
import { noteRoute, stepRoutes } from './steps.ts'

/** `/api/enquiries`: what people ask before there is a booking. */
export default routes((on, app) => {
  readRoutes(on)
  historyRoute(on)
  enterRoutes(on)
  noteRoute(on)
  stepRoutes(on)
  bookRoutes(on, app)
  eraseRoute(on)
})
