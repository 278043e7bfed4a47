import { useQuery } from '@tanstack/react-query'
import { type BookingReceiptBuyer, listReceiptBuyers, setReceiptBuyers } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { buyerKindWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../../../kit/api.ts'
import { useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { Loading } from '../../../../ui/empty.tsx'
import { Choice, Field, Form } from '../../../../ui/forms/form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { receiptChanges } from './changes.ts'
import { MisfitsOfChange } from './misfits.tsx'

type Props = { booking: number; number: string; close: () => void }

/** Who wants which title for the receipts of a booking: one after the other, each a person or a company. */
export default function BuyersSheet({ booking, number, close }: Props) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['legal-receipts', { buyers: booking }],
    queryFn: () => listReceiptBuyers(guidon, booking),
  })
  return (
    <Sheet title={say(`收據抬頭 ${number}`, `Titles for receipts ${number}`)} close={close}>
      {data ? <Buyers booking={booking} before={data} close={close} /> : <Loading />}
    </Sheet>
  )
}

type Buyer = BookingReceiptBuyer
type BuyersProps = { booking: number; before: Buyer[]; close: () => void }

const Buyers = ({ booking, before, close }: BuyersProps) => {
  const say = useSay()
  const [kind, setKind] = useState<Buyer['kind']>('company')
  const [leaving, setLeaving] = useState<Buyer>()
  const others = before.filter((each) => each !== leaving)
  const setting = useWrite({
    send: (buyers: Buyer[], guidon) => setReceiptBuyers(guidon, booking, { buyers }),
    says: ['已儲存抬頭', 'The titles are saved'],
    changes: receiptChanges,
    close,
  })
  return (
    <>
      {before.map((buyer) => (
        <p key={`${buyer.name} ${buyer.ubn ?? ''}`}>
          {[buyer.name, buyer.ubn, buyer.email].filter(Boolean).join('・')}{' '}
          <button type="button" className="button plain" disabled={setting.isPending} onClick={() => setLeaving(buyer)}>
            {say(`刪除 ${buyer.name}…`, `Remove ${buyer.name}…`)}
          </button>
        </p>
      ))}
      {leaving && (
        <>
          <MisfitsOfChange booking={booking} change={{ buyers: others }} isSent={setting.isPending} />
          <p>
            <button
              type="button"
              className="button"
              disabled={setting.isPending}
              onClick={() => setting.mutate(others)}
            >
              {say(`確定刪除 ${leaving.name}`, `Remove ${leaving.name} now`)}
            </button>
          </p>
        </>
      )}
      <Form
        of={{ id: booking }}
        hasNoDraft
        send={say('新增抬頭', 'Add the title')}
        error={setting.error}
        isPending={setting.isPending}
        submit={(given) =>
          setting.mutate([
            ...before,
            {
              ...{ kind, name: given('name'), ubn: kind === 'company' ? given('ubn') || null : null },
              ...{ email: given('email') || null, address: null },
            },
          ])
        }
      >
        <Choice
          id="kind"
          label={say(...label.buyer_kind)}
          defaultValue={kind}
          onChange={({ target }) => setKind(target.value === 'company' ? 'company' : 'person')}
          options={(['company', 'person'] as const).map((each) => [each, say(...buyerKindWords[each])] as const)}
        />
        <Field id="name" label={say('抬頭', 'Title')} required />
        {kind === 'company' && <Field id="ubn" label={say(...label.ubn)} inputMode="numeric" required />}
        <Field id="email" label={say(...label.email)} />
      </Form>
    </>
  )
}
