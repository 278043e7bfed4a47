import { Link } from '@tanstack/react-router'
import type { MoneyPayment } from 'guidon-sdk'
import { nameOf, useSay } from '../../kit/words.ts'

type Props = { booking: Pick<MoneyPayment['booking'], 'id' | 'booking_number' | 'contact_name' | 'trip'> }

/** The booking of a payment, and its trip: two cells of a table. */
export const BookingCells = ({ booking }: Props) => (
  <>
    <td>
      <Link className="row-link" to="/bookings/$id" params={{ id: String(booking.id) }}>
        {booking.contact_name}
      </Link>
      <span className="sub">{booking.booking_number}</span>
    </td>
    <td>
      {booking.trip.serial}
      <span className="sub">{nameOf(useSay(), booking.trip)}</span>
    </td>
  </>
)
