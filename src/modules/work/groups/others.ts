import { sql } from 'kysely'
import { type Condition, isOneOf, localDay } from '../../../kit/db/fragments.ts'
import { codeWord } from '../../../kit/words/code-words.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { openAmount } from '../../bank-files/bank-line.ts'
import { isToCall } from '../../bookings/owed.ts'
import { hasReport } from '../../bookings/payment-reports/payment-report.ts'
import { orderedOf } from '../../bookings/refund-orders/refund-order.ts'
import { houseFieldWords } from '../../house/labels.ts'
import { insurances } from '../../house/schema.ts'
import { unreceipted } from '../../legal-receipts/unreceipted.ts'
import { marginInvoiceDue } from '../../money/pass-through/margin-invoices.ts'
import { passedSum, soldSum } from '../../money/trip-queries.ts'
import { noticesToSee, puzzling } from '../../payment-providers/seen-notices.ts'
import type { HandoverKind } from '../../planned-trips/handovers/flow.ts'
import { plannedStatuses } from '../../trip-statuses.ts'
import { columns, type Group, isTheirs, lastWords, travelerNames, trip, type Whose } from '../group.ts'
import { dueAmount } from './sales.ts'

const isLed = ({ leader }: Whose): Condition =>
  leader === undefined ? sql`t.assigned_leader_id is not null` : sql`t.assigned_leader_id = ${leader}`
const ofAll = (): Condition => sql`true`

/** Handovers of these kinds that wait for this person. */
const handoversOf = (kinds: HandoverKind[], isOf: (whose: Whose) => Condition = ofAll): Group => ({
  key: 'handovers_to_take',
  words: ['待接手的交接', 'Handovers to take'],
  says: ['接手或退回', 'Accept it or return it'],
  record: 'planned_trip',
  action: ['PUT', '/api/planned-trips/{id}/handover'],
  rows: (whose) => sql`
    select ${columns({ ...trip, of: 'h.id', on: localDay(sql`h.created_at`), person: 'h.to_user_id', words: 'h.note' })}
      from trip_handovers h join planned_trips t on t.id = h.planned_trip_id
     where h.status = 'pending' and t.status <> 'cancelled' and ${isOneOf('h.kind', kinds)} and ${isTheirs('h.to_user_id', whose)} and ${isOf(whose)}`,
})
export const handoversToOp = handoversOf(['sales_to_op', 'leader_to_op'])

const isHandedOver = (kind: HandoverKind, ...statuses: string[]) => sql`exists (
  select from trip_handovers h where h.planned_trip_id = t.id and h.kind = ${sql.lit(kind)} and ${isOneOf('h.status', statuses)})`

/** The work of a tour leader. */
export const leaderGroups: readonly Group[] = [
  {
    key: 'trips_to_prepare',
    words: ['待準備的團', 'Trips to prepare'],
    says: [
      '看行程、旅客與航班，並接手 OP 的交接',
      'Read the itinerary, the travelers and the flights, and accept the handover',
    ],
    record: 'planned_trip',
    action: ['GET', '/api/planned-trips/{id}'],
    rows: (whose) => sql`
      select ${columns({ ...trip, on: sql`t.departure_date` })} from planned_trips t
       where ${isLed(whose)} and t.departure_date between today() and today() + 30 and ${isOneOf('t.status', plannedStatuses)}
         and not ${isHandedOver('op_to_leader', 'accepted')}`,
  },
  {
    key: 'trips_to_hand_back',
    words: ['帶團中與待交回的團', 'Trips under way or to hand back'],
    says: ['回國後交回 OP', 'Hand it back to operations after the return'],
    record: 'planned_trip',
    action: ['PUT', '/api/planned-trips/{id}/handover'],
    rows: (whose) => sql`
      select ${columns({ ...trip, on: sql`t.return_date` })} from planned_trips t
       where ${isLed(whose)} and t.return_date >= today() - 60 and t.status in ('departed', 'returned')
         and not ${isHandedOver('leader_to_op', 'pending', 'accepted')}`,
  },
  // Whoever does not lead the trip any more neither sees it nor takes it over.
  handoversOf(['op_to_leader'], isLed),
]

const booking = { id: 'b.id', number: 'b.booking_number', name: 'b.contact_name', trip: 't', currency: 'b.currency' }
const bookings = sql`bookings b join planned_trips t on t.id = b.planned_trip_id`

// The day, and the last five digits of the account, as the statement of a bank has them.
const reportInWords = sql`concat_ws(' · ', to_char(r.paid_on, 'YYYY-MM-DD'), r.last_five)`

// What the bank says of who has paid.
const payerOfLine = sql`coalesce(left(l.payer_text, 80), l.virtual_account, '…' || l.last_five)`

