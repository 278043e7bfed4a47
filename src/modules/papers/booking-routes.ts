import { found } from '../../kit/errors.ts'
import { paper } from '../../kit/http/routes/paper.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { readers } from '../bookings/visible.ts'
import { readerOf } from '../users/reader.ts'
import { bookingOnPaper } from './booking-queries.ts'
import { bookingFacts } from './rules.ts'

/** `/api/bookings/{id}`: the papers of a booking, for its customer and for staff. */
export default routes((on) => {
  paper(
    on,
    '/:id/quotation',
    {
      name: 'printBookingQuotation',
      access: readers,
      says: 'The quotation as a PDF; once confirmed, the confirmation',
      template: 'booking',
    },
    async ({ db, actor, params }) => {
      const { id = 0 } = params
      const booking = found(await bookingOnPaper(db, { ...readerOf(actor), id }))
      return {
        file: `${booking.booking_number}-${isConfirmed(booking) ? 'confirmation' : 'quotation'}`,
        facts: bookingFacts(booking),
      }
    },
  )
})

const isConfirmed = ({ status }: { status: string }) => ['confirmed', 'completed'].includes(status)
