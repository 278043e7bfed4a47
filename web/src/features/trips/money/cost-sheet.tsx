import {
  createPlannedTripCost,
  deletePlannedTripCost,
  type PlannedTripCost,
  type PlannedTripCostInput,
  Refusal,
  updatePlannedTripCost,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { costKindWords, voucherWords } from 'guidon-sdk/words'
import { chosenIn } from '../../../kit/choices.ts'
import { currencyOfHouse } from '../../../kit/house.ts'
import { price } from '../../../kit/money.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { answersIn, Confirmations, type Question } from '../../../ui/forms/confirmations.tsx'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Field, Form, type Given, TextArea } from '../../../ui/forms/form.tsx'
import { Pairs } from '../../../ui/forms/form-groups.tsx'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { RecordField } from '../../../ui/forms/record-field.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { WordChoice } from '../../../ui/forms/word-choice.tsx'
import { Refused } from '../../../ui/refused.tsx'

type Props = { trip: number; cost: PlannedTripCost | undefined; close: () => void }

/** A cost of a trip: estimated first, invoiced later; in a foreign currency with its exchange rate. */
export default function CostSheet({ trip, cost, close }: Props) {
  const say = useSay()
  const { mutate, variables, error, isPending } = useWrite({
    send: (body: PlannedTripCostInput, guidon) =>
      cost
        ? updatePlannedTripCost(guidon, trip, cost.id, body, { version: cost.version })
        : createPlannedTripCost(guidon, trip, body),
    says: ['成本已儲存', 'The cost is saved'],
    changes: ['trips', 'money'],
    close,
  })
  const removing = useRemoving({ trip, cost, close })
  return (
    <Sheet title={cost ? say('修改成本', 'Change the cost') : say('新增成本', 'Add a cost')} close={close}>
      <Form
        of={cost}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        beside={cost && <Remove removing={removing} />}
        submit={(given) => mutate(bodyIn(given, cost))}
      >
        <WordChoice id="kind" label={say('項目', 'Kind')} words={costKindWords} first={cost?.kind ?? 'land'} />
        <Field
          id="description"
          label={say(...label.description)}
          defaultValue={cost?.description ?? ''}
          maxLength={200}
        />
        <Amounts cost={cost} />
        <Supplier cost={cost} />
        <Field
          id="invoice_number"
          label={say(...label.invoice_number)}
          defaultValue={cost?.invoice_number ?? ''}
          maxLength={60}
        />
        <Voucher cost={cost} />
        <DayField id="invoiced_on" label={say(...label.invoiced_on)} first={cost?.invoiced_on ?? undefined} />
        <TextArea id="notes" label={say(...label.notes)} rows={2} defaultValue={cost?.notes ?? ''} />
        <Confirmations error={error} of={questions(cost, variables)} />
      </Form>
      {cost && asksWhy(removing.error) && (
        <ReasonForm of={cost} send={say('刪除', 'Remove')} isHarmful id="remove_reason" sending={removing} />
      )}
    </Sheet>
  )
}

/** A cost on a settled trip, an invoice that the supplier has sent before, and a rate far from the last one. */
const questions = (
  cost: PlannedTripCost | undefined,
  { actual, estimated, currency = '', invoice_number, rate = cost?.rate }: Partial<PlannedTripCostInput> = {},
): readonly Question[] => {
  const amount = actual ?? estimated
  return [
    {
      field: 'amount',
      value: amount,
      shown: price(Number(amount), currency),
      now: (given) => given('actual') || given('estimated'),
    },
    { field: 'invoice_number', value: invoice_number, shown: String(invoice_number) },
    { field: 'rate', value: rate, shown: String(rate) },
  ]
}

const Supplier = ({ cost }: { cost: PlannedTripCost | undefined }) => {
  const say = useSay()
  return (
    <>
      <RecordField
        id="supplier_id"
        label={say(...label.supplier_id)}
        hint={say('在「基本資料 → 供應商」建檔。', 'Its record is entered in Reference data, Suppliers.')}
        of="/api/suppliers"
        first={cost?.supplier_id}
      />
      {(!cost || cost.supplier || !cost.supplier_id) && (
        <Field
          id="supplier"
          label={say('供應商（未建檔）', 'Supplier without a record')}
          defaultValue={cost?.supplier ?? ''}
          maxLength={200}
        />
      )}
    </>
  )
}

const Voucher = ({ cost }: { cost: PlannedTripCost | undefined }) => {
  const say = useSay()
  return (
    <>
      <WordChoice id="voucher" label={say(...label.voucher)} words={voucherWords} first={cost?.voucher ?? 'none'} />
      <Field
        id="voucher_reason"
        label={say(...label.voucher_reason)}
        hint={say('印在請經手人與團員簽名的證明上。', 'Printed on the paper that handler and group members sign.')}
        defaultValue={cost?.voucher_reason ?? ''}
        maxLength={500}
      />
    </>
  )
}

const Amounts = ({ cost }: { cost: PlannedTripCost | undefined }) => {
  const say = useSay()
  return (
    <Pairs>
      <Field id="estimated" label={say(...label.estimated)} inputMode="decimal" defaultValue={cost?.estimated ?? ''} />
      <Field id="actual" label={say(...label.actual)} inputMode="decimal" defaultValue={cost?.actual ?? ''} />
      <Field
        id="currency"
        label={say(...label.currency)}
        defaultValue={cost?.currency ?? currencyOfHouse()}
        maxLength={3}
        autoCapitalize="characters"
      />
      <Field
        id="rate"
        label={say(`匯率（換成 ${currencyOfHouse()}）`, `Rate (to ${currencyOfHouse()})`)}
        hint={say('留空用今天的匯率表。', 'Leave empty for the rate of today.')}
        inputMode="decimal"
        defaultValue={cost?.rate ?? ''}
      />
    </Pairs>
  )
}

// An unchanged rate is not sent, so that another currency gets its own rate.
const bodyIn = (given: Given, cost: PlannedTripCost | undefined): PlannedTripCostInput => ({
  kind: chosenIn(costKindWords, given('kind')) ?? 'other',
  description: given('description') || null,
  estimated: given('estimated') || null,
  actual: given('actual') || null,
  currency: given('currency').toUpperCase(),
  ...(given('rate') && given('rate') !== String(cost?.rate ?? '') && { rate: given('rate') }),
  supplier_id: Number(given('supplier_id')) || null,
  supplier: given('supplier') || null,
  invoice_number: given('invoice_number') || null,
  invoiced_on: given('invoiced_on') || null,
  ...voucherIn(given, cost),
  voucher_reason: given('voucher_reason') || null,
  notes: given('notes') || null,
  ...answersIn(given, ['amount', 'invoice_number', 'rate']),
})

// An unchanged voucher is not sent, so that a first invoice number makes it one.
const voucherIn = (given: Given, cost: PlannedTripCost | undefined) => {
  const voucher = chosenIn(voucherWords, given('voucher'))
  return voucher && voucher !== (cost?.voucher ?? 'none') ? { voucher } : {}
}

/** Removes the cost. The service asks why if the trip is settled. */
const useRemoving = ({ trip, cost, close }: Props) =>
  useWrite({
    send: async (reason: string | undefined, guidon) =>
      cost && deletePlannedTripCost(guidon, trip, cost.id, reason ? { reason } : {}, { version: cost.version }),
    says: ['成本已刪除', 'The cost is removed'],
    changes: ['trips', 'money'],
    close,
  })

const asksWhy = (error: Error | null) => error instanceof Refusal && error.errors.reason !== undefined

const Remove = ({ removing: { mutate, error, isPending } }: { removing: ReturnType<typeof useRemoving> }) => {
  const say = useSay()
  return (
    <>
      {!asksWhy(error) && <Refused error={error} />}
      <ConfirmButton
        words={say('刪除', 'Remove')}
        sure={say('確定刪除？', 'Remove it?')}
        act={() => mutate(undefined)}
        disabled={isPending}
      />
    </>
  )
}