const outcomeOfNotice = (locale: Locale) =>
  sql`case n.outcome ${sql.join(
    puzzling.map(
      (code) => sql`when ${sql.lit(code)} then ${sql.lit(codeWord('payment_notice_outcome', code, locale))}`,
    ),
    sql` `,
  )} end`

/** The work of finance. */
/** What leaders have spent and nobody has decided about, by the person in charge of the trip. */
export const expensesToApprove: Group = {
  key: 'expenses_to_approve',
  words: ['待核准的領隊支出', 'Expenses of leaders to approve'],
  says: ['核准，或請領隊說明', 'Approve them, or ask the leader'],
  record: 'planned_trip',
  action: ['POST', '/api/expenses/{of}/approve'],
  rows: (whose) => sql`
    select ${columns({ ...trip, of: 'e.id', amount: 'e.amount', currency: 'e.currency', on: sql`e.day`, words: 'e.description', trip: 't', person: 't.op_user_id' })}
      from trip_expenses e join planned_trips t on t.id = e.planned_trip_id
     where e.status = 'entered' and ${isTheirs('t.op_user_id', whose)}`,
}
const allExpenses: Group = { ...expensesToApprove, rows: (_whose, db) => expensesToApprove.rows({}, db) }

export const financeGroups: readonly Group[] = [
  allExpenses,
  {
    key: 'payments_reported',
    words: ['客戶說已經付款', 'Customers say that they have paid'],
    says: [
      '查帳後登錄，或回覆客戶查無這筆款項',
      'Look for it in the account and record it, or tell the customer that it is not there',
    ],
    record: 'booking',
    action: ['POST', '/api/payment-reports/{of}/record'],
    rows: () => sql`
      select ${columns({ ...booking, of: 'r.id', amount: 'r.amount', at: 'kept.until', on: sql`coalesce(${localDay(sql`kept.until`)}, r.answer_by)`, words: reportInWords })}
        from payment_reports r join ${bookings} on b.id = r.booking_id
        cross join lateral (select case when b.status = 'held' and b.paid = 0 then b.hold_expires_at end as until) kept
       where r.status = 'waiting'`,
  },
  {
    key: 'bank_lines_waiting',
    words: ['待處理的銀行入帳', 'Money in the bank to be dealt with'],
    says: ['看是誰的款項，入帳或說明不入帳', 'See whose it is, and record it or say that it is no payment'],
    record: 'bank_line',
    action: ['POST', '/api/bank-lines/{id}/match'],
    rows: () => sql`
      select ${columns({ id: 'l.id', name: payerOfLine, amount: openAmount('l'), currency: 'l.currency', on: sql`l.booked_on` })}
        from bank_lines l where l.state = 'new'`,
  },
  {
    key: 'payment_notices_to_see',
    words: ['待查明的金流通知', 'Notices of providers to look at'],
    says: [
      '到金流服務的後台查這筆交易，再說明處理結果',
      'Look the payment up at the provider, and say what became of it',
    ],
    record: 'payment_notice',
    action: ['POST', '/api/payment-notices/{id}/seen'],
    rows: () => sql`
      select ${columns({ id: 'n.id', name: outcomeOfNotice('zh-TW'), name_en: outcomeOfNotice('en'), number: 'n.number', amount: 'n.amount', currency: 'n.currency', on: localDay(sql`n.created_at`) })}
        from ${noticesToSee} n`,
  },
  {
    key: 'cheques_due',
    words: ['到期的支票', 'Cheques that are due'],
    says: ['託收後，登錄已兌現或退票', 'Pay it in, and record that it has cleared or bounced'],
    record: 'cheque',
    action: ['POST', '/api/cheques/{id}/clear'],
    rows: () => sql`
      select ${columns({ id: 'c.id', name: sql`concat_ws(' ', c.drawer_bank, c.number)`, amount: 'c.amount', currency: 'c.currency', on: sql`c.due_on` })}
        from cheques c where c.status in ('received', 'deposited') and c.due_on <= today()`,
  },
  {
    key: 'charged_back',
    words: ['爭議扣款、客戶又欠款的訂單', 'Bookings that owe again after a chargeback'],
    says: [
      '與客戶確認，請客戶另行付款，或備妥簽單向金流服務申覆',
      'Talk to the customer and ask for another payment, or dispute it at the provider',
    ],
    record: 'booking',
    action: ['POST', '/api/bookings/{id}/payments'],
    rows: () => sql`
      select ${columns({ ...booking, of: 'p.id', amount: sql`least(p.amount, b.balance)`, on: sql`p.charged_back_on`, words: 'p.void_reason' })}
        from booking_payments p join ${bookings} on b.id = p.booking_id
       where p.charged_back_on > today() - 365 and b.balance > 0`,
  },
  {
    key: 'payments_overdue',
    words: ['逾期未收的款項', 'Payments overdue'],
    says: ['對帳，收到後登錄', 'Check the account, and record what came'],
    record: 'booking',
    action: ['POST', '/api/bookings/{id}/payments'],
    rows: () => sql`
      select ${columns({ ...booking, amount: dueAmount, on: sql`b.payment_due_on` })} from ${bookings}
       where b.payment_due_on < today() and b.payment_due_on > today() - 365 and not ${isToCall('b')} and not ${hasReport('b')}`,
  },
  {
    key: 'refunds_due',
    words: ['待退的款項', 'Refunds due'],
    says: ['開退款單，由另一位同仁核准', 'Order the refund, which a colleague approves'],
    record: 'booking',
    action: ['POST', '/api/refund-orders'],
    rows: () => sql`
      select ${columns({ ...booking, of: 'o.id', amount: 'o.left', on: localDay(sql`o.created_at`) })}
        from ${bookings} join lateral (select id, created_at, open_amount - ${orderedOf('booking_obligations')} as left
          from booking_obligations where booking_id = b.id and open_amount > 0) o on o.left > 0`,
  },
  {
    key: 'margin_invoices_due',
    words: ['待開差額發票的團', 'Trips whose margin is to be invoiced'],
    says: [
      '核對代收轉付明細表，開立發票後登錄號碼',
      'Check what passed through, issue the invoice, and record its number',
    ],
    record: 'planned_trip',
    action: ['PUT', '/api/planned-trips/{id}/margin-invoice'],
    // What returned longer ago is a matter of the accounts.
    rows: () => sql`
      select ${columns({ ...trip, amount: 'm.margin', currency: 'm.currency', on: marginInvoiceDue('t') })}
        from planned_trips t cross join lateral (
          select (select ${soldSum} from bookings b where b.planned_trip_id = t.id and b.currency = house_currency())
               - (select ${passedSum} from trip_costs c where c.planned_trip_id = t.id) as margin, house_currency() as currency) m
       where t.return_date < today() and t.return_date > today() - 60 and t.status not in ('draft', 'cancelled') and m.margin > 0
         and not exists (select from margin_invoices i where i.planned_trip_id = t.id)`,
  },
  {
    key: 'refunds_to_pay',
    words: ['已核准、待付款的退款', 'Approved refunds to pay'],
    says: ['付款後登錄', 'Pay it, and record it as paid'],
    record: 'booking',
    action: ['POST', '/api/refund-orders/{of}/paid'],
    rows: () => sql`
      select ${columns({ ...booking, of: 'r.id', amount: 'r.amount', on: localDay(sql`r.approved_at`), words: 'r.payee' })}
        from refund_orders r join ${bookings} on b.id = r.booking_id where r.status = 'approved'`,
  },
  {
    key: 'receipts_refused',
    words: ['平台未接受的電子收據', 'Electronic receipts that the platform has refused'],
    says: ['看原因，更正後重新開立或再送一次', 'See why, mend it, and issue it or send it again'],
    record: 'booking',
    action: ['POST', '/api/legal-receipts/{of}/refresh'],
    rows: () => sql`
      select ${columns({ ...booking, of: 'r.id', amount: 'r.amount', on: localDay(sql`r.updated_at`), words: sql`coalesce(given.error, r.error)` })}
        from legal_receipts r join lateral (
          select p.booking_id, (select a.error from legal_receipt_allowances a where a.legal_receipt_id = r.id and a.status = 'waiting' and a.error is not null limit 1)
            from legal_receipt_bookings p where p.legal_receipt_id = r.id order by p.booking_id limit 1) given on true
        join ${bookings} on b.id = given.booking_id
       where r.medium = 'electronic' and (r.status = 'refused' or (r.status = 'void_waiting' and r.error is not null) or given.error is not null)`,
  },
  {
    key: 'unreceipted',
    words: ['未開代收轉付收據的收款', 'Payments without a legal receipt'],
    says: ['開立收據，或登錄已開的紙本收據', 'Issue the receipt, or record the one on paper'],
    record: 'booking',
    action: ['POST', '/api/bookings/{id}/legal-receipts'],
    rows: () => sql`
      select ${columns({ ...booking, amount: 'u.open', on: sql`u.since` })}
        from ${unreceipted()} u join ${bookings} on b.id = u.id where u.since > today() - 365`,
  },
]

