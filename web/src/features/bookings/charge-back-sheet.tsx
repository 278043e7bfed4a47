import { chargeBackPayment } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { today } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { DayField } from '../../ui/forms/day-field.tsx'
import { Form, TextArea } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { Booking } from './queries.ts'
import { paymentChanges } from './shared/undo-payment.ts'

type Props = { booking: Booking; payment: Booking['payments'][number]; close: () => void }

/** Records that the bank of the customer has taken a payment by card back. The booking owes it again. */
export default function ChargeBackSheet({ booking, payment, close }: Props) {
  const say = useSay()
  const chargingBack = useWrite({
    send: (body: { charged_back_on: string; reason: string }, guidon) =>
      chargeBackPayment(guidon, booking.id, payment.id, body),
    says: ['已登錄爭議扣款，這筆訂單又欠款', 'Recorded; the booking owes it again'],
    close,
    changes: [...paymentChanges, 'provider-settlements'],
  })
  return (
    <Sheet title={say('爭議扣款', 'Chargeback')} close={close}>
      <p>
        <b>{price(payment.amount, booking.currency)}</b>
        {payment.reference && <span className="soft">・{payment.reference}</span>}
      </p>
      <p className="small soft">
        {say(
          '這筆收款留在原來的日期，今天起不再算已付；金流服務會從之後的撥款扣回。',
          'The payment stays on its day and is not paid any more from today; the provider takes it off a later payout.',
        )}
      </p>
      <Form
        of={payment}
        send={say('登錄爭議扣款', 'Record the chargeback')}
        isHarmful
        error={chargingBack.error}
        isPending={chargingBack.isPending}
        submit={(given) => chargingBack.mutate({ charged_back_on: given('charged_back_on'), reason: given('reason') })}
      >
        <DayField id="charged_back_on" label={say(...label.charged_back_on)} first={today()} />
        <TextArea
          id="reason"
          label={say(...label.reason)}
          required
          hint={say('例：持卡人否認交易。', 'Such as: the card holder denies it.')}
        />
      </Form>
    </Sheet>
  )
}
