import { createPlannedTripAdvance, deleteAdvance, updateAdvance } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { today } from '../../../kit/days.ts'
import { currencyOfHouse } from '../../../kit/house.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Field, Form, type Given } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { type Advance, roadChanges } from './parts.ts'

type Props = { trip: number; advance: Advance | undefined; close: () => void }

/** What a leader was given for a trip, and what it has brought back of it. */
export default function AdvanceSheet({ trip, advance, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (given: Given, guidon) => {
      const body = {
        amount: given('amount'),
        currency: given('currency') || currencyOfHouse(),
        given_on: given('given_on') || today(),
        note: given('note') || null,
      }
      if (!advance) return createPlannedTripAdvance(guidon, trip, body) as Promise<unknown>
      const returned = { returned: given('returned') || null, returned_on: given('returned_on') || null }
      return updateAdvance(
        guidon,
        advance.id,
        { ...body, ...returned },
        { version: advance.version },
      ) as Promise<unknown>
    },
    says: ['預付款已儲存', 'The advance is saved'],
    changes: roadChanges,
    close,
  })
  return (
    <Sheet
      title={advance ? say('修改預付款', 'Change the advance') : say('登錄預付款', 'Record an advance')}
      close={close}
    >
      <Form
        of={advance}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        beside={
          advance && (
            <ActButton
              words={['刪除', 'Remove']}
              sure={['確定沒有給付？', 'Was it not given?']}
              act={(guidon) => deleteAdvance(guidon, advance.id, { version: advance.version })}
              says={['預付款已刪除', 'The advance is removed']}
              changes={roadChanges}
              close={close}
            />
          )
        }
        submit={mutate}
      >
        <Field
          id="amount"
          label={say(...label.amount)}
          inputMode="decimal"
          defaultValue={advance?.amount ?? ''}
          required
        />
        <Field
          id="currency"
          label={say(...label.currency)}
          defaultValue={advance?.currency ?? currencyOfHouse()}
          maxLength={3}
        />
        <DayField id="given_on" label={say(...label.given_on)} first={advance?.given_on ?? today()} />
        <Field id="note" label={say(...label.note)} defaultValue={advance?.note ?? ''} maxLength={500} />
        {advance && (
          <>
            <Field
              id="returned"
              label={say(...label.returned)}
              inputMode="decimal"
              defaultValue={advance.returned ?? ''}
            />
            <DayField id="returned_on" label={say(...label.returned_on)} first={advance.returned_on ?? undefined} />
          </>
        )}
      </Form>
    </Sheet>
  )
}
