import { receiveCheque } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { price } from '../../../../kit/money.ts'
import { useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { DayField } from '../../../../ui/forms/day-field.tsx'
import { Field, Form } from '../../../../ui/forms/form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { FindBooking, type Part, RemovePart } from '../find-booking.tsx'
import { chequeChanges } from './changes.ts'
import css from './receive-sheet.module.css'

/** Takes a cheque for one or several bookings. */
export default function ReceiveSheet({ first, close }: { first?: Part; close: () => void }) {
  const say = useSay()
  const [parts, setParts] = useState<Part[]>(first ? [first] : [])
  const receiving = useWrite({
    send: (body: Parameters<typeof receiveCheque>[1], guidon) => receiveCheque(guidon, body),
    says: ['已收票，兌現後才算收款', 'Received. It counts as paid once it has cleared'],
    changes: chequeChanges,
    close,
  })
  return (
    <Sheet title={say('收支票', 'Take a cheque')} close={close}>
      <FindBooking
        taken={parts.map(({ booking_id }) => booking_id)}
        take={(part) => setParts((before) => [...before, part])}
      />
      <Form
        of={{ id: 'cheque' }}
        hasNoDraft
        send={say('收票', 'Take it')}
        error={receiving.error}
        isPending={receiving.isPending}
        isBlocked={parts.length === 0}
        submit={(given) => {
          const [only] = parts
          const amount = given('amount')
          receiving.mutate({
            ...{ number: given('number'), drawer_bank: given('drawer_bank'), drawer: given('drawer') || null },
            ...{ amount, due_on: given('due_on'), note: given('note') || null },
            bookings:
              parts.length === 1 && only
                ? [{ booking_id: only.booking_id, amount }]
                : parts.map(({ booking_id }) => ({ booking_id, amount: given(`amount_${booking_id}`) })),
          })
        }}
      >
        <Field id="amount" label={say('支票金額', 'Amount of the cheque')} inputMode="decimal" required />
        {parts.map((part) => (
          <div key={part.booking_id} className={css.part}>
            {parts.length > 1 ? (
              <Field
                id={`amount_${part.booking_id}`}
                label={`${part.booking_number} ${part.contact_name}`}
                hint={say(`未付 ${price(part.balance)}`, `Owes ${price(part.balance)}`)}
                inputMode="decimal"
                defaultValue={String(Math.max(part.balance, 0))}
                required
              />
            ) : (
              <p>
                {part.booking_number} {part.contact_name}
                <span className="sub">{say(`未付 ${price(part.balance)}`, `Owes ${price(part.balance)}`)}</span>
              </p>
            )}
            <RemovePart part={part} remove={() => setParts((before) => before.filter((each) => each !== part))} />
          </div>
        ))}
        <Field id="number" label={say('支票號碼', 'Number of the cheque')} required />
        <Field id="drawer_bank" label={say(...label.drawer_bank)} required />
        <Field id="drawer" label={say(...label.drawer)} />
        <DayField id="due_on" label={say('到期日', 'Due on')} />
        <Field id="note" label={say(...label.note)} />
      </Form>
    </Sheet>
  )
}
