import { payRefundOrder, type RefundOrder, type RefundOrderPaidInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentMethodWords, terms } from 'guidon-sdk/words'
import { useState } from 'react'
import { chosenIn } from '../../../../kit/choices.ts'
import { nowOnTheClock } from '../../../../kit/days.ts'
import { price } from '../../../../kit/money.ts'
import { useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { Facts } from '../../../../ui/facts.tsx'
import { answersIn, Confirmations, type Question } from '../../../../ui/forms/confirmations.tsx'
import { Field, Form, useFault } from '../../../../ui/forms/form.tsx'
import { Moment } from '../../../../ui/forms/moment.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { WordChoice } from '../../../../ui/forms/word-choice.tsx'
import { MisfitsOfChange } from '../legal-receipts/misfits.tsx'
import { useUndoPayment } from '../undo-payment.ts'
import { refundChanges } from './refund.ts'

/** Records that an approved refund is paid, which makes it a refund of its booking. */
export default function PaidSheet({ order, close }: { order: RefundOrder; close: () => void }) {
  const say = useSay()
  const { id, version, booking, payee, account, amount, currency } = order
  const undo = useUndoPayment(booking.id)
  const { mutate, variables, error, isPending } = useWrite({
    send: (paid: RefundOrderPaidInput, guidon) => payRefundOrder(guidon, id, paid, { version }),
    close,
    says: ({ payment_id }) => ({
      title: say('已登錄退款', 'The refund is recorded'),
      body: say(
        `${terms.undo.words[0]}後通知客戶，在那之前可以復原。`,
        `The customer is notified in ${terms.undo.words[1]}; until then you can undo it.`,
      ),
      ...(payment_id !== null && {
        action: { words: say('復原', 'Undo'), act: () => undo(payment_id), seconds: terms.undo.count },
      }),
    }),
    changes: refundChanges,
  })
  return (
    <Sheet title={say('登錄退款', 'Record the refund')} close={close}>
      <Facts
        facts={[
          [say(...label.booking), `${booking.booking_number} ${booking.contact_name}`],
          [say(...label.payee), payee],
          [say(...label.account), account],
          [say(...label.amount), price(amount, currency)],
        ]}
      />
      <MisfitsOfChange booking={booking.id} change={{ refund: amount }} isSent={isPending} />
      <Form
        of={{ id }}
        send={say('登錄退款', 'Record the refund')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            method: chosenIn(paymentMethodWords, given('method')) ?? 'bankTransfer',
            received_at: given('received_at'),
            reference: given('reference') || null,
            ...answersIn(given, ['reference']),
          })
        }
      >
        <WordChoice
          id="method"
          label={say(...label.method)}
          first={account === null ? 'cash' : 'bankTransfer'}
          words={paymentMethodWords}
        />
        <PaidAt />
        <Field id="reference" label={say('帳號末五碼或單號（可留空）', 'Reference (optional)')} />
        <Confirmations error={error} of={questions(variables)} />
      </Form>
    </Sheet>
  )
}

const questions = ({ reference }: Partial<RefundOrderPaidInput> = {}): readonly Question[] => [
  { field: 'reference', value: reference, shown: String(reference) },
]

const PaidAt = () => {
  const say = useSay()
  const [now] = useState(nowOnTheClock)
  const fault = useFault('received_at')
  return <Moment label={say('付款時間', 'Paid at')} name="received_at" first={now} {...(fault && { fault })} />
}
