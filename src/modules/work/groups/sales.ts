import { sql } from 'kysely'
import { isOneOf, localDay } from '../../../kit/db/fragments.ts'
import { terms } from '../../../terms.ts'
import { travelingStatuses } from '../../booking-statuses.ts'
import { isToCall } from '../../bookings/owed.ts'
import { isRemindedInVain } from '../../bookings/payment-reminders/send.ts'
import { hasReport } from '../../bookings/payment-reports/payment-report.ts'
import { dueDay } from '../../bookings/payment-requests/payable.ts'
import { openStatuses } from '../../enquiries/flow.ts'
import { answererOf, nextTripOf } from '../../line/threads.ts'
import { checks, checksInWords } from '../../travelers/checks.ts'
import type { Check } from '../../travelers/words.ts'
import { columns, type Group, isTheirs, travelerNames } from '../group.ts'

const request = {
  ...{ id: 'r.id', number: 'r.request_number', ...travelerNames() },
  ...{ trip: 't', person: 'r.sales_user_id', currency: 'r.currency' },
}
const requests = sql`addon_requests r left join travelers v on v.id = r.traveler_id left join planned_trips t on t.id = r.planned_trip_id`
const booking = {
  ...{ id: 'b.id', number: 'b.booking_number', name: 'b.contact_name' },
  ...{ trip: 't', person: 'b.sales_user_id', currency: 'b.currency' },
}
const bookings = sql`bookings b join planned_trips t on t.id = b.planned_trip_id`
/** The next amount to pay: the deposit, then the rest. */
export const dueAmount = sql`case when b.paid < b.deposit then b.deposit - b.paid else b.balance end`

// A payment of a year ago is a matter of finance.
const isToPay = sql`b.payment_due_on > today() - 365 and not ${isToCall('b')} and not ${hasReport('b')}`

const confirmBooking = { words: ['確認訂單', 'Confirm'], body: {} } as const

// The documents that a traveler must upload or get.
const missingPapers = [
  ...['passport_missing', 'passport_details_missing', 'passport_name_missing', 'passport_expired', 'passport_expiring'],
  ...['visa_missing', 'document_missing', 'document_rejected'],
] as Check[]

