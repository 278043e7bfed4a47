import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { localDay } from '../../../kit/db/fragments.ts'
import { oneRow } from '../../../kit/db/statement.ts'
import { minus } from '../../../kit/money.ts'
import type { Words } from '../../../kit/words/words.ts'
import { isToCall } from '../owed.ts'
import { reportedAmount } from '../payment-reports/payment-report.ts'
import type { Purpose } from './payment-request.ts'

/** A customer has so many days to pay where the day of the booking is over, or there is none. */
const DAYS_TO_PAY = 3

const holdDay = (of: string) => {
  const its = (column: string) => sql.ref(`${of}.${column}`)
  return sql<
    string | null
  >`case when ${its('status')} = 'held' and ${its('paid')} = 0 then ${localDay(its('hold_expires_at'))} end`
}

const openRequest = (of: string, column: string) => sql`(
  select ${sql.ref(`q.${column}`)} from payment_requests q where q.booking_id = ${sql.ref(`${of}.id`)} and q.status = 'open')`

/** SQL: the day by which the next payment of a booking of this alias is due: that of its open request, else of its hold or its terms; null if there is none. */
export function dueDay(of: string) {
  return sql<string | null>`coalesce(${openRequest(of, 'due_on')}, ${holdDay(of)}, ${sql.ref(`${of}.payment_due_on`)})`
}

/** SQL: what is to be paid next: what is asked for, else the deposit, then the rest. */
export function nextPurpose(of: string) {
  const its = (column: string) => sql.ref(`${of}.${column}`)
  return sql<Purpose>`coalesce(${openRequest(of, 'purpose')},
    case when ${its('paid')} < least(${its('deposit')}, ${its('total')}) then 'deposit' else 'balance' end)`
}

/** What a request for money depends on: what is owed, by when, what is reported as paid, and what cheques promise. */
export const payableBooking = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('bookings as b')
    .select([
      'b.id',
      'b.booking_number',
      'b.planned_trip_id',
      'b.status',
      'b.currency',
      'b.total',
      'b.paid',
      'b.balance',
    ])
    .select(['b.deposit', 'b.balance_due_on'])
    .select(sql<string | null>`coalesce(${holdDay('b')}, b.deposit_due_on)::text`.as('deposit_due_on'))
    .select(sql<string | null>`${holdDay('b')}::text`.as('hold_day'))
    .select(sql<boolean>`b.offered_at is not null and b.status = 'held'`.as('is_offered'))
    .select(isToCall('b').as('is_to_call'))
    .select([reportedAmount('b').as('reported'), sql<number>`promised_by_cheques(b.id)`.as('promised')])
    .select([
      sql<string>`today()::text`.as('today'),
      sql<string>`(today() + ${sql.lit(DAYS_TO_PAY)}::integer)::text`.as('soon'),
    ])
    .where('b.id', '=', id),
)
export type PayableBooking = NonNullable<Awaited<ReturnType<typeof payableBooking>>>

type Waiting = Pick<PayableBooking, 'reported' | 'promised' | 'currency'>
type Askable = Waiting & Pick<PayableBooking, 'status' | 'is_offered' | 'is_to_call' | 'balance'>

/** Why a booking is not asked for money now; null if it is. */
export function whyNotAsked(booking: Askable): Words | null {
  const { status, is_offered, is_to_call, balance } = booking
  if (status === 'waitlisted') return whileWaiting
  if (is_offered) return notAccepted
  if (is_to_call) return notCalled
  if (!isPayable(booking)) return hasEnded
  if (balance <= 0) return nothingOwed
  return mayBeAsked(booking) <= 0 ? allIsPromised(booking) : null
}

/** Whether a booking in this status is asked for money. What a cancelled one still owes is settled by talking. */
export function isPayable({ status }: Pick<PayableBooking, 'status'>) {
  return status === 'held' || status === 'confirmed' || status === 'completed'
}

/** What all payments come to once everything that is asked for by this purpose is paid. */
export function reachedBy(purpose: Purpose, { deposit, total }: Pick<PayableBooking, 'deposit' | 'total'>) {
  return purpose === 'deposit' ? Math.min(deposit, total) : total
}

/** The day by which the booking itself says that it is due; null if it says none, or the day is over. */
export function dueDayOf(purpose: Purpose, { deposit_due_on, balance_due_on, hold_day, today }: PayableBooking) {
  const day = purpose === 'deposit' ? deposit_due_on : balance_due_on
  return day === null || day < today ? null : within(day, hold_day)
}

/** Seats that nothing is paid for lapse with their hold, so nobody is asked to pay after it. */
export function within(day: string, hold_day: string | null) {
  return hold_day !== null && day > hold_day ? hold_day : day
}

/** What may be asked for now: what is owed, without what its customer says it has paid and what cheques promise. */
export function mayBeAsked({ balance, reported, promised }: Pick<PayableBooking, 'balance' | 'reported' | 'promised'>) {
  return Math.max(minus(minus(balance, reported), promised), 0)
}

/** What waits to be checked or to clear, and is not asked for meanwhile. */
export function whatWaits({ reported, promised, currency }: Waiting): Words {
  const [said, cheque] = [amountIn(currency, reported), amountIn(currency, promised)]
  if (promised <= 0)
    return [`客戶已回報付款 ${said}，正等會計查帳`, `The customer says it has paid ${said}, which waits to be checked`]
  if (reported <= 0)
    return [`已收到客戶的支票 ${cheque}，還沒兌現`, `A cheque of ${cheque} was received, and has not cleared yet`]
  return [
    `客戶已回報付款 ${said}，正等會計查帳，也已收到支票 ${cheque}，還沒兌現`,
    `The customer says it has paid ${said}, which waits to be checked, and a cheque of ${cheque} has not cleared yet`,
  ]
}

const whileWaiting: Words = [
  '候補中的訂單還不必付款；取得名額後再請款。',
  'A booking on the waitlist has nothing to pay yet: ask for money once it has seats.',
]
const notAccepted: Words = [
  '客戶還沒有接受遞補的名額；接受後再請款。',
  'The offered seats are not accepted yet: ask for money once they are.',
]
const notCalled: Words = [
  '這筆報名只留電話，還沒有聯絡確認；請先打電話並按「已聯絡確認」，再請款。',
  'This registration by telephone is not confirmed yet: call first and confirm the contact, then ask for money.',
]
const hasEnded: Words = [
  '這筆訂單已取消或逾期，不能請款；應收或應退款項請看訂單的款項。',
  'This booking was cancelled or has expired, so nothing is asked for; its money shows what is owed.',
]
const nothingOwed: Words = [
  '這筆訂單沒有未付的款項，不必請款。',
  'Nothing is owed on this booking, so there is nothing to ask for.',
]
const allIsPromised = (waiting: Waiting): Words => {
  const [zh, en] = whatWaits(waiting)
  return waiting.reported > 0
    ? [`${zh}；請先查帳，查不到再請款。`, `${en}. Check it first, and ask again if it is not there.`]
    : [`${zh}；退票時再請款。`, `${en}. Ask again if it bounces.`]
}
