import { routes } from '../../kit/http/routes/routes.ts'
import { messageRoutes, testRoute } from './messages.ts'
import { replayRoutes } from './replay.ts'
import { secretRoute } from './secrets.ts'
import { changeRoutes, createRoute, readRoutes } from './webhook.ts'

/** `/api/webhooks` */
export default routes((on, app) => {
  readRoutes(on)
  messageRoutes(on)
  replayRoutes(on)
  testRoute(on)
  createRoute(on, app)
  changeRoutes(on, app)
  secretRoute(on, app)
})
