import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { localDay } from '../../../kit/db/fragments.ts'
import { statement } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { anyText, currency, day, money, oneOf, orNull, ref, shownFields } from '../../../kit/fields.ts'
import { dayInWords } from '../../../kit/words/days.ts'
import { type Locale, locales, say, type Words } from '../../../kit/words/words.ts'
import { inWords, languages } from '../../languages/languages.ts'
import { letter, linkTo, mailedParams, paragraphsOf, textOf } from '../../notifications/letter.ts'
import { type Sender, senderFor } from '../../notifications/letter-sender.ts'
import { tripCalled } from '../../shown-names.ts'
import { isToCall } from '../owed.ts'
import { reportedAmount } from '../payment-reports/payment-report.ts'
import { howToPay } from '../payment-requests/how-to-pay.ts'
import { noAccountFor, payeeFor } from '../payment-requests/make.ts'
import { dueDay, nextPurpose, whyNotAsked } from '../payment-requests/payable.ts'
import {
  type AskedOnPage,
  openRequestOf,
  PaymentRequest,
  type Purpose,
  payTokenOf,
} from '../payment-requests/payment-request.ts'

const { purpose } = PaymentRequest.properties

/** What a customer is reminded of, or would be, and why it is not. The text is that of the mail; its link is made when the mail is written. */
export const Reminder = Type.Object({
  ...shownFields({ booking_id: ref() }),
  booking_number: anyText('CNX270128A-001'),
  contact_name: anyText('王小美'),
  ...shownFields({ purpose, amount: money(), currency: currency() }),
  due_on: orNull(day()),
  locale: oneOf(locales),
  subject: orNull(anyText('CNX270128A-001 提醒：請於 12/1（二）前付款 NT$20,000')),
  text: orNull(anyText('王小美 您好：…')),
  /** Why it is not sent; null if it is. */
  why: orNull(anyText('客戶已回報付款，正等會計查帳。')),
  why_en: orNull(anyText('The customer says that it has paid, which waits to be checked.')),
})

/** A line of the bank that names a booking keeps its customer from being reminded for so many days. */
const DAYS_IN_BANK = 14

/** What is said of whom, with what keeps it from being sent. */
export async function remindersOf(db: Db, { ids, on = null }: { ids: number[]; on?: string | null }) {
  const all = await factsOf(db, { ids, on })
  return Promise.all(all.map((facts) => reminderOf(db, facts)))
}
export type ReadyReminder = Awaited<ReturnType<typeof reminderOf>>

const reminderOf = async (db: Db, facts: Facts) => {
  const { id, due_on, day: today } = facts
  const account = mayBePaid(facts) ? facts.asked : await accountFor(db, facts)
  const notice = due_on !== null && due_on < today ? 'payment-reminder.due/late' : 'payment-reminder.due'
  const amount = facts.asked?.amount ?? nextAmount(facts)
  const params = account &&
    due_on !== null && {
      ...{ number: facts.number, serial: facts.serial, trip: facts.trip, trip_en: facts.trip_en },
      ...{ purpose: facts.purpose, amount: amountIn(facts.currency, amount), due: due_on },
      ...howToPay(account, facts.pay_token, facts.number, amountIn(facts.currency, amount)),
    }
  const why = whyNot(facts) ?? (account ? null : noAccountFor(facts.currency))
  const { purpose, currency } = facts
  return { id, due_on, day: today, purpose, amount, currency, facts, notice, params: params || null, why } as const
}

/** Whether what is asked for says how it is paid: not if its provider was switched off. */
const mayBePaid = ({ asked, pay_token }: Facts) =>
  asked !== null && (asked.account_number !== null || pay_token !== null)

const nextAmount = ({ purpose, deposit, total, paid, balance }: Facts) =>
  purpose === 'deposit' ? Math.min(deposit, total) - paid : balance

const accountFor = async (db: Db, { currency }: Facts) => {
  const payee = await payeeFor(db, { currency, account: null, kind: 'plain' })
  return payee && { ...payee, account_number: payee.account_number ?? '', via: 'bank_transfer' as const }
}

