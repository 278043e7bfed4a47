import { type RawBuilder, sql } from 'kysely'
import { isOneOf } from '../../kit/db/fragments.ts'
import { aliveStatuses, seatedStatuses } from '../booking-statuses.ts'
import { conflictRows } from '../leader-calendar/clashes.ts'
import { checkTable, namesOfLight } from '../travelers/words.ts'
import { isAssemblyLate, lateAssembly } from './assembly.ts'
import { assemblyAfterFlight, bookings, type Check, deadlines, flights, own, sessions, type TripId } from './check.ts'
import { editors } from './flow.ts'
import { type HandoverKind, handovers } from './handovers/flow.ts'
import { takesSeat } from './seats.ts'

const always = sql`true`

/** A check for each fault of a traveler with a seat, the red ones first. */
const ofTravelers = [...namesOfLight('red'), ...namesOfLight('amber')].map(
  (name): Check => ({
    kind: name,
    when: ['departed'],
    says: checkTable[name][1],
    light: checkTable[name][0],
    rows: () => sql`select 'traveler', r.traveler_id from ready r where ${name}::text = any (r.checks)`,
  }),
)

const onBoard = (id: TripId, where: ReturnType<typeof sql>) =>
  sql`from bookings b join travelers v on v.booking_id = b.id and v.status = 'active'
     where b.planned_trip_id = ${id} and ${isOneOf('b.status', seatedStatuses)} and ${where}`

/** How many travelers of a trip fly on a ticket of the group. */
export function ticketsNeeded(id: TripId) {
  return sql<number>`(select count(*) ${onBoard(id, sql`${takesSeat('v')} and v.ticket_handling is distinct from 'individual'`)})`
}

const hasNights = (id: TripId) => sql`exists (
  select from planned_trips t where t.id = ${id} and t.return_date > t.departure_date)`

// If rooms are assigned in a stay, these count. In any other stay, and in a trip without stays, the groups of the bookings count.
const isAssigned = sql`exists (select from stay_rooms r where r.stay_id = s.id)`
const staysWhere = (id: TripId, where: RawBuilder<unknown>) =>
  sql`exists (select from planned_trip_stays s where s.planned_trip_id = ${id} and s.status <> 'cancelled' and ${where})`
const hasNoRoom = (id: TripId) => sql`
  ${staysWhere(
    id,
    sql`${isAssigned} and not exists (
    select from stay_room_travelers g where g.stay_id = s.id and g.traveler_id = v.id)`,
  )}
  or (v.roommate_group is null and v.bed_type is distinct from 'single'
    and (${staysWhere(id, sql`not ${isAssigned}`)} or not ${staysWhere(id, sql`true`)}))`

/** The days before the departure within which every party must have its departure notice. */
const NOTICE_DAYS = 7

// SQL: whether the party gets its notice by mail. A party without a proved address gets it on paper.
const isReached = sql`(exists (select from users u where u.id = b.customer_user_id and u.status = 'active')
  or (b.contact_email is not null and b.contact_proved_at is not null))`
const hasNotice = sql`(exists (select from booking_papers p where p.booking_id = b.id and p.kind = 'departure_notice')
  or exists (select from deliveries d where d.subject_type = 'booking' and d.subject_id = b.id
    and d.sentence like 'departure-notice.%' and d.state in ('waiting', 'taken', 'sent')))`

const bookingsWhere = (id: TripId, where: RawBuilder<unknown>) =>
  sql`select 'booking', b.id from bookings b where b.planned_trip_id = ${id} and ${where}`

