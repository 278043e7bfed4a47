import { sql } from 'kysely'
import { localDay } from '../../../kit/clock.ts'
import { isOneOf } from '../../../kit/db/condition.ts'
import type { Words } from '../../../kit/words/words.ts'
import { seatedStatuses } from '../../booking-statuses.ts'
import { deadlineLabel } from '../../planned-trips/deadlines.ts'
import { takesSeat } from '../../planned-trips/seats.ts'
import type { Department } from '../../roles.ts'
import { bookableStatuses, plannedStatuses } from '../../trip-statuses.ts'
import { columns, type Group, isTheirs, travelerNames, trip } from '../group.ts'

const request = { id: 'r.id', number: 'r.request_number', ...travelerNames }
const isBookable = isOneOf('t.status', bookableStatuses)
const isPlanned = isOneOf('t.status', plannedStatuses)

/** What a department is asked about extras. */
const extras = (department: Department): readonly Group[] => [
  {
    key: `${department}_quotes_to_give`,
    words: ['待報價的加購', 'Quotes to give'],
    says: ['向業務報價', 'Quote the price to sales'],
    record: 'addon_request',
    action: ['POST', '/api/addon-requests/{id}/communications/department-quote'],
    rows: (whose) => sql`
      select ${columns({ ...request, on: sql`(${localDay(sql`r.status_since`)} + y.processing_time_hours / 24)` })}
        from addon_requests r join addon_request_types y on y.id = r.type_id left join travelers v on v.id = r.traveler_id
       where r.department = ${sql.lit(department)} and r.status in ('open', 'inquiring') and ${isTheirs('r.assignee_id', whose)}`,
  },
  {
    key: `${department}_extras_to_complete`,
    words: ['待完成的加購', 'Add-ons to complete'],
    says: ['辦妥後做最後確認', 'Arrange it, then confirm it finally'],
    record: 'addon_request',
    action: ['POST', '/api/addon-requests/{id}/communications/department-final'],
    rows: (whose) => sql`
      select ${columns({ ...request, on: sql`r.needed_by` })}
        from addon_requests r left join travelers v on v.id = r.traveler_id
       where r.department = ${sql.lit(department)} and r.status = 'confirmed' and ${isTheirs('r.assignee_id', whose)}`,
  },
]

/** The deadlines of trips that a team keeps. */
export function deadlines(owner: 'op' | 'sales' | 'ticketing'): Group {
  return {
    key: `${owner}_deadlines_due`,
    words: ['到期的期限', 'Deadlines due'],
    says: ['完成後勾選期限', 'Do it, then tick the deadline off'],
    record: 'planned_trip',
    action: ['PATCH', '/api/planned-trips/{id}/deadlines/{of}'],
    rows: (whose) => sql`
    select ${columns({ ...trip, name: deadlineLabel('d', 0), name_en: deadlineLabel('d', 1), of: 'd.id', on: sql`d.due_on` })}
      from trip_deadlines d join planned_trips t on t.id = d.planned_trip_id
     where d.done_at is null and d.due_on <= today() + 7 and d.owner = ${sql.lit(owner)}
       and t.status not in ('cancelled', 'settled') and ${isTheirs(`t.${owner}_user_id`, whose)}`,
  }
}

/** A group of trips that leave within some days and for which something holds. */
const leaving = (
  named: { key: string; words: Words; says: Words; action: Group['action'] },
  days: number,
  isWrong: ReturnType<typeof sql>,
): Group => ({
  ...named,
  record: 'planned_trip',
  rows: (whose) => sql`
    select ${columns({ ...trip, on: sql`t.departure_date` })} from planned_trips t
     where t.departure_date between today() and today() + ${sql.lit(days)}::integer and ${isBookable}
       and ${isTheirs('t.op_user_id', whose)} and ${isWrong}`,
})

const seated = sql`bookings b join travelers v on v.booking_id = b.id and v.status = 'active'
  and ${isOneOf('b.status', seatedStatuses)} and b.planned_trip_id = t.id`

/** What waits for operations. */
export const opGroups: readonly Group[] = [
  {
    key: 'trips_below_minimum',
    words: ['未達成團人數的團', 'Trips below their minimum'],
    says: ['在決定日前決定是否出團', 'Decide by the day whether the trip departs'],
    record: 'planned_trip',
    action: ['PATCH', '/api/planned-trips/{id}/status'],
    rows: (whose) => sql`
      select ${columns({ ...trip, on: sql`coalesce((select d.due_on from trip_deadlines d where d.planned_trip_id = t.id and d.key = 'guarantee'), t.departure_date - 30)` })}
        from planned_trips t
       where t.status = 'open' and t.departure_date between today() and today() + 90 and ${isTheirs('t.op_user_id', whose)}
         and t.min_pax > (select count(*) from bookings b join travelers v on v.booking_id = b.id and ${takesSeat('v')}
                           where b.planned_trip_id = t.id and b.status = 'confirmed')`,
  },
  deadlines('op'),
  leaving(
    {
      key: 'readiness_red',
      words: ['尚未備齊的團', 'Trips that are not ready'],
      says: ['查看旅客缺什麼', 'See what the travelers lack'],
      action: ['GET', '/api/planned-trips/{id}/readiness'],
    },
    21,
    sql`exists (select from ${seated} where v.passenger_type is null or v.passport_number is null
      or v.passport_expires_on is null or v.passport_expires_on < t.return_date)`,
  ),
  leaving(
    {
      key: 'people_unroomed',
      words: ['尚未分房的團', 'Trips with people without a room'],
      says: ['分房', 'Assign the rooms'],
      action: ['GET', '/api/planned-trips/{id}/rooming-list'],
    },
    21,
    sql`exists (select from ${seated} where v.roommate_group is null and v.bed)`,
  ),
  leaving(
    {
      key: 'hotels_unconfirmed',
      words: ['飯店尚未確認的團', 'Trips with unconfirmed hotels'],
      says: ['向飯店確認', 'Have the hotel confirm'],
      action: ['GET', '/api/planned-trips/{id}/stays'],
    },
    45,
    sql`exists (select from planned_trip_stays s where s.planned_trip_id = t.id and s.status = 'requested')`,
  ),
  ...extras('op'),
]

