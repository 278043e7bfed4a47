import { routes } from '../../kit/http/routes/routes.ts'
import { changeRoute } from './change.ts'
import { doubleRoute } from './doubles.ts'
import { eraseRoute } from './erase.ts'
import { findRoute } from './find.ts'
import { mergeRoutes } from './merge.ts'
import { readRoutes } from './read.ts'

/** `/api/persons` */
export default routes((on, app) => {
  readRoutes(on)
  doubleRoute(on)
  changeRoute(on)
  mergeRoutes(on)
  findRoute(on, app)
  eraseRoute(on, app)
})
