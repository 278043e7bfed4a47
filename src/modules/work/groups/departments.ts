import { type RawBuilder, sql } from 'kysely'
import { type Condition, isOneOf, localDay } from '../../../kit/db/fragments.ts'
import type { Words } from '../../../kit/words/words.ts'
import { isAssemblyLate, lateAssembly } from '../../planned-trips/assembly.ts'
import { deadlineLabel, isOpenDeadline } from '../../planned-trips/deadlines.ts'
import { lacks, readinessOf } from '../../planned-trips/readiness.ts'
import { takesSeat } from '../../planned-trips/seats.ts'
import { ticketsNeeded } from '../../planned-trips/step-checks.ts'
import type { Department } from '../../roles.ts'
import { bookableStatuses, plannedStatuses } from '../../trip-statuses.ts'
import { columns, type Group, isTheirs, lastWords, travelerNames, trip, type Whose } from '../group.ts'

const request = {
  ...{ id: 'r.id', number: 'r.request_number', ...travelerNames() },
  ...{ trip: 't', person: 'r.assignee_id', words: lastWords },
}
const requests = sql`addon_requests r left join travelers v on v.id = r.traveler_id left join planned_trips t on t.id = r.planned_trip_id`
const isBookable = isOneOf('t.status', bookableStatuses)
const isPlanned = isOneOf('t.status', plannedStatuses)

/** The add-on requests that wait for a department. */
const extras = (department: Department): readonly Group[] => [
  {
    key: `${department}_quotes_to_give`,
    words: ['待報價的加購', 'Add-ons to quote'],
    says: ['向業務報價', 'Quote the price to sales'],
    record: 'addon_request',
    action: ['POST', '/api/addon-requests/{id}/communications/department-quote'],
    rows: (whose) => sql`
      select ${columns({ ...request, on: sql`(${localDay(sql`r.status_since`)} + y.processing_time_hours / 24)` })}
        from ${requests} join addon_request_types y on y.id = r.type_id
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
        from ${requests}
       where r.department = ${sql.lit(department)} and r.status = 'confirmed' and ${isTheirs('r.assignee_id', whose)}`,
  },
]

/** The deadlines of trips for which a team is responsible. */
export function deadlines(owner: 'op' | 'sales' | 'ticketing'): Group {
  return {
    key: `${owner}_deadlines_due`,
    words: ['到期的期限', 'Deadlines due'],
    says: ['完成後勾選期限', 'Do it, then tick the deadline off'],
    record: 'planned_trip',
    action: ['PATCH', '/api/planned-trips/{id}/deadlines/{of}'],
    press: { words: ['完成', 'Done'], body: { done: true } },
    rows: (whose) => sql`
    select ${columns({ ...trip, name: deadlineLabel('d', 0), name_en: deadlineLabel('d', 1), of: 'd.id', on: sql`d.due_on`, trip: 't', person: `t.${owner}_user_id` })}
      from trip_deadlines d join planned_trips t on t.id = d.planned_trip_id
     where ${isOpenDeadline('d', 't')} and d.due_on <= today() + 7 and d.owner = ${sql.lit(owner)}
       and ${isTheirs(`t.${owner}_user_id`, whose)}`,
  }
}

/** A group of trips that depart within some days and meet a condition. */
const leaving = (
  named: { key: string; words: Words; says: Words; action: Group['action'] },
  days: number,
  isWrong: Condition,
): Group => ({
  ...named,
  record: 'planned_trip',
  rows: (whose) => sql`
    select ${columns({ ...trip, person: 't.op_user_id', on: sql`t.departure_date` })} from planned_trips t
     where t.departure_date between today() and today() + ${sql.lit(days)}::integer and ${isBookable}
       and ${isTheirs('t.op_user_id', whose)} and ${isWrong}`,
})

const lateReason = sql`json_build_array(json_build_object('kind', 'assembly_after_flight', 'light', 'red', 'count', 1,
  'says', ${lateAssembly(sql.ref('t.id'), 0)}, 'says_en', ${lateAssembly(sql.ref('t.id'), 1)}))`

