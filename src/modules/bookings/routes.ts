import { routes } from '../../kit/http/routes/routes.ts'
import { cancelRoute } from './cancel.ts'
import { askRoutes } from './cancellation-requests/ask.ts'
import { changeRoute } from './change.ts'
import { chargeBackRoute } from './charge-back.ts'
import { createRoute } from './create.ts'
import { invitationRoute } from './customer.ts'
import { handOverRoutes } from './hand-over.ts'
import { historyRoutes } from './history.ts'
import { linkRoutes } from './links.ts'
import { lostLinkRoute } from './lost-link.ts'
import { manageRoutes } from './manage.ts'
import { messageRoutes } from './messages.ts'
import { remindersRoute } from './payment-reminders/of-booking.ts'
import { remindRoute } from './payment-reminders/remind.ts'
import { silenceRoutes } from './payment-reminders/silence.ts'
import { reportRoutes } from './payment-reports/report.ts'
import { askRoutes as askForMoneyRoutes } from './payment-requests/ask.ts'
import { paymentRoutes } from './payments.ts'
import { priceLineRoutes } from './price-lines.ts'
import { publicQuoteRoute, quoteRoute } from './quote.ts'
import { readRoutes } from './read.ts'
import { refundRoutes } from './refunds.ts'
import { registrationRoute } from './register.ts'
import { restoreRoute } from './restore.ts'
import { stepRoutes } from './steps.ts'
import { transferRoute } from './transfer.ts'
import { undoCancelRoute } from './undo-cancel.ts'

/** `/api/bookings` */
export default routes((on, app) => {
  readRoutes(on)
  createRoute(on, app)
  quoteRoute(on)
  historyRoutes(on)
  messageRoutes(on)
  changeRoute(on, app)
  handOverRoutes(on)
  linkRoutes(on, app)
  invitationRoute(on)
  stepRoutes(on)
  cancelRoute(on)
  askRoutes(on)
  reportRoutes(on)
  undoCancelRoute(on)
  restoreRoute(on)
  transferRoute(on)
  paymentRoutes(on)
  chargeBackRoute(on)
  askForMoneyRoutes(on)
  remindersRoute(on)
  remindRoute(on, app)
  silenceRoutes(on)
  refundRoutes(on)
  priceLineRoutes(on)
})

/** `/api/trip-registrations`: registers a party, and manages its booking by the link of the receipt. */
export const tripRegistrations = routes((on, app) => {
  registrationRoute(on, app)
  publicQuoteRoute(on)
  lostLinkRoute(on, app)
  manageRoutes(on, app)
})
