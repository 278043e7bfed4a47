import { useQuery } from '@tanstack/react-query'
import {
  type BookingPaymentRequest,
  type BookingPaymentRequestInput,
  cancelPaymentRequest,
  createBookingPaymentRequest,
  listBookingPaymentRequests,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import {
  paymentProviderWords,
  paymentPurposeWords,
  paymentRequestEndWords,
  paymentRequestStatusWords,
  terms,
} from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { shortDay } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { recordsPayments } from '../../kit/roles.ts'
import { nameOf, type Say, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import css from './payment-requests.module.css'
import type { Booking } from './queries.ts'
import { requestChanges } from './shared/request-changes.ts'

const PaymentReminders = lazy(() => import('./payment-reminders.tsx'))
const AskSheet = lazy(() => import('./ask-sheet.tsx'))

/** What the customer is asked to pay, and of what it is reminded. */
export default function PaymentRequests({ booking }: { booking: Booking }) {
  return (
    <>
      <Requests booking={booking} />
      <Suspense>{isAskable(booking) && <PaymentReminders booking={booking} />}</Suspense>
    </>
  )
}

/** What the customer is asked to pay, with the account; and the one press that asks for what is due next. */
const Requests = ({ booking }: { booking: Booking }) => {
  const say = useSay()
  const mayAsk = recordsPayments(useMe()) && isAskable(booking)
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['payment-requests', { booking: booking.id }],
    queryFn: () => listBookingPaymentRequests(guidon, booking.id),
    enabled: booking.asked_payments > 0,
  })
  const requests = booking.asked_payments > 0 ? data : []
  const open = requests?.find(({ status }) => status === 'open')
  const ended = requests?.filter(({ status }) => status !== 'open') ?? []
  if (!mayAsk && !booking.asked_payments) return null
  return (
    <Card
      title={say('請款', 'Payment requests')}
      aside={
        mayAsk && (
          <button type="button" className="button more" onClick={() => setOpen(true)}>
            {open ? say('改請其他金額', 'Ask for another amount') : say('自訂請款', 'Ask for an amount')}
          </button>
        )
      }
    >
      {open && <Asked request={open} />}
      {!requests && <Loading />}
      {requests && !open && mayAsk && <AskForNext booking={booking} />}
      {ended.length > 0 && (
        <ul className={css.ended}>
          {ended.map((request) => (
            <li key={request.id}>{endedWords(say, request)}</li>
          ))}
        </ul>
      )}
      {isOpen && (
        <Suspense>
          <AskSheet booking={booking} close={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}

/** Who waits, or has ended, is not asked; the service says why, if it refuses something else. */
const isAskable = ({ status, balance, offered_at }: Booking) =>
  balance > 0 && offered_at === null && ['held', 'confirmed', 'completed'].includes(status)

/** What is due next: what is missing of the deposit, else everything that is owed. */
const nextOf = ({ deposit, total, paid, balance }: Booking) => {
  const missing = Math.min(deposit, total) - paid
  return missing > 0 && missing < balance
    ? ({ purpose: 'deposit', amount: missing } as const)
    : ({ purpose: 'balance', amount: balance } as const)
}

const AskForNext = ({ booking }: { booking: Booking }) => {
  const say = useSay()
  const { purpose, amount } = nextOf(booking)
  const [zh, en] = paymentPurposeWords[purpose]
  const { mutate, isPending } = useWrite({
    send: (asking: BookingPaymentRequestInput, guidon) => createBookingPaymentRequest(guidon, booking.id, asking),
    says: [`已請款，${terms.undo.words[0]}後通知客戶`, `Asked; the customer is told in ${terms.undo.words[1]}`],
    tellsRefusal: true,
    changes: requestChanges,
  })
  return (
    <div className={css.next}>
      <button type="button" className="button main" disabled={isPending} onClick={() => mutate({ purpose })}>
        {say(
          `請客戶付${zh} ${price(amount, booking.currency)}`,
          `Ask for the ${en.toLowerCase()}, ${price(amount, booking.currency)}`,
        )}
      </button>
      <p className="small soft">
        {say(
          '金額、期限與帳號依訂單與收款帳戶帶入，會寄給聯絡人，並顯示在客戶的訂單頁與繳款單上。',
          'Amount, day and account follow from the booking and the receiving accounts. The contact is mailed, and reads it in its place and on the payment slip.',
        )}
      </p>
    </div>
  )
}

const Asked = ({ request }: { request: BookingPaymentRequest }) => {
  const say = useSay()
  const {
    id,
    purpose,
    amount,
    open_amount,
    currency,
    due_on,
    bank_name,
    bank_name_en,
    bank_code,
    account_number,
    via,
    trade_no,
    payment_url,
    possible,
  } = request
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => cancelPaymentRequest(guidon, id),
    says: ['已取消請款', 'The request is withdrawn'],
    tellsRefusal: true,
    changes: requestChanges,
  })
  return (
    <div className={css.open}>
      <p>
        <b className={css.amount}>{price(open_amount, currency)}</b> {say(...paymentPurposeWords[purpose])}
        {open_amount < amount && (
          <span className="sub">
            {say(`請款 ${price(amount, currency)}，已付一部分`, `Of ${price(amount, currency)}; a part is paid`)}
          </span>
        )}
      </p>
      <Facts
        facts={[
          [say(...label.due_on), shortDay(due_on)],
          [say(...label.via), (via === 'ecpay' || via === 'newebpay') && say(...paymentProviderWords[via])],
          [say('銀行', 'Bank'), bank_name && `${say(bank_name, bank_name_en ?? bank_name)} (${bank_code})`],
          [
            say('帳號', 'Account number'),
            account_number && (
              <span key="number" className={css.number}>
                {account_number} <CopyButton text={account_number.replaceAll('-', '')} />
              </span>
            ),
          ],
          [say(...label.trade_no), trade_no],
          [
            say(...label.payment_url),
            payment_url && (
              <span key="link" className={css.number}>
                {say('客戶不必登入就能付款', 'The customer pays without signing in')}{' '}
                <CopyButton text={new URL(payment_url, location.href).href} />
              </span>
            ),
          ],
        ]}
      />
      {possible.includes('cancel') && (
        <ConfirmButton
          words={say('取消請款', 'Withdraw')}
          sure={say('確定取消請款？', 'Withdraw it?')}
          act={() => mutate()}
          disabled={isPending}
        />
      )}
    </div>
  )
}

/** `訂金 NT$20,000・已取消・金額變更・12/1（一）・業務小陳` */
const endedWords = (
  say: Say,
  { purpose, amount, currency, status, end_cause, ended_at, asker }: BookingPaymentRequest,
) =>
  [
    `${say(...paymentPurposeWords[purpose])} ${price(amount, currency)}`,
    say(...paymentRequestStatusWords[status]),
    end_cause && end_cause !== 'paid' && say(...paymentRequestEndWords[end_cause]),
    ended_at && shortDay(ended_at),
    asker && nameOf(say, asker),
  ]
    .filter(Boolean)
    .join('・')