// By this day the agency decides whether a trip departs.
const decideBy = sql`coalesce((select d.due_on from trip_deadlines d where d.planned_trip_id = t.id and d.key = 'guarantee'), t.departure_date - 30)`
const confirmedSeats = sql`(select count(*) from bookings b join travelers v on v.booking_id = b.id and ${takesSeat('v')}
                           where b.planned_trip_id = t.id and b.status = 'confirmed')`

/** Trips that would not depart with the people whom they have, with the day by which that is decided and how many are missing. */
export function belowMinimum(whose: Whose) {
  const needed = sql`t.min_pax`
  const missing = sql`(${needed} - sold.seats)`
  const says = sql`format('確認 %s 人，成團需 %s 人，還差 %s 人', sold.seats, ${needed}, ${missing})`
  const says_en = sql`sold.seats || ' confirmed, ' || t.min_pax || ' needed, ' || ${missing} || ' missing'`
  const reasons = sql`json_build_array(json_build_object('kind', 'below_minimum', 'light', 'amber', 'count', ${missing},
    'says', ${says}, 'says_en', ${says_en}))`
  return sql`
    select ${columns({ ...trip, person: 't.op_user_id', on: decideBy, reasons })}
      from planned_trips t cross join lateral (select ${confirmedSeats} as seats) sold
     where t.status = 'open' and t.departure_date between today() and today() + 90 and ${isTheirs('t.op_user_id', whose)}
       and t.min_pax > sold.seats`
}

// What a cancelled trip still holds is released until its departure: what costs nothing yet by its own day, anything else at once.
const isCalledOff = sql`t.status = 'cancelled' and t.departure_date >= today()`
const calledOffOn = sql`coalesce((select max(${localDay(sql`c.created_at`)}) from trip_status_changes c
  where c.planned_trip_id = t.id and c.to_status = 'cancelled'), today())`
const releasedBy = (isFree: Condition, day: RawBuilder<unknown>) =>
  sql`case when ${isFree} then greatest(${day}, ${calledOffOn}) else ${calledOffOn} end`
// Seats without a ticket are free until the ticketing deadline; rooms that the hotel has not confirmed until they had to be.
const flightReleasedBy = releasedBy(sql`f.seats_ticketed = 0`, sql`f.ticketing_due_on`)
const hotelReleasedBy = releasedBy(
  sql`y.status = 'requested'`,
  sql`(select d.due_on from trip_deadlines d where d.planned_trip_id = t.id and d.key = 'hotel_confirmation')`,
)

/** SQL: a flight with what it holds, in Chinese (0) or English (1). */
const flightHolding = (language: 0 | 1) => {
  const [tickets, seats] = (
    [
      ['已開票', 'ticketed'],
      ['機位', 'seats'],
    ] as const
  ).map((words) => sql.lit(words[language]))
  return sql`concat_ws(' · ', f.flight_number, case when f.seats_ticketed > 0 then concat(${tickets}, ' ', f.seats_ticketed)
    when f.seats_blocked > 0 then concat(${seats}, ' ', f.seats_blocked) end)`
}

