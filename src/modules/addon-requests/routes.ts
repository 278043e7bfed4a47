import { routes } from '../../kit/http/routes/routes.ts'
import { answerRoute } from './answers.ts'
import { changeRoute } from './change.ts'
import { messageRoute } from './entries.ts'
import { ofManyRoutes } from './of-many.ts'
import { openRoute } from './open.ts'
import { readRoutes } from './read.ts'
import { countsRoute, statsRoute } from './stats.ts'
import { entryRoutes, pendingRoute, timelineRoute } from './timeline.ts'
import { decisionRoutes, turnRoutes } from './turns.ts'
import { possibleRoute } from './worklist.ts'

export default routes((on, { zone }) => {
  readRoutes(on)
  countsRoute(on)
  openRoute(on)
  changeRoute(on)
  ofManyRoutes(on)
  decisionRoutes(on)
  timelineRoute(on, zone)
  messageRoute(on, zone)
  possibleRoute(on)
  turnRoutes(on, zone)
  entryRoutes(on, zone)
  answerRoute(on, zone)
  pendingRoute(on, zone)
  statsRoute(on)
})
