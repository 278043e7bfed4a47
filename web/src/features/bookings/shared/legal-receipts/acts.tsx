import {
  allowLegalReceipt,
  type BookingLegalReceipt,
  cancelReceiptAllowance,
  confirmReceiptAllowance,
  voidLegalReceipt,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useMe } from '../../../../kit/me.ts'
import { price } from '../../../../kit/money.ts'
import { recordsRefunds } from '../../../../kit/roles.ts'
import { useSay, type Words } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { ActButton } from '../../../../ui/act-button.tsx'
import { Choice, Field, Form } from '../../../../ui/forms/form.tsx'
import { ReasonForm } from '../../../../ui/forms/reason-form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { OpenButton } from '../../../../ui/open-button.tsx'
import { receiptChanges } from './changes.ts'
import { PlatformActs } from './platform-acts.tsx'

type Receipt = BookingLegalReceipt

/** What is possible with a receipt now, and with what of it was given back. */
export const ReceiptActs = ({ receipt }: { receipt: Receipt }) => {
  const mayAllow = recordsRefunds(useMe())
  const { id, number, possible, status, standing, allowances } = receipt
  const about: Words = [number ?? '', number ?? '']
  return (
    <>
      {possible.includes('void') && (
        <OpenButton words={['作廢…', 'Void…']} about={about} className="button">
          {(close) => <VoidSheet receipt={receipt} close={close} />}
        </OpenButton>
      )}
      {mayAllow && status === 'issued' && standing > 0 && (
        <OpenButton words={['折讓…', 'Allowance…']} about={about} className="button">
          {(close) => <AllowSheet receipt={receipt} close={close} />}
        </OpenButton>
      )}
      {allowances.map((allowance) => (
        <span key={allowance.id}>
          {allowance.possible.includes('confirm') && (
            <ActButton
              words={['確認折讓', 'Confirm the allowance']}
              about={`${number ?? ''} ${price(allowance.amount)}`}
              act={(guidon) => confirmReceiptAllowance(guidon, id, allowance.id, { version: allowance.version })}
              says={['買受人已確認折讓', 'The buyer has confirmed the allowance']}
              changes={receiptChanges}
            />
          )}
          {allowance.possible.includes('cancel') && (
            <ActButton
              words={['取消折讓', 'Cancel the allowance']}
              about={`${number ?? ''} ${price(allowance.amount)}`}
              act={(guidon) => cancelReceiptAllowance(guidon, id, allowance.id, { version: allowance.version })}
              says={['已取消折讓', 'The allowance is cancelled']}
              changes={receiptChanges}
            />
          )}
        </span>
      ))}
      {mayAllow && <PlatformActs receipt={receipt} />}
    </>
  )
}

type Props = { receipt: Receipt; close: () => void }

const VoidSheet = ({ receipt: { id, version, number, medium }, close }: Props) => {
  const say = useSay()
  const voiding = useWrite({
    send: (reason: string, guidon) => voidLegalReceipt(guidon, id, { reason }, { version }),
    says: medium === 'paper' ? ['收據已作廢', 'The receipt is void'] : ['作廢中', 'The receipt is being voided'],
    changes: receiptChanges,
    close,
  })
  return (
    <Sheet title={say(`作廢收據 ${number ?? ''}`, `Void the receipt ${number ?? ''}`)} close={close}>
      <ReasonForm
        of={{ id }}
        send={say('作廢', 'Void')}
        sending={voiding}
        id="void-reason"
        label={say('作廢原因', 'Why it is void')}
        hint={say('例：抬頭錯誤。紙本請收回收據聯。', 'Such as: a wrong title. Take the paper back.')}
      />
    </Sheet>
  )
}

const AllowSheet = ({ receipt: { id, version, number, standing, bookings }, close }: Props) => {
  const say = useSay()
  const allowing = useWrite({
    send: (body: Parameters<typeof allowLegalReceipt>[2], guidon) => allowLegalReceipt(guidon, id, body, { version }),
    says: ['已開立折讓', 'The allowance is given'],
    changes: receiptChanges,
    close,
  })
  return (
    <Sheet title={say(`折讓收據 ${number ?? ''}`, `Allowance of the receipt ${number ?? ''}`)} close={close}>
      <Form
        of={{ id }}
        hasNoDraft
        send={say('開立折讓', 'Give it')}
        error={allowing.error}
        isPending={allowing.isPending}
        submit={(given) =>
          allowing.mutate({
            amount: Number(given('amount').replace(/[^0-9.-]/g, '')),
            reason: given('reason'),
            ...(bookings.length > 1 && { booking_id: Number(given('booking_id')) }),
            confirmed: given('confirmed') === 'yes',
          })
        }
      >
        {bookings.length > 1 && (
          <Choice
            id="booking_id"
            label={say(...label.booking)}
            options={bookings.map(
              ({ booking_id, booking_number, contact_name, amount }) =>
                [String(booking_id), `${booking_number} ${contact_name} ${price(amount)}`] as const,
            )}
          />
        )}
        <Field
          id="amount"
          label={say(...label.amount)}
          hint={say(`收據尚餘 ${price(standing)}`, `${price(standing)} of the receipt stands`)}
          inputMode="decimal"
          required
        />
        <Field id="reason" label={say(...label.reason)} required />
        <Choice
          id="confirmed"
          label={say('買受人', 'The buyer')}
          options={[
            ['no', say('尚未確認', 'has not confirmed it yet')],
            ['yes', say('已簽回確認', 'has confirmed it')],
          ]}
        />
      </Form>
    </Sheet>
  )
}
