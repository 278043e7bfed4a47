import { routes } from '../../kit/http/routes/routes.ts'
import { buyerRoutes } from './buyers.ts'
import { giveBackRoutes } from './give-back.ts'
import { issueRoute } from './issue.ts'
import { againRoutes } from './platform/again.ts'
import { receiptReads, receiptsOfBookingRoute } from './read.ts'

/** `/api/legal-receipts` */
export default routes((on) => {
  receiptReads(on)
  giveBackRoutes(on)
  againRoutes(on)
})

/** `/api/bookings/{id}/legal-receipts` and `/api/bookings/{id}/receipt-buyers` */
export const receiptsOfBookings = routes((on) => {
  receiptsOfBookingRoute(on)
  issueRoute(on)
  buyerRoutes(on)
})
