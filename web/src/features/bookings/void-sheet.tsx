import { voidBookingPayment } from 'guidon-sdk'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { AskApproval } from '../../ui/forms/ask-approval.tsx'
import { ReasonForm } from '../../ui/forms/reason-form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { Booking } from './queries.ts'
import { MisfitsOfChange } from './shared/legal-receipts/misfits.tsx'
import { paymentChanges } from './shared/undo-payment.ts'

type Props = { booking: Booking; payment: Booking['payments'][number]; close: () => void }

/** Voids a payment that was recorded by mistake. It stays in the list, crossed out. */
export default function VoidSheet({ booking, payment, close }: Props) {
  const say = useSay()
  const voiding = useWrite({
    send: (reason: string, guidon) => voidBookingPayment(guidon, booking.id, payment.id, { reason }),
    close,
    changes: paymentChanges,
  })
  return (
    <Sheet title={say('作廢這筆款項', 'Void the payment')} close={close}>
      <p>
        <b>{price(payment.amount, booking.currency)}</b>
        {payment.reference && <span className="soft">・{payment.reference}</span>}
      </p>
      {booking.issued_receipts > 0 && (
        <MisfitsOfChange booking={booking.id} change={{ payment_id: payment.id }} isSent={voiding.isPending} />
      )}
      <ReasonForm
        of={payment}
        send={say('作廢', 'Void')}
        isHarmful
        sending={voiding}
        hint={say('這筆紀錄會保留。', 'The record is kept.')}
        isText
        ask={
          <AskApproval
            error={voiding.error}
            params={{ payment_id: payment.id }}
            reason={voiding.variables}
            close={close}
          />
        }
      />
    </Sheet>
  )
}
