import { routes } from '../../kit/http/routes/routes.ts'
import { attendanceRoutes } from './attendances.ts'
import { briefingRoutes } from './briefings.ts'
import { bulkRoute } from './bulk.ts'
import { guestRoutes, joinRoute } from './guests.ts'
import { openSessionRoutes } from './open-sessions.ts'
import { addSessionRoute, changeSessionRoutes } from './schedule.ts'
import { seminarRoutes } from './seminar.ts'
import { sessionReads, sessionsOfSeminarRoute } from './session.ts'

/** `/api/seminars`: pre-departure briefings, talks, and training of leaders. */
export default routes((on, app) => {
  seminarRoutes(on, app)
  bulkRoute(on, app)
  sessionsOfSeminarRoute(on)
  addSessionRoute(on, app)
})

/** `/api/sessions`: sessions by their own id, and the people on their lists. */
export const sessions = routes((on, app) => {
  sessionReads(on)
  changeSessionRoutes(on, app)
  attendanceRoutes(on)
})

/** `/api/public/sessions`: sessions open to the public, without an account. */
export const publicSessions = routes((on, app) => {
  openSessionRoutes(on)
  joinRoute(on, app)
})

/** `/api/public/attendances/{token}`: the attendance behind the link of a guest's mail. */
export const linkedAttendances = routes(guestRoutes)

/** `/api/bookings/{id}/briefings`: the sessions to which the travelers of a booking are invited. */
export const briefingsOfBooking = routes(briefingRoutes)
