import { lazy } from '../../../../kit/lazy.ts'
import { OpenButton } from '../../../../ui/open-button.tsx'
import type { Owed } from './refund.ts'

const OrderSheet = lazy(() => import('./order-sheet.tsx'))

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
