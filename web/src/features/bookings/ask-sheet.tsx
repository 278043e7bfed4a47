import { useQuery } from '@tanstack/react-query'
import { type BookingPaymentRequestInput, createBookingPaymentRequest, listPaymentProviders } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { paymentProviderWords, paymentPurposeWords, terms } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { chosenIn } from '../../kit/choices.ts'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { DayField } from '../../ui/forms/day-field.tsx'
import { Choice, Field, Form } from '../../ui/forms/form.tsx'
import { RecordField } from '../../ui/forms/record-field.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { Booking } from './queries.ts'
import { requestChanges } from './shared/request-changes.ts'

/** Asks for another amount, until another day or to another account than what follows from the booking. */
export default function AskSheet({ booking, close }: { booking: Booking; close: () => void }) {
  const say = useSay()
  const [purpose, setPurpose] = useState<BookingPaymentRequestInput['purpose']>('balance')
  const [via, setVia] = useState<BookingPaymentRequestInput['via']>()
  const { mutate, error, isPending } = useWrite({
    send: (asking: BookingPaymentRequestInput, guidon) => createBookingPaymentRequest(guidon, booking.id, asking),
    close,
    says: [`已請款，${terms.undo.words[0]}後通知客戶`, `Asked; the customer is told in ${terms.undo.words[1]}`],
    changes: requestChanges,
  })
  const { data: providers } = useQuery({
    queryKey: ['payment-providers'],
    queryFn: () => listPaymentProviders(guidon),
    enabled: booking.currency === 'TWD',
  })
  const ways = providers
    ?.filter(({ is_on }) => is_on)
    .map(({ provider }) => [provider, say(...paymentProviderWords[provider])] as const)
  const needsAmount = purpose === 'extra' || purpose === 'other'
  return (
    <Sheet title={say('請客戶付款', 'Ask the customer to pay')} close={close}>
      <p className="small soft">
        {say(
          `未付 ${price(booking.balance, booking.currency)}。新的請款會取代還沒付的那一筆；沒填的欄位依訂單與收款帳戶帶入。`,
          `${price(booking.balance, booking.currency)} are owed. The new request takes the place of the open one; what is left out follows from the booking and the receiving accounts.`,
        )}
      </p>
      <Form
        send={say('請款', 'Ask')}
        error={error}
        isPending={isPending}
        submit={(given) => {
          mutate({
            purpose: chosenIn(paymentPurposeWords, given('purpose')) ?? 'balance',
            ...(given('amount') && { amount: given('amount') }),
            ...(given('due_on') && { due_on: given('due_on') }),
            ...(via && { via }),
            ...(given('receiving_account_id') && { receiving_account_id: Number(given('receiving_account_id')) }),
          })
        }}
      >
        <Choice
          id="purpose"
          label={say(...label.purpose)}
          defaultValue={purpose}
          onChange={({ currentTarget }) => setPurpose(chosenIn(paymentPurposeWords, currentTarget.value) ?? 'balance')}
          options={Object.entries(paymentPurposeWords).map(([code, words]) => [code, say(...words)])}
        />
        <Field
          id="amount"
          label={`${say(...label.amount)} (${booking.currency})`}
          inputMode="decimal"
          {...(needsAmount
            ? { required: true }
            : { hint: say('不填就是全部應付的金額。', 'Left out, it is all that is due.') })}
        />
        <DayField id="due_on" label={say(...label.due_on)} />
        {ways && ways.length > 0 && (
          <Choice
            id="via"
            label={say(...label.via)}
            onChange={({ currentTarget }) => setVia(chosenIn(paymentProviderWords, currentTarget.value))}
            options={[['', say('依收款帳戶', 'As the account is')], ...ways]}
          />
        )}
        {!via && (
          <RecordField
            id="receiving_account_id"
            label={say(...label.receiving_account_id)}
            of="/api/receiving-accounts"
            hint={say('不填就是第一個收款帳戶。', 'Left out, it is the first account.')}
          />
        )}
      </Form>
    </Sheet>
  )
}