const policies = sql.join(
  insurances.map((name, nth) => {
    const [zh, en] = houseFieldWords[name]
    const policy = sql.ref(`h.${name}`)
    return sql`(${sql.lit(nth + 1)}, ${sql.lit(zh)}, ${sql.lit(en)}, ${policy} ->> 'policy_number', (${policy} ->> 'ends_on')::date)`
  }),
)

/** So many numbers of receipts last for some weeks. */
const FEW_NUMBERS = 200

/** The work of administrators. */
export const adminGroups: readonly Group[] = [
  {
    key: 'approvals',
    words: ['待核准的加購', 'Add-ons to approve'],
    says: ['核准或退回', 'Approve or decline it'],
    record: 'addon_request',
    action: ['POST', '/api/addon-requests/{id}/approve'],
    press: { words: ['核准', 'Approve'], body: {} },
    rows: () => sql`
      select ${columns({ id: 'r.id', number: 'r.request_number', ...travelerNames(), trip: 't', words: lastWords, on: sql`r.needed_by` })}
        from addon_requests r left join travelers v on v.id = r.traveler_id left join planned_trips t on t.id = r.planned_trip_id where r.status = 'pending_approval'`,
  },
  {
    key: 'insurances_ending',
    words: ['即將到期的保險', 'Insurances that end soon'],
    says: [
      '續保後登錄新的保單；到期後不能再上架行程',
      'Enter the new policy once it is renewed; nothing can be published after the last day',
    ],
    record: 'house',
    action: ['PUT', '/api/house/record'],
    rows: () => sql`
      select ${columns({ id: 'i.id', name: 'i.name', name_en: 'i.name_en', number: 'i.number', on: sql`i.ends_on` })}
        from house h cross join lateral (values ${policies}) i (id, name, name_en, number, ends_on)
       where i.ends_on < today() + 30`,
  },
  {
    key: 'receipt_numbers_low',
    words: ['電子收據號碼快用完', 'Few numbers of electronic receipts'],
    says: [
      `剩不到 ${FEW_NUMBERS} 張；請到平台申購，用完就無法開立`,
      `Fewer than ${FEW_NUMBERS} are left; buy more at the platform before they run out`,
    ],
    record: 'house',
    action: ['GET', '/api/receipt-platform'],
    rows: () => sql`
      select ${columns({ id: 'p.id', number: 'l.environment', name: sql`l.surplus::text`, on: localDay(sql`l.told_at`) })}
        from receipt_platform p join receipt_numbers_left l on l.environment = p.environment where p.is_on and l.surplus < ${sql.lit(FEW_NUMBERS)}`,
  },
  {
    key: 'webhooks_failed',
    words: ['送不出的 webhook', 'Failed webhook messages'],
    says: ['檢查接收端後重送', 'Check the receiver, then send it again'],
    record: 'webhook',
    action: ['POST', '/api/webhooks/{id}/deliveries/{of}/replay'],
    press: { words: ['重送', 'Send again'], body: {} },
    rows: () => sql`
      select ${columns({ id: 'w.id', of: 'd.id', number: 'd.event', name: 'w.name', on: localDay(sql`d.created_at`) })}
        from webhooks w join webhook_deliveries d on d.webhook_id = w.id and d.status = 'failed'
       where d.created_at > now() - interval '7 days'`,
  },
  {
    key: 'jobs_failed',
    words: ['失敗的背景工作與郵件', 'Failed jobs and mails'],
    says: [
      '查看日誌並處理原因；下次執行成功就不再列出',
      'Read the log and fix the cause; the entry goes away after the next successful run',
    ],
    record: 'job',
    action: ['GET', '/metrics'],
    rows: () => sql`
      select ${columns({ id: 'j.id', number: 'j.name', name: sql`j.times || ' ×'`, on: localDay(sql`j.last`) })}
        from (select row_number() over (order by name) as id, name, count(*) as times, max(created_on) as last
                from jobs.job f where state = 'failed' and created_on > now() - interval '7 days' and not exists (
                  select from jobs.job later where later.name = f.name and later.state = 'completed' and later.completed_on > f.completed_on)
               group by name) j`,
  },
  {
    key: 'invitations_unused',
    words: ['邀請後未登入的帳號', 'Accounts invited but never used'],
    says: ['重新邀請或停用', 'Invite again, or suspend it'],
    record: 'user',
    action: ['POST', '/api/users/{id}/invitation'],
    press: { words: ['重新邀請', 'Invite again'], body: {} },
    rows: () => sql`
      select ${columns({ id: 'u.id', number: 'u.email', name: 'u.name', name_en: 'u.name_en', on: localDay(sql`u.created_at`) })} from users u
       where u.last_login_at is null and u.status = 'active' and u.role <> 'customer' and u.created_at < now() - interval '3 days'
         and not exists (select from links i where i.user_id = u.id and i.kind = 'invitation' and i.created_at > now() - interval '3 days')`,
  },
]
