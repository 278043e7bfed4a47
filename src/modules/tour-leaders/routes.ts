import { routes } from '../../kit/http/routes/routes.ts'
import { changeRoutes } from './change.ts'
import { eraseRoutes } from './erase.ts'
import { fileRoutes } from './files.ts'
import { readRoutes } from './read.ts'
import { revealRoute } from './reveal.ts'

/** `/api/tour-leaders` */
export default routes((on, app) => {
  readRoutes(on)
  changeRoutes(on, app)
  revealRoute(on, app)
  eraseRoutes(on)
  fileRoutes(on, app)
})
