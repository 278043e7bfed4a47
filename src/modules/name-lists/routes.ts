import { routes } from '../../kit/http/routes/routes.ts'
import { checkListRoute } from './check.ts'
import { guestListRoute } from './guests.ts'
import { travelerListRoute } from './into-booking.ts'
import { bookingListRoute } from './new-booking.ts'
import { readListRoute } from './read.ts'

/** `/api/name-lists`: a list of people is read, from a file or as it was pasted. */
export default routes((on, app) => {
  readListRoute(on)
  checkListRoute(on, app)
})

/** `/api/travelers/import`, `/api/bookings/import`, `/api/sessions/{id}/attendances/import`: its people are entered. */
export const listOfTravelers = routes(travelerListRoute)
export const listOfBooking = routes(bookingListRoute)
export const listOfGuests = routes(guestListRoute)
