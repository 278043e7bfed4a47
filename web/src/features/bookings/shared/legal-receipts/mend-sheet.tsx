import { type BookingLegalReceipt, refreshLegalReceipt } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { buyerKindWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { Choice, Field, Form } from '../../../../ui/forms/form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { receiptRefusal } from '../../../../ui/receipt-refusal.ts'
import { receiptChanges } from './changes.ts'

type Props = { receipt: BookingLegalReceipt; close: () => void }

/** Mends the buyer of a receipt that the platform has refused, and issues it again under another number. */
export default function MendSheet({ receipt, close }: Props) {
  const say = useSay()
  const { id, version, error, buyer_kind, buyer_name, buyer_ubn, buyer_email, buyer_address } = receipt
  const [kind, setKind] = useState(buyer_kind)
  const mending = useWrite({
    send: (body: Parameters<typeof refreshLegalReceipt>[2], guidon) =>
      refreshLegalReceipt(guidon, id, body, { version }),
    says: ['收據開立中', 'The receipt is being issued'],
    changes: receiptChanges,
    close,
  })
  return (
    <Sheet title={say('更正並重新開立', 'Mend the receipt and issue it again')} close={close}>
      {error && <p className="late">{say(...receiptRefusal(error))}</p>}
      <Form
        of={{ id }}
        hasNoDraft
        send={say('重新開立', 'Issue it again')}
        error={mending.error}
        isPending={mending.isPending}
        submit={(given) =>
          mending.mutate({
            buyer: {
              ...{ kind, name: given('buyer.name'), ubn: kind === 'company' ? given('buyer.ubn') || null : null },
              ...{ email: given('buyer.email') || null, address: buyer_address },
            },
          })
        }
      >
        <Choice
          id="buyer.kind"
          label={say(...label.buyer_kind)}
          defaultValue={kind}
          onChange={({ target }) => setKind(target.value === 'company' ? 'company' : 'person')}
          options={(['person', 'company'] as const).map((each) => [each, say(...buyerKindWords[each])] as const)}
        />
        <Field id="buyer.name" label={say(...label.buyer)} defaultValue={buyer_name} required />
        {kind === 'company' && (
          <Field id="buyer.ubn" label={say(...label.ubn)} inputMode="numeric" defaultValue={buyer_ubn ?? ''} required />
        )}
        <Field id="buyer.email" label={say(...label.buyer_email)} type="email" defaultValue={buyer_email ?? ''} />
      </Form>
    </Sheet>
  )
}