/** The work of operations. */
export const opGroups: readonly Group[] = [
  {
    key: 'trips_below_minimum',
    words: ['未達成團人數的團', 'Trips below their minimum'],
    says: ['在決定日前決定是否出團', 'Decide by the day whether the trip departs'],
    record: 'planned_trip',
    action: ['PATCH', '/api/planned-trips/{id}/status'],
    rows: belowMinimum,
  },
  {
    key: 'trips_to_guarantee',
    words: ['人數已達成團、尚未確定的團', 'Trips that have reached their minimum'],
    says: ['決定是否確定出團', 'Decide whether the trip departs'],
    record: 'planned_trip',
    action: ['PATCH', '/api/planned-trips/{id}/status'],
    rows: (whose) => sql`
      select ${columns({ ...trip, person: 't.op_user_id', on: decideBy })}
        from planned_trips t
       where t.status = 'open' and t.departure_date > today() and ${isTheirs('t.op_user_id', whose)}
         and ${confirmedSeats} >= greatest(t.min_pax, 1)`,
  },
  deadlines('op'),
  {
    key: 'assembly_after_flight',
    words: ['集合晚於航班的團', 'Trips whose assembly is after the flight'],
    says: ['改集合時間並通知旅客', 'Set an earlier assembly and tell the travelers'],
    record: 'planned_trip',
    action: ['PUT', '/api/planned-trips/{id}'],
    rows: (whose) => sql`
      select ${columns({ ...trip, person: 't.op_user_id', on: sql`t.departure_date`, reasons: lateReason })} from planned_trips t
       where t.departure_date between today() and today() + 120 and ${isPlanned} and ${isTheirs('t.op_user_id', whose)}
         and ${isAssemblyLate()}`,
  },
  {
    key: 'readiness_red',
    words: ['尚未備齊的團', 'Trips that are not ready'],
    says: ['補齊所缺的項目', 'Complete what is missing'],
    record: 'planned_trip',
    action: ['GET', '/api/planned-trips/{id}/readiness'],
    rows: (whose, db) => sql`
      select ${columns({ ...trip, person: 't.op_user_id', on: sql`t.departure_date`, reasons: sql`r.found -> 'reasons'` })}
        from planned_trips t cross join lateral (select ${readinessOf(db, sql.ref('t.id'))} as found offset 0) r
       where t.departure_date between today() and today() + 21 and ${isBookable}
         and ${isTheirs('t.op_user_id', whose)} and r.found ->> 'light' = 'red'`,
  },
  leaving(
    {
      key: 'people_unroomed',
      words: ['尚未分房的團', 'Trips with people without a room'],
      says: ['分房', 'Assign the rooms'],
      action: ['GET', '/api/planned-trips/{id}/rooms'],
    },
    21,
    lacks('rooms', sql.ref('t.id')),
  ),
  leaving(
    {
      key: 'hotels_unconfirmed',
      words: ['飯店尚未確認的團', 'Trips with unconfirmed hotels'],
      says: ['向飯店確認', 'Have the hotel confirm'],
      action: ['GET', '/api/planned-trips/{id}/stays'],
    },
    45,
    lacks('hotels', sql.ref('t.id')),
  ),
  {
    key: 'hotels_to_release',
    words: ['取消出團後待退的住宿', 'Hotels to cancel after a trip was cancelled'],
    says: ['向飯店取消訂房', 'Cancel the rooms at the hotel'],
    record: 'planned_trip',
    action: ['PATCH', '/api/planned-trips/{id}/stays/{of}'],
    press: { words: ['已取消', 'Cancelled'], body: { status: 'cancelled' } },
    rows: (whose) => sql`
      select ${columns({ ...trip, name: 'h.name', name_en: 'h.name_en', of: 'y.id', on: hotelReleasedBy, trip: 't', person: 't.op_user_id' })}
        from planned_trips t join planned_trip_stays y on y.planned_trip_id = t.id and y.status <> 'cancelled' join hotels h on h.id = y.hotel_id
       where ${isCalledOff} and ${isTheirs('t.op_user_id', whose)}`,
  },
  ...extras('op'),
]

