import { sql } from 'kysely'
import { localDay } from '../../../kit/clock.ts'
import { isOneOf } from '../../../kit/db/condition.ts'
import { travelingStatuses } from '../../booking-statuses.ts'
import { columns, type Group, isTheirs, travelerNames } from '../group.ts'

const request = { id: 'r.id', number: 'r.request_number', ...travelerNames }
const requests = sql`addon_requests r left join travelers v on v.id = r.traveler_id`
const booking = { id: 'b.id', number: 'b.booking_number', name: 'b.contact_name' }

/** What waits for sales. */
export const salesGroups: readonly Group[] = [
  {
    key: 'offers_to_make',
    words: ['待報價給客戶', 'Offers to make'],
    says: ['把報價轉給客戶', 'Offer the price to the customer'],
    record: 'addon_request',
    action: ['POST', '/api/addon-requests/{id}/communications/sales-forward'],
    rows: (whose) => sql`
      select ${columns({ ...request, on: sql`coalesce(${localDay(sql`r.response_deadline`)}, r.needed_by)` })} from ${requests}
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
      select ${columns({ ...request, on: sql`r.needed_by` })} from ${requests}
       where r.status in ('accepted', 'rejected') and ${isTheirs('r.sales_user_id', whose)}`,
  },
  {
    key: 'changes_to_decide',
    words: ['客戶申請的旅客變更', 'Changes that customers ask for'],
    says: ['核准或不核准這項變更', 'Accept the change or decline it'],
    record: 'traveler',
    action: ['POST', '/api/change-requests/{of}/accept'],
    rows: (whose) => sql`
      select ${columns({ id: 'v.id', of: 'c.id', number: 'b.booking_number', ...travelerNames, on: localDay(sql`c.created_at`) })}
        from change_requests c join travelers v on v.id = c.traveler_id join bookings b on b.id = v.booking_id
       where c.status = 'open' and ${isTheirs('b.sales_user_id', whose)}`,
  },
  {
    key: 'messages_unread',
    words: ['客戶的未讀訊息', 'Unread messages of customers'],
    says: ['閱讀並回覆', 'Read it and answer'],
    record: 'addon_request',
    action: ['PATCH', '/api/addon-requests/communications/{of}/mark-read'],
    rows: (whose) => sql`
      select ${columns({ ...request, of: 'unread.id', on: localDay(sql`unread.created_at`) })} from ${requests}
       cross join lateral (
         select c.id, c.created_at from addon_communications c
          where c.addon_request_id = r.id and c.sender_type = 'customer' and not exists (
            select from addon_communication_reads x where x.communication_id = c.id and x.user_id = ${whose.me ?? null})
          order by c.id desc limit 1) unread
       where r.status not in ('completed', 'cancelled') and ${isTheirs('r.sales_user_id', whose)}`,
  },
  {
    key: 'holds_expiring',
    words: ['即將到期的名額保留', 'Holds that expire'],
    says: ['在到期前確認訂單', 'Confirm the booking before its hold expires'],
    record: 'booking',
    action: ['POST', '/api/bookings/{id}/confirm'],
    rows: (whose) => sql`
      select ${columns({ ...booking, at: 'b.hold_expires_at' })} from bookings b
       where b.status = 'held' and b.hold_expires_at < now() + interval '2 days' and ${isTheirs('b.sales_user_id', whose)}`,
  },
  {
    key: 'payments_due',
    words: ['應收的訂金與尾款', 'Deposits and balances due'],
    says: ['收款並登錄', 'Collect the payment and record it'],
    record: 'booking',
    action: ['POST', '/api/bookings/{id}/payments'],
    rows: (whose) => sql`
      select ${columns({ ...booking, on: sql`b.payment_due_on` })} from bookings b
       where b.payment_due_on <= today() + 7 and b.payment_due_on > today() - 365 and ${isTheirs('b.sales_user_id', whose)}`,
  },
  {
    key: 'papers_missing',
    words: ['45 天內出發而缺件的旅客', 'Papers missing within 45 days'],
    says: ['向旅客要護照資料與文件', "Ask for the traveler's passport details and papers"],
    record: 'traveler',
    action: ['PATCH', '/api/travelers/{id}'],
    rows: (whose) => sql`
      select ${columns({ id: 'v.id', of: 'b.id', number: 'b.booking_number', ...travelerNames, on: sql`t.departure_date` })}
        from planned_trips t join bookings b on b.planned_trip_id = t.id and ${isOneOf('b.status', travelingStatuses)}
        join travelers v on v.booking_id = b.id and v.status = 'active'
       where t.departure_date between today() and today() + 45 and t.status <> 'cancelled' and ${isTheirs('b.sales_user_id', whose)}
         and (v.passport_number is null or v.passport_expires_on is null or v.passport_expires_on < t.return_date or exists (
           select from traveler_documents d where d.traveler_id = v.id and d.status in ('missing', 'rejected')))`,
  },
  {
    key: 'registrations_new',
    words: ['昨天以來的線上報名', 'Registrations since yesterday'],
    says: ['聯絡客戶', 'Call the customer'],
    record: 'booking',
    action: ['GET', '/api/bookings/{id}'],
    rows: (whose) => sql`
      select ${columns({ ...booking, on: localDay(sql`b.created_at`) })} from bookings b
       where b.source = 'public' and b.created_at >= now() - interval '2 days' and ${localDay(sql`b.created_at`)} >= today() - 1
         and b.status in ('held', 'waitlisted', 'confirmed') and ${isTheirs('b.sales_user_id', whose)}`,
  },
]
