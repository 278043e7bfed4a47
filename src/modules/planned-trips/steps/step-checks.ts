import { sql } from 'kysely'
import { aliveStatuses } from '../../booking-statuses.ts'
import { conflictRows } from '../../leader-calendar/blocks.ts'
import { editors } from '../flow.ts'
import { handovers } from '../handovers/flow.ts'
import type { HandoverKind } from '../handovers/schema.ts'
import { takesSeat } from '../seats.ts'
import { always, bookings, type Check, deadlines, flights, own, sessions } from './checks.ts'
import { moneyChecks } from './money-checks.ts'
import { readyChecks } from './ready-checks.ts'

const accepted = (kind: HandoverKind) =>
  sql`exists (select from trip_handovers h where h.planned_trip_id = t.id and h.kind = ${kind} and h.status = 'accepted')`
const isLed = sql`t.assigned_leader_id is not null`
const isSold = sql`exists (select from bookings b where b.planned_trip_id = t.id and b.status in ('confirmed', 'completed'))`

/** A handover that never took place stops the settlement of a trip that needed it. */
const neverHandedOver = (kind: HandoverKind, needed: typeof always): Check => {
  const [zh, en] = handovers[kind].title
  return {
    kind: 'handover',
    when: ['settled'],
    says: [`交接未完成：${zh}`, `Never handed over: ${en.toLowerCase()}`],
    passedBy: editors,
    rows: (asked) => own(asked, sql`${needed} and not ${accepted(kind)}`),
  }
}

/** What a status leaves undone, and what the way back to an earlier one undoes. */
export const stepChecks: readonly Check[] = [
  {
    kind: 'day',
    when: ['departed'],
    says: ['出發日尚未到', 'The day of departure has not come yet'],
    passedBy: ['admin'],
    rows: (asked) => own(asked, sql`t.departure_date > today()`),
  },
  {
    kind: 'day',
    when: ['returned', 'settled'],
    says: ['回程日尚未到', 'The day of return has not come yet'],
    passedBy: ['admin'],
    rows: (asked) => own(asked, sql`t.return_date > today()`),
  },
  {
    kind: 'leader',
    when: ['departed'],
    says: ['尚未指派領隊', 'No leader is assigned'],
    rows: (asked) => own(asked, sql`t.assigned_leader_id is null`),
  },
  {
    kind: 'leader_conflict',
    when: ['departed'],
    says: ['領隊或說明會領隊有衝突', 'The leader or the briefing leader is not free'],
    rows: ({ id }) => conflictRows('planned_trip', id),
  },
  ...readyChecks,
  {
    kind: 'flights',
    when: ['cancelled'],
    says: ['航班須取消', 'Flights have to be cancelled'],
    rows: ({ id }) => flights(id, always),
  },
  {
    kind: 'deadlines',
    when: ['departed', 'settled'],
    says: ['仍有未完成的期限', 'Deadlines are not done yet'],
    rows: ({ id }) => deadlines(id, always),
  },
  {
    kind: 'bookings',
    when: ['cancelled', 'back-to-open'],
    says: ['訂單的客戶須通知', 'Customers of these bookings have to be told'],
    rows: ({ id }) => bookings(id, aliveStatuses),
  },
  {
    kind: 'bookings',
    when: ['closed', 'departed', 'returned'],
    says: ['訂單尚未確認', 'Bookings are not confirmed yet'],
    rows: ({ id }) => bookings(id, ['held', 'waitlisted']),
  },
  {
    kind: 'bookings',
    when: ['settled'],
    says: ['訂單仍在保留或候補', 'Bookings are still held or waitlisted'],
    passedBy: editors,
    rows: ({ id }) => bookings(id, ['held', 'waitlisted']),
  },
  {
    kind: 'bookings',
    when: ['back-to-departed'],
    says: ['已完成的訂單恢復為已確認', 'Completed bookings are confirmed again'],
    rows: ({ id }) => bookings(id, ['completed']),
  },
  {
    kind: 'travelers',
    when: ['guaranteed', 'departed'],
    says: ['確認人數未達最低成團人數', 'Fewer are confirmed than the trip needs'],
    rows: (asked) =>
      own(
        asked,
        sql`t.min_pax > (select count(*) from bookings b join travelers v on v.booking_id = b.id
              where b.planned_trip_id = t.id and b.status = 'confirmed' and ${takesSeat('v')})`,
      ),
  },
  {
    kind: 'handover',
    when: ['departed'],
    says: ['領隊尚未接受交接', 'The leader has not accepted the handover'],
    rows: (asked) => own(asked, sql`not ${accepted('op_to_leader')}`),
  },
  ...moneyChecks,
  neverHandedOver('sales_to_op', isSold),
  neverHandedOver('op_to_leader', isLed),
  neverHandedOver('leader_to_op', isLed),
  {
    kind: 'addon_requests',
    when: ['cancelled', 'departed'],
    says: ['仍有進行中的加購需求', 'Add-on requests are still under way'],
    rows: ({ id }) => sql`select 'addon_request', r.id from addon_requests r
      where r.planned_trip_id = ${id} and r.status not in ('completed', 'cancelled')`,
  },
  {
    kind: 'seminars',
    when: ['cancelled'],
    says: ['說明會場次仍排定', 'Sessions are still to come'],
    rows: ({ id }) => sessions(id, sql`s.starts_at > now()`),
  },
]
