import { approveExpense } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { price } from '../../../kit/money.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Field, Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { type Expense, roadChanges } from './parts.ts'

type Props = { expense: Expense; close: () => void }

/** Approves an expense in a currency without a rate, which is given here. */
export default function ApproveSheet({ expense: { id, version, amount, currency }, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (rate: string, guidon) => approveExpense(guidon, id, rate ? { rate } : {}, { version }),
    says: ['已核准，列入團成本', 'Approved: it is a cost of the trip'],
    changes: [...roadChanges, 'money'],
    close,
  })
  return (
    <Sheet title={say('核准支出', 'Approve the expense')} close={close}>
      <p>
        <b>{price(amount, currency)}</b>
      </p>
      <Form
        of={{ id }}
        send={say('核准', 'Approve')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(given('rate'))}
      >
        <Field
          id="rate"
          label={say(...label.rate)}
          hint={say(
            '當天沒有匯率；留空則用已登錄的匯率。',
            'There is no rate of its day; left empty, the one that is entered is taken.',
          )}
          inputMode="decimal"
        />
      </Form>
    </Sheet>
  )
}
