import {
  type PlannedTripMarginInvoiceChange,
  type PlannedTripPassThroughStatement,
  recordMarginInvoice,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Field, Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'

type Props = { trip: number; statement: PlannedTripPassThroughStatement; close: () => void }

/** The number of the government invoice of what is left of a trip; the invoice itself is issued elsewhere. */
export default function MarginInvoiceSheet({ trip, statement: { margin, margin_invoice: there }, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (body: PlannedTripMarginInvoiceChange, guidon) =>
      recordMarginInvoice(guidon, trip, body, there ? { version: there.version } : {}),
    says: ['差額發票已登錄', 'The invoice is recorded'],
    changes: ['trips', 'money', 'work'],
    close,
  })
  const taxIn = Math.round((margin * TAX) / (100 + TAX))
  return (
    <Sheet title={say(...label.margin_invoice)} close={close}>
      <p className="small soft">
        {say(
          '發票在電子發票系統或發票本開立，這裡登錄它的號碼。',
          'The invoice is issued elsewhere, in the e-invoice system or the invoice book; its number is recorded here.',
        )}
      </p>
      <Form
        of={there ?? undefined}
        send={say('登錄', 'Record')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            number: given('number').replace('-', '').toUpperCase(),
            issued_on: given('issued_on'),
            amount: given('amount'),
            tax: given('tax'),
          })
        }
      >
        <Field
          id="number"
          label={say('發票號碼', 'Number of the invoice')}
          defaultValue={there?.number ?? ''}
          maxLength={11}
          required
        />
        <DayField id="issued_on" label={say('發票日期', 'Day of the invoice')} first={there?.issued_on ?? undefined} />
        <Field
          id="amount"
          label={say('發票金額（含稅）', 'Amount with tax')}
          inputMode="decimal"
          defaultValue={there?.amount ?? (margin > 0 ? margin : '')}
          required
        />
        <Field
          id="tax"
          label={say(...label.tax)}
          inputMode="decimal"
          defaultValue={there?.tax ?? (margin > 0 ? taxIn : '')}
          required
        />
      </Form>
    </Sheet>
  )
}

/** The business tax in percent, which the amount contains. */
const TAX = 5
