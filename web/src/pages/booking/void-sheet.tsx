import { useMutation } from '@tanstack/react-query'
import { voidBookingPayment } from 'guidon-sdk'
import { guidon, refresh } from '../../kit/api.ts'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { Form, TextArea } from '../../parts/form.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import type { Booking } from './queries.ts'

type Props = { booking: Booking; payment: Booking['payments'][number]; close: () => void }

/** Voids a payment that was recorded by mistake. It stays in sight, crossed out. */
export default function VoidSheet({ booking, payment, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (reason: string) => voidBookingPayment(guidon, booking.id, payment.id, { reason }),
    onSuccess: close,
    onSettled: () => refresh('bookings', 'trips'),
  })
  return (
    <Sheet title={say('作廢這筆款項', 'Void the payment')} close={close}>
      <p>
        <b>{price(payment.amount, booking.currency)}</b>
        {payment.reference && <span className="soft">・{payment.reference}</span>}
      </p>
      <Form
        send={say('作廢', 'Void it')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(given('reason'))}
      >
        <TextArea
          id="reason"
          label={say('原因', 'Reason')}
          hint={say('這筆紀錄會留著。', 'The record stays.')}
          required
        />
      </Form>
    </Sheet>
  )
}
