import { createRefundOrder, type RefundOrderInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { price } from '../../../../kit/money.ts'
import { numberSent } from '../../../../kit/typed.ts'
import { useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { Field, Form } from '../../../../ui/forms/form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { MisfitsOfChange } from '../legal-receipts/misfits.tsx'
import { type Owed, refundChanges } from './refund.ts'

/** Orders a refund: how much, to whom, and to which account, or by hand without one. */
export default function OrderSheet({ obligation, booking, close }: Owed & { close: () => void }) {
  const say = useSay()
  const [amount, setAmount] = useState(obligation.left)
  const left = price(obligation.left, booking.currency)
  const { mutate, error, isPending } = useWrite({
    send: (order: RefundOrderInput, guidon) => createRefundOrder(guidon, order),
    says: ['已開退款單，待另一位同仁核准', 'Ordered; a colleague approves it'],
    changes: refundChanges,
    close,
  })
  return (
    <Sheet title={say('開退款單', 'Order the refund')} close={close}>
      <MisfitsOfChange booking={booking.id} change={{ refund: amount }} isSent={isPending} />
      <Form
        of={{ id: obligation.id }}
        send={say('開單', 'Order')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            obligation_id: obligation.id,
            amount: given('amount'),
            payee: given('payee'),
            bank_code: digitsOf(given('bank_code')),
            account: digitsOf(given('account')),
          })
        }
      >
        <Field
          id="amount"
          label={`${say(...label.amount)} (${booking.currency})`}
          inputMode="decimal"
          hint={say(`尚未開單 ${left}`, `${left} is owed and not ordered yet`)}
          defaultValue={String(obligation.left)}
          onBlur={({ target }) => setAmount(numberSent(target.value))}
          required
        />
        <Field id="payee" label={say(...label.payee)} defaultValue={booking.contact_name} required />
        <Field
          id="bank_code"
          label={say(...label.bank_code)}
          inputMode="numeric"
          hint={say('以現金等方式退款時，代碼與帳號都留空。', 'Leave code and account empty for a refund by hand.')}
        />
        <Field id="account" label={say(...label.account)} inputMode="numeric" />
      </Form>
    </Sheet>
  )
}

/** As the passbook has them: full-width digits and spaces are read too. */
const digitsOf = (typed: string) => typed.normalize('NFKC').replaceAll(' ', '') || null