/** The work of ticketing. */
export const ticketingGroups: readonly Group[] = [
  ...extras('ticketing'),
  // All blocked seats, and everybody who flies with the group: a flight that is requested has no blocked seats yet.
  {
    key: 'seats_to_ticket',
    words: ['待開票的機位', 'Seats to ticket'],
    says: ['在開票期限前開票', 'Ticket the seats by the day'],
    record: 'planned_trip',
    action: ['GET', '/api/planned-trips/{id}/flights'],
    rows: (whose) => sql`
      select ${columns({ ...trip, name: 'f.flight_number', name_en: 'f.flight_number', of: 'f.id', on: sql`f.ticketing_due_on`, trip: 't', person: 't.ticketing_user_id' })}
        from planned_trip_flights f join planned_trips t on t.id = f.planned_trip_id and ${isBookable}
       where f.ticketing_due_on between today() - 90 and today() + 14 and f.status <> 'cancelled'
         and f.seats_ticketed < greatest(coalesce(f.seats_blocked, 1), ${ticketsNeeded(sql.ref('t.id'))}) and ${isTheirs('t.ticketing_user_id', whose)}`,
  },
  {
    key: 'flights_changed',
    words: ['異動的航班', 'Changed flights'],
    says: ['通知並重新確認', 'Tell those concerned and reconfirm'],
    record: 'planned_trip',
    action: ['GET', '/api/planned-trips/{id}/flights'],
    rows: (whose) => sql`
      select ${columns({ ...trip, name: 'f.flight_number', name_en: 'f.flight_number', of: 'f.id', on: sql`t.departure_date`, trip: 't', person: 't.ticketing_user_id' })}
        from planned_trips t join planned_trip_flights f on f.planned_trip_id = t.id and f.status = 'changed'
       where t.departure_date between today() and today() + 120 and ${isPlanned} and ${isTheirs('t.ticketing_user_id', whose)}`,
  },
  {
    key: 'flights_to_release',
    words: ['取消出團後待釋出的航班', 'Flights to release after a trip was cancelled'],
    says: ['向航空公司釋出機位，已開的票辦理退票', 'Release the seats, and refund the tickets'],
    record: 'planned_trip',
    action: ['PATCH', '/api/planned-trip-flights/{of}'],
    press: { words: ['已釋出', 'Released'], body: { status: 'cancelled' } },
    rows: (whose) => sql`
      select ${columns({ ...trip, name: flightHolding(0), name_en: flightHolding(1), of: 'f.id', on: flightReleasedBy, trip: 't', person: 't.ticketing_user_id' })}
        from planned_trips t join planned_trip_flights f on f.planned_trip_id = t.id and f.status <> 'cancelled'
       where ${isCalledOff} and ${isTheirs('t.ticketing_user_id', whose)}`,
  },
  deadlines('ticketing'),
]

// A conflict needs no more work if somebody has assigned one of its two records with a reason, after the last change of both.
const isUnexplained = sql`exists (
  select from leader_calendar c join leader_calendar b on b.tour_leader_id = c.tour_leader_id and b.id <> c.id and b.is_firm
     and leader_clash(c.kind, c.during, c.rest_days, b.kind, b.during, b.rest_days) is not null
   where c.subject_type = 'planned_trip' and c.subject_id = t.id and not exists (
     select from trip_leader_changes w
      where (w.planned_trip_id = t.id or (b.subject_type = 'planned_trip' and w.planned_trip_id = b.subject_id))
        and w.is_override and w.reason is not null and w.created_at >= greatest(c.updated_at, b.updated_at)))`

/** SQL: whether the leader of a trip is not free, and nobody has said why it holds. */
export const isInConflict = sql<boolean>`(t.id = any (array(select trips_in_conflict())) and ${isUnexplained})`

/** The work of line control. */
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
       where ${isInConflict} and t.return_date >= today()`,
  },
  {
    key: 'leave_to_decide',
    words: ['待核的領隊休假', 'Leave to decide'],
    says: ['核准或退回', 'Approve or decline it'],
    record: 'tour_leader',
    action: ['POST', '/api/leader-unavailabilities/{of}/approve'],
    press: { words: ['核准', 'Approve'], body: {} },
    rows: () => sql`
      select ${columns({ id: 'l.id', of: 'u.id', number: 'l.leader_number', name: 'l.name', name_en: 'l.name_en', on: sql`u.starts_on`, words: 'u.reason' })}
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
    words: ['執業證即將到期的領隊', 'Leaders whose licences expire'],
    says: ['請領隊換證', 'Have the leader renew it'],
    record: 'tour_leader',
    action: ['GET', '/api/tour-leaders/{id}'],
    rows: () => sql`
      select ${columns({ id: 'l.id', number: 'l.leader_number', name: 'l.name', name_en: 'l.name_en', on: sql`min(last.expires_on)` })}
        from tour_leaders l cross join lateral (
          select max((license ->> 'expires_on')::date) as expires_on from jsonb_array_elements(l.licenses) license group by license ->> 'type') last
       where l.status <> 'inactive' and last.expires_on < today() + 90 group by l.id`,
  },
  ...extras('line_control'),
]