/** The record of a reminder, in the words of its mail. */
export function shownReminder(
  { facts, notice, params, why, ...reminder }: ReadyReminder,
  publicUrl: string | undefined,
) {
  const { id, number, contact_name, locale } = facts
  const mailed = params && mailedParams(params, publicUrl ?? '')
  const written = mailed && inWords(notice, mailed, locale)
  const { id: _, day, ...shown } = reminder
  return {
    ...{ booking_id: id, booking_number: number, contact_name, locale, ...shown },
    subject: written?.title ?? null,
    text: written
      ? textOf(
          letter(
            toOf(facts),
            written.title,
            paragraphsOf(written.body, mailed?.pay_path ?? undefined),
            linkOf(facts, notice, publicUrl),
          ),
        )
      : null,
    why: why?.[0] ?? null,
    why_en: why?.[1] ?? null,
  }
}

const toOf = ({ locale, name, name_en, sender }: Facts) => ({ locale, name, name_en, sender })

const linkOf = ({ locale, is_at_account }: Facts, notice: ReadyReminder['notice'], publicUrl = '') => {
  const { buttons, pages } = languages[locale].mail
  const page = is_at_account ? pages.own_bookings : pages.own_booking
  const path = is_at_account ? say(['/my/', '/en/my/'], locale) : '/l/booking/…'
  return linkTo(`${publicUrl}${path}`, buttons[notice] ?? page, locale)
}

/** Why a customer is not reminded, whoever or whatever would do it; null if nothing keeps it from being sent. */
const whyNot = (facts: Facts): Words | null => {
  const {
    silent_until,
    reported,
    promised,
    asks_to_cancel,
    line,
    paid_on_day,
    is_reminded,
    has_address,
    due_on,
    currency,
  } = facts
  // A cheque is told of below, with what becomes of it.
  const unasked = whyNotAsked({ ...facts, promised: 0 })
  if (unasked) return unasked
  if (due_on === null) return noDay
  if (silent_until !== null) return silent(silent_until)
  if (reported > 0) return reportWaits(amountIn(currency, reported))
  if (promised > 0) return chequeWaits(amountIn(currency, promised))
  if (asks_to_cancel) return cancellationWaits
  if (line !== null) return lineWaits(amountIn(currency, line))
  if (paid_on_day > 0) return paidOnDay(amountIn(currency, paid_on_day))
  if (is_reminded) return remindedOnDay
  return has_address ? null : noAddress
}

const noDay: Words = [
  '這筆訂單沒有付款期限；請先請款並填寫期限，再提醒。',
  'This booking has no day until which it is to be paid: ask for the payment with a last day first.',
]
const silent = (until: string): Words => {
  const [zh, en] = dayInWords(until)
  return [`提醒暫停到${zh}；要提醒，請先恢復提醒。`, `Reminders are silent until ${en}. End the silence to remind.`]
}
const reportWaits = (amount: string): Words => [
  `客戶已回報付款 ${amount}，正等會計查帳；查帳後再提醒。`,
  `The customer says it has paid ${amount}, which waits to be checked. Check it first.`,
]
const chequeWaits = (amount: string): Words => [
  `已收到客戶的支票 ${amount}，還沒兌現；到期後再提醒。`,
  `A cheque of ${amount} was received, and has not cleared yet. Remind the customer once it is overdue.`,
]
const cancellationWaits: Words = [
  '客戶已申請取消，尚未回覆；請先回覆，再提醒付款。',
  'The customer has asked to cancel: answer that before it is reminded of a payment.',
]
const lineWaits = (amount: string): Words => [
  `銀行有一筆 ${amount} 的入帳可能是這筆訂單的，還沒有處理；請會計先處理。`,
  `Money in the bank, ${amount}, may be of this booking and is not dealt with yet. Finance deals with it first.`,
]
const paidOnDay = (amount: string): Words => [
  `今天才收到這筆訂單的款項 ${amount}；請明天以後再提醒。`,
  `A payment of ${amount} came in today: remind of the rest tomorrow or later.`,
]
const remindedOnDay: Words = [
  '今天已經提醒過一次；同一筆訂單一天最多提醒一次。',
  'It was reminded today already. A booking is reminded once a day at most.',
]
const noAddress: Words = [
  '聯絡人沒有已確認的信箱，寄不到；請打電話給客戶。',
  'The contact has no mail address that is proved, so no mail reaches it: call the customer.',
]