/** What waits for ticketing. */
export const ticketingGroups: readonly Group[] = [
  ...extras('ticketing'),
  {
    key: 'seats_to_ticket',
    words: ['待開票的機位', 'Seats to ticket'],
    says: ['在開票期限前開票', 'Ticket the seats by the day'],
    record: 'planned_trip',
    action: ['GET', '/api/planned-trips/{id}/flights'],
    rows: (whose) => sql`
      select ${columns({ ...trip, name: 'f.flight_number', name_en: 'f.flight_number', of: 'f.id', on: sql`f.ticketing_due_on` })}
        from planned_trip_flights f join planned_trips t on t.id = f.planned_trip_id and ${isBookable}
       where f.ticketing_due_on between today() - 90 and today() + 14 and f.status <> 'cancelled'
         and f.seats_ticketed < coalesce(f.seats_blocked, 1) and ${isTheirs('t.ticketing_user_id', whose)}`,
  },
  {
    key: 'flights_changed',
    words: ['異動的航班', 'Changed flights'],
    says: ['通知並重新確認', 'Tell those concerned and reconfirm'],
    record: 'planned_trip',
    action: ['GET', '/api/planned-trips/{id}/flights'],
    rows: (whose) => sql`
      select ${columns({ ...trip, name: 'f.flight_number', name_en: 'f.flight_number', of: 'f.id', on: sql`t.departure_date` })}
        from planned_trips t join planned_trip_flights f on f.planned_trip_id = t.id and f.status = 'changed'
       where t.departure_date between today() and today() + 120 and ${isPlanned} and ${isTheirs('t.ticketing_user_id', whose)}`,
  },
  deadlines('ticketing'),
]

/** What waits for line control. */
export const lineControlGroups: readonly Group[] = [
  {
    key: 'trips_without_leader',
    words: ['尚未派領隊的團', 'Trips without a leader'],
    says: ['指派領隊', 'Assign a leader'],
    record: 'planned_trip',
    action: ['PUT', '/api/planned-trips/{id}/assigned-leader'],
    rows: () => sql`
      select ${columns({ ...trip, on: sql`t.departure_date` })} from planned_trips t
       where (t.assigned_leader_id is null and t.status <> 'cancelled') = true
         and t.departure_date between today() and today() + 60 and ${isPlanned}`,
  },
  {
    key: 'leaders_in_conflict',
    words: ['領隊時間衝突的團', 'Trips whose leader is not free'],
    says: ['換領隊，或註明原因', 'Assign another leader, or say why it holds'],
    record: 'planned_trip',
    action: ['PUT', '/api/planned-trips/{id}/assigned-leader'],
    rows: () => sql`
      select ${columns({ ...trip, on: sql`t.departure_date` })} from planned_trips t
       where t.id = any (array(select trips_in_conflict())) and t.return_date >= today()`,
  },
  {
    key: 'leave_to_decide',
    words: ['待核的領隊休假', 'Leave to decide'],
    says: ['核准或退回', 'Approve or decline it'],
    record: 'tour_leader',
    action: ['POST', '/api/leader-unavailabilities/{of}/approve'],
    rows: () => sql`
      select ${columns({ id: 'l.id', of: 'u.id', number: 'l.leader_number', name: 'l.name', name_en: 'l.name_en', on: sql`u.starts_on` })}
        from leader_unavailabilities u join tour_leaders l on l.id = u.tour_leader_id where u.status = 'requested'`,
  },
  {
    key: 'leaders_passports_expiring',
    words: ['護照即將到期的領隊', 'Leaders whose passports expire'],
    says: ['請領隊換發護照', 'Have the leader renew it'],
    record: 'tour_leader',
    action: ['GET', '/api/tour-leaders/{id}'],
    rows: () => sql`
      select ${columns({ id: 'l.id', number: 'l.leader_number', name: 'l.name', name_en: 'l.name_en', on: sql`l.passport_expires_on` })}
        from tour_leaders l where l.passport_expires_on < today() + 210 and l.status <> 'inactive'`,
  },
  {
    key: 'leaders_licenses_expiring',
    words: ['執業證即將到期的領隊', 'Leaders whose licenses expire'],
    says: ['請領隊換證', 'Have the leader renew it'],
    record: 'tour_leader',
    action: ['GET', '/api/tour-leaders/{id}'],
    rows: () => sql`
      select ${columns({ id: 'l.id', number: 'l.leader_number', name: 'l.name', name_en: 'l.name_en', on: sql`min((license ->> 'expires_on')::date)` })}
        from tour_leaders l cross join jsonb_array_elements(l.licenses) license
       where l.status <> 'inactive' and (license ->> 'expires_on')::date < today() + 90 group by l.id`,
  },
  ...extras('line_control'),
]
