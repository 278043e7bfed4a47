import { routes } from '../../kit/http/routes/routes.ts'
import { manageRoutes } from './manage.ts'
import { readRoutes } from './user.ts'

/** `/api/users` */
export default routes((on) => {
  readRoutes(on)
  manageRoutes(on)
})
