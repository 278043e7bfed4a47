import { type BookingPaymentInput, createBookingPayment } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentMethodWords, terms } from 'guidon-sdk/words'
import { useState } from 'react'
import { chosenIn } from '../../kit/choices.ts'
import { nowOnTheClock } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { recordsRefunds } from '../../kit/roles.ts'
import { type Say, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { answersIn, Confirmations, type Question } from '../../ui/forms/confirmations.tsx'
import { Choice, Field, Form, useFault } from '../../ui/forms/form.tsx'
import { Moment } from '../../ui/forms/moment.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { WordChoice } from '../../ui/forms/word-choice.tsx'
import type { Booking } from './queries.ts'
import { paymentChanges, useUndoPayment } from './shared/undo-payment.ts'

/** Records a payment or, of those who may, a refund: each is a form of its own, so that what was typed for one is no draft of the other. */
export default function PaymentSheet({ booking, close }: Props) {
  const say = useSay()
  const mayRefund = recordsRefunds(useMe())
  const [kind, setKind] = useState<Kind>(mayRefund && booking.balance < 0 ? 'refund' : 'payment')
  return (
    <Sheet
      title={kind === 'refund' ? say('登記退款', 'Record a refund') : say('登記收款', 'Record a payment')}
      close={close}
    >
      {mayRefund && (
        <Choice
          id="kind"
          label={say(...label.kind)}
          defaultValue={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value === 'refund' ? 'refund' : 'payment')}
          options={[
            ['payment', say('收款', 'Payment')],
            ['refund', say('退款', 'Refund')],
          ]}
        />
      )}
      <PaymentForm key={kind} booking={booking} kind={kind} close={close} />
    </Sheet>
  )
}

type Props = { booking: Booking; close: () => void }
type Kind = 'payment' | 'refund'

/** If the answer gets lost, sending again records it only once. */
const PaymentForm = ({ booking, kind, close }: Props & { kind: Kind }) => {
  const say = useSay()
  const { mutate, variables, error, isPending } = useWrite({
    send: (payment: BookingPaymentInput, guidon) => createBookingPayment(guidon, booking.id, payment),
    close,
    says: ({ id }) => ({
      title: say('已登記', 'Recorded'),
      body: say(
        `${terms.undo.words[0]}後通知客戶，在那之前可以復原。`,
        `The customer is notified in ${terms.undo.words[1]}; until then you can undo it.`,
      ),
      action: { words: say('復原', 'Undo'), act: () => undo(id), seconds: terms.undo.count },
    }),
    changes: paymentChanges,
  })
  const undo = useUndoPayment(booking.id)
  const first = firstAmount(booking, kind)
  return (
    <Form
      of={{ id: kind }}
      send={say('登記', 'Record')}
      error={error}
      isPending={isPending}
      submit={(given) =>
        mutate({
          kind,
          amount: given('amount'),
          method: chosenIn(paymentMethodWords, given('method')) ?? 'bankTransfer',
          received_at: given('received_at'),
          reference: given('reference') || null,
          ...answersIn(given, ['amount', 'reference']),
        })
      }
    >
      <Field
        id="amount"
        label={`${say(...label.amount)} (${booking.currency})`}
        inputMode="decimal"
        {...(first.isDeposit && { hint: depositHint(say, booking) })}
        defaultValue={first.amount}
        required
      />
      <WordChoice
        id="method"
        label={say(...label.method)}
        first={booking.payment_method ?? 'bankTransfer'}
        words={paymentMethodWords}
      />
      <ReceivedAt />
      <Field id="reference" label={say('帳號末五碼或單號（可留空）', 'Reference (optional)')} />
      <Confirmations error={error} of={questions(booking, variables)} />
    </Form>
  )
}

/** The amount that is due next: what is owed back, or the rest of the deposit, then the balance. */
const firstAmount = ({ deposit, paid, balance }: Booking, kind: Kind) => {
  if (kind === 'refund') return { amount: balance < 0 ? String(-balance) : '', isDeposit: false }
  const isDeposit = paid < deposit && deposit - paid < balance
  const due = isDeposit ? deposit - paid : balance
  return { amount: due > 0 ? String(due) : '', isDeposit }
}

const depositHint = (say: Say, { balance, currency }: Booking) =>
  say(
    `這是訂金；未付總額 ${price(balance, currency)}。`,
    `This is the deposit; ${price(balance, currency)} is open in all.`,
  )

/** An amount that is too high, and a reference that stands on another booking. */
const questions = (
  { currency }: Booking,
  { amount, reference }: Partial<BookingPaymentInput> = {},
): readonly Question[] => [
  { field: 'amount', value: amount, shown: price(Number(amount), currency), needsNoReason: true },
  { field: 'reference', value: reference, shown: String(reference) },
]

const ReceivedAt = () => {
  const say = useSay()
  const [now] = useState(nowOnTheClock)
  const fault = useFault('received_at')
  return <Moment label={say(...label.received_at)} name="received_at" first={now} {...(fault && { fault })} />
}
