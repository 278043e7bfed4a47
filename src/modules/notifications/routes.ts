import { routes } from '../../kit/http/routes/routes.ts'
import { exampleRoute } from './examples.ts'
import { notificationRoutes } from './notifications.ts'
import { presenceRoute } from './presence.ts'
import { streamRoute } from './stream.ts'

export default routes((on, app) => {
  notificationRoutes(on)
  streamRoute(on, app)
  presenceRoute(on, app)
  exampleRoute(on)
})
