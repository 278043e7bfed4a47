import { routes } from '../../kit/http/routes/routes.ts'
import { buyerRoutes } from './buyers.ts'
import { giveBackRoutes } from './give-back.ts'
import { issueRoute } from './issue.ts'
import { misfitRoute } from './misfits.ts'
import { againRoutes } from './platform/again.ts'
import { receiptReads, receiptsOfBookingRoute } from './read.ts'

/** `/api/legal-receipts` */
export default routes((on) => {
  receiptReads(on)
  giveBackRoutes(on)
  againRoutes(on)
})

/** `/api/bookings/{id}/legal-receipts`, `receipt-misfits` and `receipt-buyers` */
export const receiptsOfBookings = routes((on) => {
  receiptsOfBookingRoute(on)
  issueRoute(on)
  misfitRoute(on)
  buyerRoutes(on)
})