/** Checks before the departure that no other step needs. */
const readyChecks: readonly Check[] = [
  ...ofTravelers,
  {
    kind: 'assembly',
    when: ['departed'],
    says: ['集合時間或地點未填', 'The time or the place of the assembly is missing'],
    light: 'red',
    rows: (asked) =>
      own(
        asked,
        sql`(t.assembly ->> 'at' is null or coalesce(t.assembly ->> 'place', t.assembly ->> 'place_en') is null)
          and exists (select ${onBoard(asked.id, always)})`,
      ),
  },
  {
    ...assemblyAfterFlight,
    when: ['departed'],
    named: lateAssembly,
    rows: (asked) => own(asked, isAssemblyLate()),
  },
  {
    kind: 'departure_notices',
    when: ['departed'],
    says: ['行前通知書尚未寄出', 'The departure notice is not sent yet'],
    light: 'red',
    rows: ({ id }) =>
      bookingsWhere(
        id,
        sql`b.status = 'confirmed' and ${isReached} and not ${hasNotice} and exists (
          select from planned_trips t where t.id = b.planned_trip_id and t.departure_date <= today() + ${sql.lit(NOTICE_DAYS)}::integer)`,
      ),
  },
  {
    kind: 'balances',
    when: ['departed'],
    says: ['訂單款項尚未收齊', 'Bookings are not fully paid'],
    rows: ({ id }) => bookingsWhere(id, sql`b.balance > 0 and ${isOneOf('b.status', seatedStatuses)}`),
  },
  {
    kind: 'rooms',
    when: ['departed'],
    says: ['旅客尚未分房', 'Travelers have no room yet'],
    light: 'red',
    rows: ({ id }) => sql`select 'traveler', v.id ${onBoard(id, sql`${hasNights(id)} and (${hasNoRoom(id)})`)}`,
  },
  {
    kind: 'hotels',
    when: ['departed'],
    says: ['住宿尚未確認', 'Hotels are not confirmed yet'],
    light: 'red',
    rows: ({ id }) => sql`
      select 'planned_trip_stay', s.id from planned_trip_stays s where s.planned_trip_id = ${id} and s.status = 'requested'
      union all
      select 'planned_trip_segment_leg', l.id from planned_trip_segment_legs l join planned_trip_segments d on d.id = l.segment_id
       where d.planned_trip_id = ${id} and l.type = 'hotel' and l.status in ('planned', 'requested') and not exists (
         select from planned_trip_stays s where s.planned_trip_id = ${id} and s.status <> 'cancelled'
            and d.starts_on >= s.check_in and d.starts_on < s.check_out)`,
  },
  {
    kind: 'tickets',
    when: ['departed'],
    says: ['機票尚未全部開立', 'Not all tickets are issued yet'],
    light: 'red',
    rows: ({ id }) => flights(id, sql`f.seats_ticketed < ${ticketsNeeded(id)}`),
  },
]

/** Open amounts that block the settlement of a trip unless a reason is given. */
const moneyChecks: readonly Check[] = [
  {
    kind: 'balances',
    when: ['settled'],
    says: ['仍有訂單款項未收齊', 'Bookings are not fully paid'],
    passedBy: editors,
    rows: ({ id }) => bookingsWhere(id, sql`b.balance > 0 and b.status not in ('waitlisted', 'expired')`),
  },
  {
    kind: 'refunds',
    when: ['settled'],
    says: ['仍有款項應退未退', 'Refunds are still due'],
    passedBy: editors,
    rows: ({ id }) => bookingsWhere(id, sql`b.balance < 0`),
  },
  {
    kind: 'receipts',
    when: ['settled'],
    says: ['代收轉付收據與收款不符', 'Receipts are not what was paid'],
    passedBy: editors,
    // An agency that has issued none here keeps its receipts elsewhere.
    rows: ({ id }) =>
      bookingsWhere(
        id,
        sql`exists (select from legal_receipts) and receiptable(b.id) <> (select r.standing from receipts_of(b.id) r)`,
      ),
  },
]

const accepted = (kind: HandoverKind) =>
  sql`exists (select from trip_handovers h where h.planned_trip_id = t.id and h.kind = ${kind} and h.status = 'accepted')`
const isLed = sql`t.assigned_leader_id is not null`
const isSold = sql`exists (select from bookings b where b.planned_trip_id = t.id and b.status in ('confirmed', 'completed'))`

/** A missing handover blocks the settlement of a trip that needed it. */
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

/** Checks before the trip gets another status, later or earlier. */
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
    says: ['領隊或主講領隊有衝突', 'The leader or the briefing leader is not free'],
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
    says: ['訂單的客戶須通知', 'Customers of these bookings have to be notified'],
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
    says: ['領隊尚未接手', 'The leader has not accepted the handover'],
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
