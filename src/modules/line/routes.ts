import { routes } from '../../kit/http/routes/routes.ts'
import { fileRoutes } from './files.ts'
import { sentFileRoutes } from './sent-files.ts'
import { channelRoutes } from './settings.ts'
import { threadRoutes } from './thread.ts'
import { threadListRoutes } from './threads.ts'

/** `/api/line`, without the events, whose bodies are read as bytes. */
export default routes((on, app) => {
  channelRoutes(on, app)
  threadListRoutes(on)
  threadRoutes(on)
  fileRoutes(on, app)
  sentFileRoutes(on, app)
})
