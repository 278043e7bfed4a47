import { createPaymentReminder, type PaymentReminderInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentPurposeWords } from 'guidon-sdk/words'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Choice, Field, Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { purposes } from './purposes.ts'

/** Adds a day on which customers are reminded. */
export default function RuleSheet({ close }: { close: () => void }) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (rule: PaymentReminderInput, guidon) => createPaymentReminder(guidon, rule),
    says: ['已新增規則', 'The rule is added'],
    changes: ['payment-reminders', 'bookings', 'work'],
    close,
  })
  return (
    <Sheet title={say('新增提醒規則', 'Add a rule')} close={close}>
      <Form
        send={say('新增', 'Add')}
        error={error}
        isPending={isPending}
        submit={(given) => {
          const days = Number(given('days'))
          mutate({
            purpose: purposes.find((each) => each === given('purpose')) ?? 'deposit',
            days: given('when') === 'before' && days !== 0 ? -days : days,
          })
        }}
      >
        <Choice
          id="purpose"
          label={say(...label.purpose)}
          options={purposes.map((purpose) => [purpose, say(...paymentPurposeWords[purpose])])}
        />
        <Choice
          id="when"
          label={say('什麼時候', 'When')}
          options={[
            ['before', say('付款期限前', 'Before the last day')],
            ['after', say('付款期限後', 'After the last day')],
          ]}
        />
        <Field
          id="days"
          label={say('幾天', 'How many days')}
          inputMode="numeric"
          defaultValue="3"
          hint={say('0 是期限當天。', '0 is the last day itself.')}
          required
        />
      </Form>
    </Sheet>
  )
}
