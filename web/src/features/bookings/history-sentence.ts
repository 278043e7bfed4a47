import type { BookingHistory } from 'guidon-sdk'
import {
  approvalKindWords,
  auditActionWords,
  bookingStatusWords,
  paymentKindWords,
  paymentMethodWords,
  paymentReportStatusWords,
  paymentRequestEndWords,
  paymentRequestStatusWords,
  paymentSourceWords,
  refundOrderStatusWords,
} from 'guidon-sdk/words'
import { chosenIn } from '../../kit/choices.ts'
import { shortDay } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { nameOf, type Say } from '../../kit/words.ts'
import { namesIn } from '../../ui/forms/changes/values.ts'
import { nameOfTable } from '../../ui/forms/changes/words.ts'

type Happened = BookingHistory
type Change = NonNullable<Happened['change']>

/** One act in one sentence: `取消旅客 高小明；旅客取消手續費 NT$7,980；總額 NT$119,700 → NT$87,780`. */
export const sentenceOf = (say: Say, { change, followed, payment }: Happened, currency: string) => {
  if (!change) return ''
  const all = [change, ...followed]
  const isAlike = (other: Change) => other.table_name === 'travelers' && kindOf(other) === kindOf(change)
  const together = change.table_name === 'travelers' ? all.filter(isAlike) : [change]
  const others = followed.filter((each) => !together.includes(each) && each.table_name !== 'bookings')
  const booking = all.find(({ table_name }) => table_name === 'bookings')
  return [
    headOf(say, together, currency, payment),
    ...others.map((each) => headOf(say, [each], currency, null)),
    ...(booking ? accountOf(say, booking, change, currency) : []),
  ].join(say('；', '; '))
}

/** Whether the sentence tells all that was changed. */
export const tellsAll = (change: Change) =>
  ['payment_reports', 'payment_requests', 'refund_orders'].includes(change.table_name) ||
  (change.table_name === 'travelers' && kindOf(change) !== 'changed') ||
  (change.table_name === 'bookings' && isStep(change))

const isStep = ({ changes }: Change) => 'planned_trip_id' in changes || 'cancelled_at' in changes || 'status' in changes

const kindOf = ({ action, changes }: Change) => (action === 'changed' ? (changes.status?.[1] ?? 'changed') : action)

/** What the act did to the booking, unless the sentence begins with it. */
const accountOf = (say: Say, { action, changes }: Change, first: Change, currency: string) => {
  if (action !== 'changed') return []
  const { status, total, balance } = changes
  const sums = ([was, is]: readonly unknown[]) => `${price(Number(was), currency)} → ${price(Number(is), currency)}`
  return [
    ...(status && first.table_name !== 'bookings' ? [statusOf(say, status)] : []),
    ...(total ? [`${say('總額', 'total')} ${sums(total)}`] : []),
    ...(!total && balance ? [`${say('未付', 'to be paid')} ${sums(balance)}`] : []),
  ]
}

const statusOf = (say: Say, [was, is]: readonly unknown[]) => {
  const words = (code: unknown) => {
    const known = chosenIn(bookingStatusWords, String(code))
    return known ? say(...bookingStatusWords[known]) : String(code)
  }
  return say(`訂單由「${words(was)}」變為「${words(is)}」`, `booking from “${words(was)}” to “${words(is)}”`)
}

/** `收款 NT$5,000・現金`, `新增 費用明細 接送 NT$800`, `取消旅客 王小美、王大明`, `由 A 團轉至 B 團` */
const headOf = (say: Say, changes: Change[], currency: string, payment: Happened['payment']) => {
  const [change] = changes
  if (!change) return ''
  if (payment) return paymentOf(say, change, payment, currency)
  switch (change.table_name) {
    case 'payment_reports':
      return reportOf(say, change.changes, currency)
    case 'payment_requests':
      return requestOf(say, change.changes, currency)
    case 'refund_orders':
      return orderOf(say, change.changes, currency)
    case 'booking_concessions':
      return change.action === 'created' ? concessionOf(say, change.changes, currency) : plainOf(say, change)
    case 'booking_price_lines':
      return change.action === 'created' ? lineOf(say, change, currency) : plainOf(say, change)
    case 'travelers':
      return travelersOf(say, changes)
    case 'bookings':
      return bookingOf(say, change)
    default:
      return plainOf(say, change)
  }
}

const plainOf = (say: Say, { action, table_name, record }: Change) =>
  [say(...auditActionWords[action]), nameOfTable(say, table_name), record && nameOf(say, record)]
    .filter(Boolean)
    .join(' ')

