import { lazy } from '../../../../kit/lazy.ts'
import { OpenButton } from '../../../../ui/open-button.tsx'

const OrderSheet = lazy(() => import('./order-sheet.tsx'))

/** What an order of a refund changes. */
export const refundChanges = ['refund-orders', 'approvals', 'money', 'bookings', 'trips', 'work']

export type Owed = {
  obligation: { id: number; left: number }
  booking: { booking_number: string; contact_name: string; currency: string }
}

/** Orders a refund of what is owed back. */
export const OrderRefund = ({ obligation, booking }: Owed) => (
  <OpenButton
    words={['開退款單…', 'Order the refund…']}
    about={[booking.booking_number, booking.booking_number]}
    className="button"
  >
    {(close) => <OrderSheet obligation={obligation} booking={booking} close={close} />}
  </OpenButton>
)
