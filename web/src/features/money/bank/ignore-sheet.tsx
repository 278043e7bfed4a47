import { type BankLine, ignoreBankLine } from 'guidon-sdk'
import { price } from '../../../kit/money.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { ReasonForm } from '../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { bankChanges } from './changes.ts'

/** Says that money which came in is no payment of a booking. */
export default function IgnoreSheet({ line, close }: { line: BankLine; close: () => void }) {
  const say = useSay()
  const ignoring = useWrite({
    send: (reason: string, guidon) => ignoreBankLine(guidon, line.id, { reason }),
    close,
    changes: bankChanges,
  })
  return (
    <Sheet title={say('這筆不入帳', 'This is no payment')} close={close}>
      <p>
        <b>{price(line.amount, line.currency)}</b> <span className="soft">{line.payer_text}</span>
      </p>
      <ReasonForm
        of={line}
        send={say('不入帳', 'Leave it out')}
        sending={ignoring}
        hint={say('例：利息、同業還款。', 'Such as: interest, or money of a partner.')}
      />
    </Sheet>
  )
}
