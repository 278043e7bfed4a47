import { useQuery } from '@tanstack/react-query'
import { type IssueLegalReceipt, issueLegalReceipt } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { buyerKindWords, receiptMediumWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../../../kit/api.ts'
import { today } from '../../../../kit/days.ts'
import { price } from '../../../../kit/money.ts'
import { useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { Loading } from '../../../../ui/empty.tsx'
import { DayField } from '../../../../ui/forms/day-field.tsx'
import { Choice, Field, Form } from '../../../../ui/forms/form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { receiptChanges } from './changes.ts'

type Props = { booking: number; number: string; close: () => void }

/** Issues a legal receipt for what was paid and has none yet: what it will say is proposed, and may be written anew. */
export default function IssueSheet({ booking, number, close }: Props) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['legal-receipts', { preview: booking }],
    queryFn: () => issueLegalReceipt(guidon, booking, { medium: 'paper', dry_run: true }),
  })
  return (
    <Sheet title={say(`開立代收轉付收據 ${number}`, `Issue a legal receipt ${number}`)} close={close}>
      {data ? <IssueForm booking={booking} preview={data.preview} close={close} /> : <Loading />}
    </Sheet>
  )
}

type FormProps = { booking: number; preview: IssueLegalReceipt['preview']; close: () => void }

const IssueForm = ({ booking, preview, close }: FormProps) => {
  const say = useSay()
  const { most, standing, going_back, open, media, buyer, items, comment } = preview
  const [medium, setMedium] = useState<'electronic' | 'paper'>(media[0] ?? 'paper')
  const [kind, setKind] = useState(buyer.kind)
  const issuing = useWrite({
    send: (body: Parameters<typeof issueLegalReceipt>[2], guidon) => issueLegalReceipt(guidon, booking, body),
    says:
      medium === 'paper' ? ['已登錄收據', 'The receipt is recorded'] : ['收據開立中', 'The receipt is being issued'],
    changes: receiptChanges,
    close,
  })
  return (
    <Form
      of={{ id: booking }}
      hasNoDraft
      send={medium === 'paper' ? say('登錄收據', 'Record it') : say('開立', 'Issue')}
      error={issuing.error}
      isPending={issuing.isPending}
      submit={(given) =>
        issuing.mutate({
          medium,
          ...(medium === 'paper' && { number: given('number') || null, issued_on: given('issued_on') || null }),
          amount: Number(given('amount').replace(/[^0-9.-]/g, '')),
          buyer: {
            ...{ kind, name: given('buyer.name'), ubn: kind === 'company' ? given('buyer.ubn') || null : null },
            ...{ email: given('buyer.email') || null, address: buyer.address },
          },
          comment: given('comment') || null,
        })
      }
    >
      <p>
        {say(
          `已收 ${price(most)}，已開立 ${price(standing)}，可開立 ${price(Math.max(open, 0))}`,
          `${price(most)} is paid, ${price(standing)} has receipts, ${price(Math.max(open, 0))} is open`,
        )}
        {going_back > 0 && (
          <span className="sub">
            {say(
              `其中 ${price(going_back)} 作廢或折讓中，完成後才能再開立`,
              `${price(going_back)} of it is being given back, and can be issued anew after that`,
            )}
          </span>
        )}
        {items.map(({ name, count, unit, price: each }) => (
          <span key={name} className="sub">
            {name} {count} {unit} × {price(each)}
          </span>
        ))}
      </p>
      {media.length > 1 && (
        <Choice
          id="medium"
          label={say(...label.medium)}
          defaultValue={medium}
          onChange={({ target }) => setMedium(target.value === 'paper' ? 'paper' : 'electronic')}
          options={media.map((each) => [each, say(...receiptMediumWords[each])] as const)}
        />
      )}
      {medium === 'paper' && (
        <>
          <Field id="number" label={say('收據號碼', 'Number of the receipt')} hint="T13671008" required />
          <DayField id="issued_on" label={say(...label.issued_on)} first={today()} />
        </>
      )}
      <Field
        id="amount"
        label={say(...label.amount)}
        inputMode="decimal"
        defaultValue={String(Math.max(open, 0))}
        required
      />
      <Choice
        id="buyer.kind"
        label={say(...label.buyer_kind)}
        defaultValue={kind}
        onChange={({ target }) => setKind(target.value === 'company' ? 'company' : 'person')}
        options={(['person', 'company'] as const).map((each) => [each, say(...buyerKindWords[each])] as const)}
      />
      <Field id="buyer.name" label={say(...label.buyer)} defaultValue={buyer.name} required />
      {kind === 'company' && (
        <Field id="buyer.ubn" label={say(...label.ubn)} inputMode="numeric" defaultValue={buyer.ubn ?? ''} required />
      )}
      {medium === 'electronic' && (
        <Field id="buyer.email" label={say(...label.buyer_email)} defaultValue={buyer.email ?? ''} />
      )}
      <Field id="comment" label={say('備註', 'Remark')} defaultValue={comment ?? ''} />
    </Form>
  )
}
