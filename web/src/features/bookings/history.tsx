import { useQuery } from '@tanstack/react-query'
import { type BookingHistory, createBookingNote, listBookingHistory } from 'guidon-sdk'
import {
  approvalKindWords,
  auditActionWords,
  bookingEventWords,
  paymentKindWords,
  paymentMethodWords,
  paymentReportStatusWords,
} from 'guidon-sdk/words'
import { useState } from 'react'
import Banknote from '~icons/lucide/banknote'
import HistoryIcon from '~icons/lucide/history'
import Mail from '~icons/lucide/mail'
import Pencil from '~icons/lucide/pencil'
import StickyNote from '~icons/lucide/sticky-note'
import { guidon } from '../../kit/api.ts'
import { chosenIn } from '../../kit/choices.ts'
import { dayAndTime, fromNow, shortDay } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { writesNotes } from '../../kit/roles.ts'
import { nameOf, type Say, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { nameOfTable } from '../../ui/forms/changes/words.ts'
import { Form, TextArea } from '../../ui/forms/form.tsx'
import { Differences } from '../audit/shared/differences.tsx'
import css from './history.module.css'
import type { Booking } from './queries.ts'

type Happened = BookingHistory
type Change = NonNullable<Happened['change']>

/** What the booking has been through: notes of colleagues, mails to its people, payments and changes; the latest first. */
export default function History({ booking: { id, currency } }: { booking: Booking }) {
  const say = useSay()
  const me = useMe()
  const { data } = useQuery({
    queryKey: ['bookings', id, 'history'],
    queryFn: () => listBookingHistory(guidon, id),
  })
  return (
    <Card title={say('往來紀錄', 'History')} count={data?.length}>
      {writesNotes(me) && (
        <div className="within">
          <NewNote id={id} />
        </div>
      )}
      {!data && <Loading />}
      {data?.length === 0 && <Empty icon={HistoryIcon}>{say('還沒有紀錄', 'Nothing yet')}</Empty>}
      <ol className={css.happened} aria-label={say('往來紀錄', 'History')}>
        {data?.map((each, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened has no number, and keeps its order.
          <li key={nth} className={each.kind === 'note' ? css.note : undefined}>
            <One happened={each} currency={currency} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

const NewNote = ({ id }: { id: number }) => {
  const say = useSay()
  // Empty again for the next one.
  const [round, setRound] = useState(0)
  const { mutate, error, isPending } = useWrite({
    send: (words: string, guidon) => createBookingNote(guidon, id, { words }),
    done: () => setRound(round + 1),
    says: ['備註已留下', 'The note is kept'],
    changes: ['bookings'],
  })
  return (
    <Form
      key={round}
      of={{ id }}
      send={say('留下備註', 'Leave a note')}
      error={error}
      isPending={isPending}
      submit={(given) => mutate(given('words'))}
    >
      <TextArea
        id="words"
        label={say('新的備註', 'New note')}
        hint={say('只有同事看得到。', 'Seen by the office only.')}
        rows={2}
        required
      />
    </Form>
  )
}

const icons = { note: StickyNote, mail: Mail, payment: Banknote, change: Pencil }

const One = ({ happened, currency }: { happened: Happened; currency: string }) => {
  const say = useSay()
  const { kind, at, by, words, sent_to, change, payment } = happened
  const Icon = icons[kind]
  const who = kind === 'mail' ? sent_to : (by ?? say('客戶或系統', 'The customer or the service'))
  return (
    <>
      <p className={css.line}>
        <Icon width={14} height={14} aria-hidden="true" />
        <span className="unseen">{say(...bookingEventWords[kind])} </span>
        {change ? <b>{titleOf(say, change, currency, payment)}</b> : <span className={css.words}>{words}</span>}
      </p>
      {change?.action === 'changed' && change.table_name !== 'payment_reports' && <Differences change={change} />}
      <p className="small soft">
        {who && `${who}・`}
        <time dateTime={at} title={fromNow(at)}>
          {dayAndTime(at)}
        </time>
      </p>
    </>
  )
}

/** `收款 NT$5,000・現金`, `作廢收款 NT$5,000・現金`, `新增 費用明細 接送 NT$800`, `修改 旅客 王小美` */
const titleOf = (
  say: Say,
  { table_name, action, changes, record }: Change,
  currency: string,
  payment: Happened['payment'],
) => {
  const first = (field: string) => changes[field]?.[1]
  const amount = Number(first('amount'))
  if (payment) {
    const method = chosenIn(paymentMethodWords, payment.method)
    const kind = say(...paymentKindWords[payment.kind])
    return [
      `${first('voided_at') ? say(`作廢${kind}`, `Voided: ${kind}`) : kind} ${price(payment.amount, currency)}`,
      method && say(...paymentMethodWords[method]),
    ]
      .filter(Boolean)
      .join('・')
  }
  if (table_name === 'payment_reports') return reportOf(say, changes, currency)
  if (table_name === 'booking_concessions' && action === 'created') return concessionOf(say, changes, currency)
  const line = table_name === 'booking_price_lines' && action === 'created'
  return [
    say(...auditActionWords[action]),
    nameOfTable(say, table_name),
    line
      ? `${first('description')} ${price(amount, String(first('currency') ?? currency))}`
      : record && nameOf(say, record),
  ]
    .filter(Boolean)
    .join(' ')
}

/** `客戶回報已付款 NT$20,000・11/29（日）匯款`, `客戶回報的付款：查無款項・請確認末五碼` */
const reportOf = (say: Say, changes: Change['changes'], currency: string) => {
  const [status, amount, paid_on, reason] = ['status', 'amount', 'paid_on', 'refuse_reason'].map(
    (field) => changes[field]?.[1],
  )
  if (amount && paid_on) {
    const day = shortDay(String(paid_on))
    const sum = price(Number(amount), currency)
    return say(`客戶回報已付款 ${sum}・${day}匯款`, `The customer says it paid ${sum} on ${day}`)
  }
  const known = chosenIn(paymentReportStatusWords, String(status))
  const words = known ? say(...paymentReportStatusWords[known]) : ''
  return [say(`客戶回報的付款：${words}`, `Reported payment: ${words.toLowerCase()}`), reason && String(reason)]
    .filter(Boolean)
    .join('・')
}

/** `減收 NT$6,000・降低團費的旅客變更・客人延後付款` */
const concessionOf = (say: Say, changes: Change['changes'], currency: string) => {
  const [amount, act, reason] = ['amount', 'act', 'reason'].map((field) => changes[field]?.[1])
  const words = Object.entries(approvalKindWords).find(([kind]) => kind === act)?.[1]
  return [
    `${say('減收', 'Reduced by')} ${price(Number(amount), currency)}`,
    words && say(...words),
    reason && String(reason),
  ]
    .filter(Boolean)
    .join('・')
}
