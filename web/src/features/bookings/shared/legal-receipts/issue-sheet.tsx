import { useQuery } from '@tanstack/react-query'
import { type IssueLegalReceipt, issueLegalReceipt } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { buyerKindWords, receiptMediumWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../../../kit/api.ts'
import { today } from '../../../../kit/days.ts'
import { price } from '../../../../kit/money.ts'
import { numberSent } from '../../../../kit/typed.ts'
import { useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { Loading } from '../../../../ui/empty.tsx'
import { DayField } from '../../../../ui/forms/day-field.tsx'
import { Choice, Field, Form } from '../../../../ui/forms/form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { FindBooking, type Part, RemovePart } from '../find-booking.tsx'
import { receiptChanges } from './changes.ts'
import { type Item, ItemFields, itemsSent } from './items.tsx'

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
  const { most, standing, going_back, open, media, next_number, buyer, items: proposed, comment } = preview
  const [items, setItems] = useState<Item[]>()
  const [others, setOthers] = useState<Part[]>([])
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
          ...(items ? { items: itemsSent(items) } : others.length === 0 && { amount: numberSent(given('amount')) }),
          ...(others.length > 0 && {
            bookings: [
              { booking_id: booking, amount: numberSent(given('amount')) },
              ...others.map(({ booking_id }) => ({ booking_id, amount: numberSent(given(`amount_${booking_id}`)) })),
            ],
          }),
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
        {proposed.map(({ name, count, unit, price: each }) => (
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
          <Field
            id="number"
            label={say('收據號碼', 'Number of the receipt')}
            hint="T13671008"
            defaultValue={next_number ?? ''}
            required
          />
          <DayField id="issued_on" label={say(...label.issued_on)} first={today()} />
        </>
      )}
      {(!items || others.length > 0) && (
        <Field
          id="amount"
          label={others.length > 0 ? say('這筆訂單的金額', 'Amount of this booking') : say(...label.amount)}
          inputMode="decimal"
          defaultValue={String(Math.max(open, 0))}
          required
        />
      )}
      {others.map((part) => (
        <div key={part.booking_id}>
          <Field
            id={`amount_${part.booking_id}`}
            label={`${part.booking_number} ${part.contact_name}`}
            inputMode="decimal"
            required
          />
          <RemovePart part={part} remove={() => setOthers((before) => before.filter((each) => each !== part))} />
        </div>
      ))}
      {items ? (
        <ItemFields items={items} change={setItems} />
      ) : (
        <p>
          <button
            type="button"
            className="button plain"
            onClick={() => setItems(proposed.length > 0 ? proposed.map(typedItem) : [emptyItem])}
          >
            {say('編輯品項…', 'Edit the items…')}
          </button>
        </p>
      )}
      <details>
        <summary>{say('與其他訂單合開一張', 'One receipt with other bookings')}</summary>
        <FindBooking
          taken={[booking, ...others.map(({ booking_id }) => booking_id)]}
          take={(part) => setOthers((before) => [...before, part])}
        />
      </details>
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

const emptyItem: Item = { name: '', count: '1', unit: '式', price: '' }
const typedItem = ({ name, count, unit, price: each }: IssueLegalReceipt['preview']['items'][number]): Item => ({
  ...{ name, unit, count: String(count), price: String(each) },
})
