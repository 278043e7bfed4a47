import type { Guidon } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import type { ReactNode } from 'react'
import { useSay } from '../kit/words.ts'
import { useWrite } from '../kit/write.ts'
import { Form, type Given, TextArea } from './forms/form.tsx'
import { RecordField } from './forms/record-field.tsx'
import { Sheet } from './forms/sheet.tsx'

type NextOwner = { sales_user_id: number; words?: string }

/** Who of sales takes it over, and what they should know. */
export const nextOwnerIn = (given: Given): NextOwner => ({
  sales_user_id: Number(given('sales_user_id')),
  ...(given('words') && { words: given('words') }),
})

export const NextSalesperson = () => {
  const say = useSay()
  return (
    <RecordField
      id="sales_user_id"
      label={say(...label.sales_user_id)}
      of="/api/users"
      only={{ role: 'sales' }}
      required
    />
  )
}

export const NextOwnerFields = () => {
  const say = useSay()
  return (
    <>
      <NextSalesperson />
      <TextArea id="words" label={say(...label.words)} />
    </>
  )
}

type Props = {
  handOver: (guidon: Guidon, to: NextOwner) => Promise<unknown>
  changes: readonly string[]
  close: () => void
  /** What goes along. */
  children?: ReactNode
}

/** Gives one record to another salesperson, who is told. */
export const HandOverSheet = ({ handOver, changes, close, children }: Props) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (to: NextOwner, guidon) => handOver(guidon, to),
    says: ['已移交', 'Handed over'],
    changes,
    close,
  })
  return (
    <Sheet title={say('移交', 'Hand over')} close={close}>
      <Form
        send={say('移交', 'Hand over')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(nextOwnerIn(given))}
      >
        {children}
        <NextOwnerFields />
      </Form>
    </Sheet>
  )
}
