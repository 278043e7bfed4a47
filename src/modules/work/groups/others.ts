import { sql } from 'kysely'
import { localDay } from '../../../kit/clock.ts'
import { isOneOf } from '../../../kit/db/condition.ts'
import { plannedStatuses } from '../../trip-statuses.ts'
import { columns, type Group, isTheirs, travelerNames, trip } from '../group.ts'

/** Handovers that wait for this person, whatever its role. */
export const handovers: Group = {
  key: 'handovers_to_take',
  words: ['待接手的交接', 'Handovers to take'],
  says: ['接手或退回', 'Accept it or return it'],
  record: 'planned_trip',
  action: ['PUT', '/api/planned-trips/{id}/handover'],
  rows: (whose) => sql`
    select ${columns({ ...trip, of: 'h.id', on: localDay(sql`h.created_at`) })}
      from trip_handovers h join planned_trips t on t.id = h.planned_trip_id
     where h.status = 'pending' and ${isTheirs('h.to_user_id', whose)}`,
}

/** What waits for a tour leader. */
export const leaderGroups: readonly Group[] = [
  {
    key: 'trips_to_prepare',
    words: ['近期帶團', 'Trips to lead'],
    says: ['看行程、旅客與航班', 'Read the itinerary, the travelers and the flights'],
    record: 'planned_trip',
    action: ['GET', '/api/planned-trips/{id}'],
    rows: ({ leader }) => sql`
      select ${columns({ ...trip, on: sql`case t.status when 'departed' then t.return_date else t.departure_date end` })} from planned_trips t
       where t.assigned_leader_id = ${leader ?? null} and t.return_date >= today() and t.departure_date <= today() + 30
         and (${isOneOf('t.status', plannedStatuses)} or t.status = 'departed')`,
  },
  handovers,
]

/** What waits for finance. */
export const financeGroups: readonly Group[] = [
  {
    key: 'payments_overdue',
    words: ['逾期未收的款項', 'Payments overdue'],
    says: ['對帳，收到後登錄', 'Check the account, and record what came'],
    record: 'booking',
    action: ['POST', '/api/bookings/{id}/payments'],
    rows: () => sql`
      select ${columns({ id: 'b.id', number: 'b.booking_number', name: 'b.contact_name', on: sql`b.payment_due_on` })} from bookings b
       where b.payment_due_on < today() and b.payment_due_on > today() - 365`,
  },
  {
    key: 'refunds_due',
    words: ['待退的款項', 'Refunds due'],
    says: ['退款後登錄', 'Pay it back, and record the refund'],
    record: 'booking',
    action: ['POST', '/api/bookings/{id}/payments'],
    rows: () => sql`
      select ${columns({ id: 'b.id', of: 'o.id', number: 'b.booking_number', name: 'b.contact_name', on: localDay(sql`o.created_at`) })}
        from booking_obligations o join bookings b on b.id = o.booking_id where o.open_amount > 0`,
  },
]

/** What waits for administrators. */
export const adminGroups: readonly Group[] = [
  {
    key: 'approvals',
    words: ['待核准的加購', 'Add-ons to approve'],
    says: ['核准或退回', 'Approve or decline it'],
    record: 'addon_request',
    action: ['POST', '/api/addon-requests/{id}/approve'],
    rows: () => sql`
      select ${columns({ id: 'r.id', number: 'r.request_number', ...travelerNames, on: sql`r.needed_by` })}
        from addon_requests r left join travelers v on v.id = r.traveler_id where r.status = 'pending_approval'`,
  },
  {
    key: 'webhooks_failed',
    words: ['送不出的 webhook', 'Failed webhook messages'],
    says: ['檢查接收端後重送', 'Check the receiver, then send it again'],
    record: 'webhook',
    action: ['GET', '/api/webhooks/{id}/deliveries'],
    rows: () => sql`
      select ${columns({ id: 'w.id', of: 'd.id', number: 'd.event', name: 'w.name', on: localDay(sql`d.created_at`) })}
        from webhooks w join webhook_deliveries d on d.webhook_id = w.id and d.status = 'failed'
       where d.created_at > now() - interval '7 days'`,
  },
  {
    key: 'jobs_failed',
    words: ['失敗的背景工作與郵件', 'Failed jobs and mails'],
    says: ['查看日誌並處理原因', 'Read the log and mend the cause'],
    record: 'job',
    action: ['GET', '/metrics'],
    rows: () => sql`
      select row_number() over (order by j.name) as id, null::integer as "of", j.name as number, count(*) || ' ×' as name, null as name_en,
             ${localDay(sql`max(j.created_on)`)} as due_on, null::timestamptz as due_at
        from jobs.job j where j.state = 'failed' and j.created_on > now() - interval '7 days' group by j.name`,
  },
  {
    key: 'invitations_unused',
    words: ['邀請後未登入的帳號', 'Accounts invited and never used'],
    says: ['重新邀請或停用', 'Invite again, or suspend it'],
    record: 'user',
    action: ['GET', '/api/users/{id}'],
    rows: () => sql`
      select ${columns({ id: 'u.id', number: 'u.email', name: 'u.name', name_en: 'u.name_en', on: localDay(sql`u.created_at`) })} from users u
       where u.last_login_at is null and u.status = 'active' and u.role <> 'customer' and u.created_at < now() - interval '3 days'`,
  },
]
