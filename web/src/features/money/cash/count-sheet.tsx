import { type CashCountInput, type CashDrawer, countCash } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { price } from '../../../kit/money.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Field, Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { CurrencyField } from './currency-field.tsx'

/** Counts the own drawer; a difference needs a reason. */
export default function CountSheet({ drawers, close }: { drawers: CashDrawer[]; close: () => void }) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (count: CashCountInput, guidon) => countCash(guidon, count),
    says: ['已記下點算結果', 'The count is recorded'],
    changes: ['cash'],
    close,
  })
  const [only] = drawers
  const held = drawers.length === 1 && only?.held != null ? price(only.held, only.currency) : undefined
  return (
    <Sheet title={say('點算我的現金', 'Count my cash')} close={close}>
      <Form
        send={say('記下', 'Record')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            counted: given('counted'),
            reason: given('reason') || null,
            ...(given('currency') && { currency: given('currency') }),
          })
        }
      >
        <CurrencyField drawers={drawers} />
        <Field
          id="counted"
          label={say(...label.counted)}
          inputMode="decimal"
          required
          {...(held && { hint: say(`應有 ${held}。`, `There should be ${held}.`) })}
        />
        <Field
          id="reason"
          label={say('差額原因', 'Why it differs')}
          hint={say('與應有金額不同時填寫。', 'If it differs from what should be there.')}
        />
      </Form>
    </Sheet>
  )
}