/** The work of sales. */
export const salesGroups: readonly Group[] = [
  {
    key: 'offers_to_make',
    words: ['待報價給客戶', 'Offers to make'],
    says: ['把報價轉給客戶', 'Offer the price to the customer'],
    record: 'addon_request',
    action: ['POST', '/api/addon-requests/{id}/communications/sales-forward'],
    rows: (whose) => sql`
      select ${columns({ ...request, amount: 'r.quoted_price', on: sql`coalesce(${localDay(sql`r.response_deadline`)}, r.needed_by)` })} from ${requests}
       where (r.status in ('quoted', 'negotiating') or (r.status = 'offered' and r.response_deadline < now()))
         and ${isTheirs('r.sales_user_id', whose)}`,
  },
  {
    key: 'answers_to_confirm',
    words: ['待確認的客戶回覆', 'Answers to confirm'],
    says: ['向部門確認客戶的回覆', "Confirm the customer's answer to the department"],
    record: 'addon_request',
    action: ['POST', '/api/addon-requests/{id}/communications/sales-confirm'],
    rows: (whose) => sql`
      select ${columns({ ...request, amount: 'r.quoted_price', on: sql`r.needed_by` })} from ${requests}
       where r.status in ('accepted', 'rejected') and ${isTheirs('r.sales_user_id', whose)}`,
  },
  {
    key: 'enquiries_to_call',
    words: ['今天要聯絡的洽詢', 'Enquiries to call today'],
    says: ['聯絡後寫下備註與下次聯絡日', 'Call, then write what was said and when to call again'],
    record: 'enquiry',
    action: ['POST', '/api/enquiries/{id}/notes'],
    rows: (whose) => sql`
      select ${columns({ id: 'e.id', number: 'e.enquiry_number', name: 'e.name', trip: 't', words: 'e.wish', person: 'e.sales_user_id', on: sql`e.follow_up_on` })}
        from enquiries e left join planned_trips t on t.id = e.planned_trip_id
       where ${isOneOf('e.status', openStatuses)} and e.follow_up_on <= today() and ${isTheirs('e.sales_user_id', whose)}`,
  },
  {
    key: 'changes_to_decide',
    words: ['客戶申請的旅客變更', 'Changes requested by customers'],
    says: ['核准或不核准這項變更', 'Approve the change or decline it'],
    record: 'traveler',
    action: ['POST', '/api/change-requests/{of}/accept'],
    rows: (whose) => sql`
      select ${columns({ id: 'v.id', of: 'c.id', number: 'b.booking_number', ...travelerNames(), trip: 't', person: 'b.sales_user_id', on: localDay(sql`c.created_at`) })}
        from change_requests c join travelers v on v.id = c.traveler_id join bookings b on b.id = v.booking_id join planned_trips t on t.id = b.planned_trip_id
       where c.status = 'open' and ${isTheirs('b.sales_user_id', whose)}`,
  },
  {
    key: 'cancellations_asked',
    words: ['客戶申請取消', 'Cancellations requested by customers'],
    says: ['取消訂單，或回覆不能取消的原因', 'Cancel the booking, or tell the customer why not'],
    record: 'booking',
    action: ['POST', '/api/cancellation-requests/{of}/decline'],
    rows: (whose) => sql`
      select ${columns({ ...booking, of: 'q.id', words: 'q.reason', amount: 'q.fee', on: localDay(sql`q.created_at`) })}
        from cancellation_requests q join ${bookings} on b.id = q.booking_id
       where q.status = 'open' and ${isTheirs('b.sales_user_id', whose)}`,
  },
  {
    key: 'messages_unread',
    words: ['客戶的未讀訊息', 'Unread messages of customers'],
    says: ['閱讀並回覆', 'Read it and answer'],
    record: 'addon_request',
    action: ['PATCH', '/api/addon-requests/communications/{of}/mark-read'],
    press: { words: ['標示已讀', 'Mark as read'], body: {} },
    // Answers that staff entered for the customer count as read, and so do messages that were answered.
    rows: (whose) => sql`
      select ${columns({ ...request, of: 'unread.id', words: 'unread.message', on: localDay(sql`unread.created_at`) })} from ${requests}
       cross join lateral (
         select c.id, c.created_at, c.message from addon_communications c
          where c.addon_request_id = r.id and c.sender_type = 'customer' and c.on_behalf_of is null
            and not exists (select from addon_communication_reads x join users u on u.id = x.user_id
                             where x.communication_id = c.id and ${whose.me === undefined ? sql`u.role <> 'customer'` : sql`u.id = ${whose.me}`})
            and not exists (select from addon_communications later
                             where later.addon_request_id = r.id and later.id > c.id and later.sender_type = 'sales' and not later.is_internal)
          order by c.id desc limit 1) unread
       where r.status not in ('completed', 'cancelled') and ${isTheirs('r.sales_user_id', whose)}`,
  },
  {
    key: 'booking_messages_unread',
    words: ['客戶對訂單的訊息', 'Messages of customers about bookings'],
    says: ['閱讀並回覆', 'Read it and answer'],
    record: 'booking',
    action: ['PATCH', '/api/bookings/{id}/messages/read'],
    press: { words: ['標示已讀', 'Mark as read'], body: {} },
    rows: (whose) => sql`
      select ${columns({ ...booking, words: 'unread.text', on: localDay(sql`unread.created_at`) })} from ${bookings}
       cross join lateral (
         select m.text, m.created_at from booking_messages m
          where m.booking_id = b.id and m.read_at is null and m."from" = 'customer' order by m.id desc limit 1) unread
       where ${isTheirs('b.sales_user_id', whose)}`,
  },
  {
    key: 'line_unread',
    words: ['LINE 的未讀訊息', 'Unread messages on LINE'],
    says: ['閱讀並回覆', 'Read it and answer'],
    record: 'line_thread',
    action: ['PATCH', '/api/line/threads/{id}/read'],
    press: { words: ['標示已讀', 'Mark as read'], body: {} },
    rows: (whose) => sql`
      select ${columns({
        ...{
          id: 'f.id',
          name: sql`coalesce(p.name, f.display_name)`,
          name_en: 'p.name_en',
          trip: 't',
          person: 'f.answerer',
        },
        ...{ words: sql`nullif(said.text, '')`, on: localDay(sql`f.last_message_at`) },
      })}
        from (select f.*, ${answererOf} as answerer, ${nextTripOf} as trip_id from line_friends f where f.is_unread) f
        left join person_records r on r.id = f.person_record_id
        left join persons p on p.id = r.person_id
        left join planned_trips t on t.id = f.trip_id
       cross join lateral (
         select m.text from line_messages m where m.line_friend_id = f.id and m.direction = 'in' and m.read_at is null
          order by m.happened_at desc, m.id desc limit 1) said
       where exists (select from line_channel where is_on) and ${isTheirs('f.answerer', whose)}`,
  },
  {
    key: 'registrations_to_call',
    words: ['待致電確認的報名', 'Registrations to confirm by telephone'],
    says: ['打電話給聯絡人，再確認或取消訂單', 'Call the contact, then confirm it or cancel the booking'],
    record: 'booking',
    action: ['POST', '/api/bookings/{id}/confirm-contact'],
    press: { words: ['已通話確認', 'Called and confirmed'], body: {} },
    // Also those in line: without a call they would never be offered seats.
    rows: (whose) => sql`
      select ${columns({ ...booking, amount: 'b.total', words: 'b.contact_phone', at: 'b.until' })}
        from (select *, case status when 'held' then hold_expires_at else proof_until end as until from bookings) b
        join planned_trips t on t.id = b.planned_trip_id
       where ${isToCall('b')} and b.contact_phone is not null and t.departure_date > today()
         and ${isTheirs('b.sales_user_id', whose)}`,
  },
  {
    key: 'holds_expiring',
    words: ['即將到期的名額保留', 'Holds that expire'],
    says: ['在到期前確認訂單', 'Confirm the booking before its hold expires'],
    record: 'booking',
    action: ['POST', '/api/bookings/{id}/confirm'],
    press: confirmBooking,
    rows: (whose) => sql`
      select ${columns({ ...booking, amount: 'b.total', at: 'b.hold_expires_at' })} from ${bookings}
       where b.status = 'held' and b.hold_expires_at < now() + interval '2 days' and not ${isToCall('b')} and ${isTheirs('b.sales_user_id', whose)}`,
  },
  {
    key: 'reminded_in_vain',
    words: ['催款後仍未付款', 'Unpaid after the last reminder'],
    says: [
      '打電話給客戶；可以再提醒一次，或暫停提醒到某一天',
      'Call the customer; remind once more, or be silent until a day',
    ],
    record: 'booking',
    action: ['POST', '/api/bookings/{id}/remind'],
    rows: (whose) => sql`
      select ${columns({ ...booking, amount: dueAmount, on: dueDay('b') })} from ${bookings}
       where ${isToPay} and ${isRemindedInVain('b')} and ${isTheirs('b.sales_user_id', whose)}`,
  },
  {
    key: 'payments_due',
    words: ['應收的訂金與尾款', 'Deposits and balances due'],
    says: ['收款並登錄', 'Collect the payment and record it'],
    record: 'booking',
    action: ['POST', '/api/bookings/{id}/payments'],
    rows: (whose) => sql`
      select ${columns({ ...booking, amount: dueAmount, on: sql`b.payment_due_on` })} from ${bookings}
       where b.payment_due_on <= today() + 7 and ${isToPay} and not ${isRemindedInVain('b')} and ${isTheirs('b.sales_user_id', whose)}`,
  },
  {
    key: 'papers_missing',
    words: [`${terms.papersBefore.zh}內出發而缺件的旅客`, `Papers missing within ${terms.papersBefore.en}`],
    says: ['向旅客索取護照資料與文件', "Ask for the traveler's passport details and documents"],
    record: 'traveler',
    action: ['PATCH', '/api/travelers/{id}'],
    rows: (whose) => sql`
      select ${columns({ id: 'travelers.id', of: 'own.id', number: 'own.booking_number', ...travelerNames('travelers'), trip: 'trip', person: 'own.sales_user_id', on: sql`trip.departure_date`, reasons: checksInWords(sql`looked.missing`) })}
        from planned_trips trip join bookings own on own.planned_trip_id = trip.id and ${isOneOf('own.status', travelingStatuses)}
        join travelers on travelers.booking_id = own.id and travelers.status = 'active'
       cross join lateral (
         select array(select unnest(${checks}) intersect select unnest(${sql.lit(`{${missingPapers.join()}}`)}::text[])) as missing offset 0) looked
       where trip.departure_date between today() and today() + ${sql.lit(terms.papersBefore.count)} and trip.status <> 'cancelled' and ${isTheirs('own.sales_user_id', whose)}
         and cardinality(looked.missing) > 0`,
  },
  {
    key: 'registrations_new',
    words: ['昨天以來的線上報名', 'Registrations since yesterday'],
    says: ['聯絡客戶，再確認或取消訂單', 'Call the customer, then confirm the booking or cancel it'],
    record: 'booking',
    action: ['POST', '/api/bookings/{id}/confirm'],
    press: confirmBooking,
    rows: (whose) => sql`
      select ${columns({ ...booking, amount: 'b.total', words: 'b.customer_note', on: localDay(sql`b.created_at`) })} from ${bookings}
       where b.source = 'public' and b.created_at >= now() - interval '2 days' and ${localDay(sql`b.created_at`)} >= today() - 1
         and b.status = 'held' and not ${isToCall('b')} and ${isTheirs('b.sales_user_id', whose)}`,
  },
]