const onDay = (on: string | null) => sql<string>`coalesce(${on}::date, today())`
const account = sql`(select u.id from users u where u.id = b.customer_user_id and u.status = 'active')`

const silentUntil = (on: string | null) => sql<string | null>`(
  select s.until::text from payment_silences s where s.booking_id = b.id and s.until > ${onDay(on)})`

/** A line that names the number, or somebody, of the booking; an amount alone is what many pay. */
const lineInBank = (on: string | null) => sql<number | null>`(
  select l.amount from bank_lines l
   where l.state = 'new' and l.currency = b.currency and l.booked_on > ${onDay(on)} - ${sql.lit(DAYS_IN_BANK)}::integer
     and (l.virtual_account in (select q.account_number from payment_requests q where q.booking_id = b.id and q.via = 'virtual_account')
       or position(b.booking_number in l.payer_text) > 0
       or exists (select from (select b.contact_name as name union select v.name from travelers v where v.booking_id = b.id) who
                   where char_length(who.name) > 1 and position(who.name in l.payer_text) > 0))
   order by l.id desc limit 1)`

const paidOn = (on: string | null) => sql<number>`coalesce((
  select sum(p.amount) from booking_payments p
   where p.booking_id = b.id and p.kind = 'payment' and p.voided_at is null
     and ${onDay(on)} in (${localDay(sql`p.created_at`)}, ${localDay(sql`p.received_at`)})), 0)`

const payToken = sql<string | null>`(
  select ${payTokenOf('q')} from payment_requests q where q.booking_id = b.id and q.status = 'open')`

/** Bookings with what their reminders depend on, on a day or today. */
const factsOf = statement((db, { ids, on }: { ids: number[]; on: string | null }) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .leftJoin('users as u', (join) => join.on('u.id', '=', account as never))
    .select(['b.id', 'b.booking_number as number', 'b.status', 'b.currency', 'b.total', 'b.paid', 'b.balance'])
    .select(['b.deposit', 'b.contact_name', 't.serial', 't.name as trip', tripCalled('t').as('trip_en')])
    .select([sql<string>`${onDay(on)}::text`.as('day'), sql<string | null>`${dueDay('b')}::text`.as('due_on')])
    .select([nextPurpose('b').as('purpose'), openRequestOf('b').as('asked'), reportedAmount('b').as('reported')])
    .select(sql<number>`promised_by_cheques(b.id)`.as('promised'))
    .select(payToken.as('pay_token'))
    .select(sql<boolean>`b.offered_at is not null and b.status = 'held'`.as('is_offered'))
    .select(isToCall('b').as('is_to_call'))
    .select([silentUntil(on).as('silent_until'), lineInBank(on).as('line'), paidOn(on).as('paid_on_day')])
    .select(
      sql<boolean>`exists (select from cancellation_requests c where c.booking_id = b.id and c.status = 'open')`.as(
        'asks_to_cancel',
      ),
    )
    .select(
      sql<boolean>`exists (select from payment_reminders_sent s where s.booking_id = b.id and s.day = ${onDay(on)})`.as(
        'is_reminded',
      ),
    )
    .select(
      sql<boolean>`case when b.customer_user_id is not null then u.id is not null
        else b.contact_email is not null and b.contact_proved_at is not null end`.as('has_address'),
    )
    .select(
      sql<boolean>`u.id is not null and (b.contact_proved_at is null or lower(b.contact_email) is distinct from lower(u.email))`.as(
        'is_at_account',
      ),
    )
    .select([
      sql<string>`coalesce(u.name, b.contact_name)`.as('name'),
      'u.name_en',
      sql<Locale>`coalesce(u.locale, b.locale)`.as('locale'),
    ])
    .select(senderFor(sql`coalesce(b.sales_user_id, t.sales_user_id)`, sql`b.branch_id`).as('sender'))
    .where(sql<boolean>`b.id = any(${ids}::integer[])`)
    .orderBy('b.id'),
)
type Facts = Awaited<ReturnType<typeof factsOf>>[number] & {
  sender: Sender
  asked: AskedOnPage | null
  purpose: Purpose
}
