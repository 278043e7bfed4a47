import { type BankLine, matchBankLine } from 'guidon-sdk'
import { useState } from 'react'
import { price } from '../../../kit/money.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { answersIn, Confirmations } from '../../../ui/forms/confirmations.tsx'
import { Field, Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { FindBooking, type Part, RemovePart } from '../../bookings/shared/find-booking.tsx'
import { bankChanges } from './changes.ts'
import css from './page.module.css'

type Props = { line: BankLine; first: Part | undefined; close: () => void }

/** Says whose money a line is: one booking or several, each with its amount. */
export default function MatchSheet({ line, first, close }: Props) {
  const say = useSay()
  const { id, open_amount, currency, payer_text } = line
  const [parts, setParts] = useState<Part[]>(first ? [first] : [])
  const matching = useWrite({
    send: (body: Parameters<typeof matchBankLine>[2], guidon) => matchBankLine(guidon, id, body),
    close,
    says: ['已入帳', 'Recorded'],
    changes: bankChanges,
  })
  const sent = matching.variables?.bookings
  const high = sent?.find(
    (part) => Number(part.amount) > (parts.find((one) => one.booking_id === part.booking_id)?.balance ?? 0),
  )
  return (
    <Sheet title={say('這筆入帳是誰的', 'Whose money is it')} close={close}>
      <p>
        <b>{price(open_amount, currency)}</b> <span className="soft">{payer_text}</span>
      </p>
      <FindBooking
        taken={parts.map(({ booking_id }) => booking_id)}
        take={(part) => setParts((before) => [...before, part])}
      />
      <Form
        of={{ id: `line ${id}` }}
        hasNoDraft
        send={say('入帳', 'Record')}
        error={matching.error}
        isPending={matching.isPending}
        isBlocked={parts.length === 0}
        submit={(given) =>
          matching.mutate({
            bookings: parts.map(({ booking_id }) => ({ booking_id, amount: given(`amount_${booking_id}`) })),
            ...answersIn(given, ['amount', 'reference']),
          })
        }
      >
        {parts.map((part, nth) => (
          <div key={part.booking_id} className={css.part}>
            <Field
              // Another booking divides the money anew.
              key={parts.length}
              id={`amount_${part.booking_id}`}
              label={`${part.booking_number} ${part.contact_name} (${currency})`}
              hint={say(`未付 ${price(part.balance, currency)}`, `Owes ${price(part.balance, currency)}`)}
              inputMode="decimal"
              defaultValue={shareOf(line, parts, nth)}
              required
            />
            <RemovePart part={part} remove={() => setParts((before) => before.filter((each) => each !== part))} />
          </div>
        ))}
        <Confirmations
          error={matching.error}
          of={[
            {
              field: 'amount',
              value: high?.amount,
              shown: price(Number(high?.amount ?? 0), currency),
              needsNoReason: true,
              now: () => String(high?.amount ?? ''),
            },
          ]}
        />
      </Form>
    </Sheet>
  )
}

/** One booking gets all; of several each gets what it owes, as far as the money goes. */
const shareOf = ({ open_amount: amount }: BankLine, parts: readonly Part[], nth: number) => {
  if (parts.length === 1) return String(amount)
  const before = parts.slice(0, nth).reduce((sum, { balance }) => sum + Math.max(balance, 0), 0)
  const left = Math.max(amount - before, 0)
  return String(Math.min(left, Math.max(parts[nth]?.balance ?? 0, 0)))
}