const travelersOf = (say: Say, changes: Change[]) => {
  const names = changes.flatMap(({ record }) => (record ? [nameOf(say, record)] : [])).join(say('、', ', '))
  const [first] = changes
  const kind = first && kindOf(first)
  if (kind === 'cancelled') return say(`取消旅客 ${names}`, `Cancelled ${names}`)
  if (kind === 'active') return say(`恢復旅客 ${names}`, `Restored ${names}`)
  if (kind === 'created') return say(`新增旅客 ${names}`, `Added ${names}`)
  return first ? plainOf(say, first) : ''
}

const bookingOf = (say: Say, change: Change) => {
  const { planned_trip_id, cancelled_at, cancel_reason, cancel_reason_en, status } = change.changes
  if (change.action === 'changed' && planned_trip_id) {
    const [was, is] = planned_trip_id.map((id) => {
      const trip = namesIn(change.names, 'planned_trip_id')?.[String(id)]
      return trip ? nameOf(say, trip) : String(id)
    })
    return say(`由 ${was} 轉至 ${is}`, `Moved from ${was} to ${is}`)
  }
  if (change.action === 'changed' && cancelled_at) {
    const zh = cancel_reason?.[1]
    const reason = zh && say(String(zh), String(cancel_reason_en?.[1] ?? zh))
    if (cancelled_at[1] === null) return say('恢復訂單', 'Restored the booking')
    return [say('取消訂單', 'Cancelled the booking'), reason].filter(Boolean).join('・')
  }
  if (change.action === 'changed' && status) return statusOf(say, status)
  return plainOf(say, change)
}

const lineOf = (say: Say, { action, changes, table_name }: Change, currency: string) => {
  const first = (field: string) => changes[field]?.[1]
  const description = say(String(first('description')), String(first('description_en') ?? first('description')))
  const sum = `${description} ${price(Number(first('amount')), String(first('currency') ?? currency))}`
  if (first('kind') === 'cancellation') return sum
  return [say(...auditActionWords[action]), nameOfTable(say, table_name), sum].join(' ')
}

/** `作廢收款 NT$5,000・現金`, `收款 NT$20,000・銀行轉帳・銀行檔案` */
const paymentOf = (say: Say, { changes }: Change, payment: NonNullable<Happened['payment']>, currency: string) => {
  const method = chosenIn(paymentMethodWords, payment.method)
  const kind = say(...paymentKindWords[payment.kind])
  return [
    `${changes.voided_at?.[1] ? say(`作廢${kind}`, `Voided: ${kind}`) : kind} ${price(payment.amount, currency)}`,
    method && say(...paymentMethodWords[method]),
    payment.source === 'bank' && say(...paymentSourceWords.bank),
  ]
    .filter(Boolean)
    .join('・')
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

/** `請款 NT$20,000，期限 12/7（一）`, `請款：已取消・金額變更` */
const requestOf = (say: Say, changes: Change['changes'], currency: string) => {
  const [status, amount, due_on, cause] = ['status', 'amount', 'due_on', 'end_cause'].map(
    (field) => changes[field]?.[1],
  )
  const day = due_on ? shortDay(String(due_on)) : ''
  if (amount) {
    const sum = price(Number(amount), currency)
    return say(`請款 ${sum}，期限 ${day}`, `Asked for ${sum} by ${day}`)
  }
  if (day) return say(`請款期限改為 ${day}`, `Payment request: now by ${day}`)
  const known = chosenIn(paymentRequestStatusWords, String(status))
  const why = chosenIn(paymentRequestEndWords, String(cause))
  const words = known ? say(...paymentRequestStatusWords[known]) : ''
  const reason = why && why !== 'paid' && say(...paymentRequestEndWords[why])
  return [say(`請款：${words}`, `Payment request: ${words.toLowerCase()}`), reason].filter(Boolean).join('・')
}

/** `開退款單 NT$20,000・收款人 王小美`, `退款單：已核准`, `退款單：已退回・請附委託書` */
const orderOf = (say: Say, changes: Change['changes'], currency: string) => {
  const [status, amount, payee, reason] = ['status', 'amount', 'payee', 'refuse_reason'].map(
    (field) => changes[field]?.[1],
  )
  if (amount && payee) {
    const sum = price(Number(amount), currency)
    return say(`開退款單 ${sum}・收款人 ${payee}`, `Refund of ${sum} ordered, to ${payee}`)
  }
  const known = chosenIn(refundOrderStatusWords, String(status))
  if (!known) return say('退款單列入銀行檔', 'Order of a refund: in a bank file')
  const words = say(...refundOrderStatusWords[known])
  return [say(`退款單：${words}`, `Order of a refund: ${words.toLowerCase()}`), reason && String(reason)]
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
