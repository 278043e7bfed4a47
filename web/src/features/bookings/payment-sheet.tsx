import { type BookingPaymentInput, createBookingPayment, Refusal, voidBookingPayment } from 'guidon-sdk'
import { paymentMethodWords } from 'guidon-sdk/words/payment-method'
import { useState } from 'react'
import { chosenIn } from '../../kit/choices.ts'
import { nowOnTheClock } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { recordsRefunds } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Choice, Field, Form, useFault } from '../../ui/forms/form.tsx'
import { Moment } from '../../ui/forms/moment.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { WordChoice } from '../../ui/forms/word-choice.tsx'
import type { Booking } from './queries.ts'

/** Records what was paid, or paid back. What is lost on the way is not recorded twice. */
export const PaymentSheet = ({ booking, close }: { booking: Booking; close: () => void }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (payment: BookingPaymentInput, guidon) => createBookingPayment(guidon, booking.id, payment),
    close,
    says: ({ id }) => ({
      title: say('已登記', 'Recorded'),
      body: say(
        '30 秒後通知客戶，在那之前可以復原。',
        'The customer is told in 30 seconds; until then it can be undone.',
      ),
      action: { words: say('復原', 'Undo'), act: () => undo(id), seconds: 30 },
    }),
    changes: ['bookings', 'trips', 'money'],
  })
  const undo = useUndo(booking.id)
  const mayRefund = recordsRefunds(useMe())
  const isRefund = mayRefund && booking.balance < 0
  return (
    <Sheet title={say('登記收款', 'Record a payment')} close={close}>
      <Form
        send={say('登記', 'Record')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            kind: given('kind') === 'refund' ? 'refund' : 'payment',
            amount: given('amount'),
            method: chosenIn(paymentMethodWords, given('method')) ?? 'bankTransfer',
            received_at: given('received_at'),
            reference: given('reference') || null,
            ...(given('confirmed') && { confirm: true }),
          })
        }
      >
        {mayRefund && (
          <Choice
            id="kind"
            label={say('種類', 'Kind')}
            defaultValue={isRefund ? 'refund' : 'payment'}
            options={[
              ['payment', say('收款', 'Payment')],
              ['refund', say('退款', 'Refund')],
            ]}
          />
        )}
        <Field
          id="amount"
          label={`${say('金額', 'Amount')} (${booking.currency})`}
          inputMode="decimal"
          defaultValue={booking.balance > 0 || isRefund ? String(Math.abs(booking.balance)) : ''}
          required
        />
        <WordChoice
          id="method"
          label={say('方式', 'Method')}
          first={booking.payment_method ?? 'bankTransfer'}
          words={paymentMethodWords}
        />
        <ReceivedAt />
        <Field id="reference" label={say('帳號末五碼或單號（可留空）', 'Reference (optional)')} />
        {asksToConfirm(error) && <Confirmation />}
      </Form>
    </Sheet>
  )
}

/** Voids what was just recorded, before anybody hears of it. */
const useUndo = (booking: number) => {
  const say = useSay()
  const { mutate } = useWrite({
    send: (payment: number, guidon) =>
      voidBookingPayment(guidon, booking, payment, {
        reason: say('登記後立即復原', 'Undone right after it was recorded'),
      }),
    says: ['已復原，沒有通知客戶', 'Undone; the customer was not told'],
    tellsRefusal: true,
    changes: ['bookings', 'trips', 'money'],
  })
  return mutate
}

const asksToConfirm = (error: Error | null) => error instanceof Refusal && error.errors.confirm !== undefined

/** More than is owed: the refusal above the button says the difference. */
const Confirmation = () => {
  const say = useSay()
  return (
    <label className="check">
      <input type="checkbox" name="confirmed" value="yes" required />
      {say('金額正確，仍要登記', 'The amount is right: record it')}
    </label>
  )
}

const ReceivedAt = () => {
  const say = useSay()
  const [now] = useState(nowOnTheClock)
  const fault = useFault('received_at')
  return <Moment label={say('收到的時間', 'Received at')} name="received_at" first={now} {...(fault && { fault })} />
}
