import { routes } from '../../kit/http/routes/routes.ts'
import { countRoutes } from './counts.ts'
import { drawerRoutes } from './drawers.ts'
import { handoverRoutes } from './handovers.ts'

/** `/api/cash`: who holds how much cash, counts of it, and how it passes on. */
export default routes((on) => {
  drawerRoutes(on)
  countRoutes(on)
  handoverRoutes(on)
})
