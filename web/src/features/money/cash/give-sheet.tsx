import { type CashDrawer, type CashHandoverInput, handOverCash } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Choice, Field, Form } from '../../../ui/forms/form.tsx'
import { RecordField } from '../../../ui/forms/record-field.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { CurrencyField } from './currency-field.tsx'

type Props = { drawers: CashDrawer[]; close: () => void }

/** Hands cash to a colleague, or pays it into the bank; a second person takes it. */
export default function GiveSheet({ drawers, close }: Props) {
  const say = useSay()
  const [isToBank, setToBank] = useState(false)
  return (
    <Sheet title={say('交出現金', 'Hand cash over')} close={close}>
      <Choice
        id="way"
        label={say('交到哪裡', 'Where to')}
        onChange={({ currentTarget }) => setToBank(currentTarget.value === 'bank')}
        options={[
          ['colleague', say('交給同仁點收', 'To a colleague')],
          ['bank', say('存入銀行', 'Into the bank')],
        ]}
      />
      <GiveForm key={String(isToBank)} isToBank={isToBank} drawers={drawers} close={close} />
    </Sheet>
  )
}

const GiveForm = ({ isToBank, drawers, close }: Props & { isToBank: boolean }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (handover: CashHandoverInput, guidon) => handOverCash(guidon, handover),
    says: isToBank
      ? (['已通知會計確認入帳', 'Finance is asked to confirm it'] as const)
      : (['已通知對方點收', 'Your colleague is asked to take it'] as const),
    changes: ['cash'],
    close,
  })
  return (
    <Form
      of={{ id: isToBank ? 'bank' : 'colleague' }}
      send={say('交出', 'Hand over')}
      error={error}
      isPending={isPending}
      submit={(given) =>
        mutate({
          ...(isToBank
            ? { receiving_account_id: Number(given('receiving_account_id')), reference: given('reference') || null }
            : { to_user_id: Number(given('to_user_id')) }),
          amount: given('amount'),
          note: given('note') || null,
          ...(given('currency') && { currency: given('currency') }),
        })
      }
    >
      {isToBank ? (
        <>
          <RecordField
            id="receiving_account_id"
            label={say(...label.receiving_account_id)}
            of="/api/receiving-accounts"
            required
          />
          <Field id="reference" label={say('存款單號', 'Number of the paying-in slip')} />
        </>
      ) : (
        <RecordField id="to_user_id" label={say('點收的同仁', 'Who takes it')} of="/api/users" required />
      )}
      <CurrencyField drawers={drawers} />
      <Field id="amount" label={say(...label.amount)} inputMode="decimal" required />
      <Field id="note" label={say(...label.note)} />
    </Form>
  )
}
