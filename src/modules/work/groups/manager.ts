import { sql } from 'kysely'
import { type Condition, isOneOf, localDay } from '../../../kit/db/fragments.ts'
import { terms } from '../../../terms.ts'
import { isToCall } from '../../bookings/owed.ts'
import { hasReport } from '../../bookings/payment-reports/payment-report.ts'
import { isAssemblyLate } from '../../planned-trips/assembly.ts'
import { LOW } from '../../trip-feedback/rules.ts'
import { bookableStatuses, staffedStatuses } from '../../trip-statuses.ts'
import { columns, type Group, trip } from '../group.ts'
import { belowMinimum, isInConflict } from './departments.ts'
import { dueAmount } from './sales.ts'

const booking = { id: 'b.id', number: 'b.booking_number', name: 'b.contact_name', person: 'b.sales_user_id', trip: 't' }
const bookings = sql`bookings b join planned_trips t on t.id = b.planned_trip_id`

const flights = (status: string) =>
  sql<boolean>`exists (select from planned_trip_flights f where f.planned_trip_id = t.id and f.status = ${sql.lit(status)})`

/** What goes wrong with a trip that is about to leave or on the way, and needs somebody at once. */
// biome-ignore format: a table is read in rows.
const troubles: readonly (readonly [kind: string, zh: string, en: string, holds: Condition])[] = [
  ['flight_changed', '航班有異動', 'A flight has changed', flights('changed')],
  ['flight_waitlisted', '航班仍在候補', 'A flight is still waitlisted', flights('waitlisted')],
  ['assembly_after_flight', '集合晚於航班', 'The assembly is after the flight', isAssemblyLate()],
  ['leader_missing', '沒有領隊', 'There is no leader', sql`t.assigned_leader_id is null`],
  ['leader_conflict', '領隊另有行程', 'The leader is not free', isInConflict],
]
const found = sql`(
  select json_agg(json_build_object('kind', kind, 'light', 'red', 'count', 1, 'says', says, 'says_en', says_en) order by nth) as reasons
    from (values ${sql.join(troubles.map(([kind, zh, en, holds], nth) => sql`(${sql.lit(nth)}, ${sql.lit(kind)}, ${sql.lit(zh)}, ${sql.lit(en)}, ${holds})`))})
      as trouble (nth, kind, says, says_en, holds) where holds)`

/** The morning of a manager is that of the house: what has to be decided and what goes wrong, not the rows of the departments. */
export const managerGroups: readonly Group[] = [
  {
    key: 'trips_in_trouble',
    words: ['出狀況的團', 'Trips in trouble'],
    says: [
      `出發前 ${terms.troubleBefore.zh}到回國前；請確認有人處理`,
      `From ${terms.troubleBefore.en} before the departure to the return; see that somebody acts`,
    ],
    record: 'planned_trip',
    action: ['GET', '/api/planned-trips/{id}'],
    rows: () => sql`
      select ${columns({ ...trip, on: sql`greatest(t.departure_date, today())`, person: 't.op_user_id', reasons: sql`found.reasons` })}
        from planned_trips t cross join lateral ${found} found
       where t.departure_date <= today() + ${sql.lit(terms.troubleBefore.count)} and t.return_date >= today() and ${isOneOf('t.status', [...bookableStatuses, ...staffedStatuses])}
         and found.reasons is not null`,
  },
  {
    key: 'trips_below_minimum',
    words: ['未達成團人數的團', 'Trips below their minimum'],
    says: ['在決定日前決定是否出團', 'Decide by the day whether the trip departs'],
    record: 'planned_trip',
    action: ['GET', '/api/planned-trips/{id}'],
    rows: () => belowMinimum({}),
  },
  {
    key: 'payments_overdue',
    words: ['逾期未收的款項', 'Payments overdue'],
    says: ['請業務催收，或決定是否保留名額', 'Have sales ask for it, or decide whether the seats are kept'],
    record: 'booking',
    action: ['GET', '/api/bookings/{id}'],
    rows: () => sql`
      select ${columns({ ...booking, currency: 'b.currency', amount: dueAmount, on: sql`b.payment_due_on` })} from ${bookings}
       where b.payment_due_on < today() and b.payment_due_on > today() - 365 and not ${isToCall('b')} and not ${hasReport('b')}`,
  },
  {
    key: 'feedback_low',
    words: ['低分的回饋', 'Customers who were not pleased'],
    says: ['聯絡客戶後在訂單寫下備註', 'Call the customer, then write a note on the booking'],
    record: 'booking',
    action: ['POST', '/api/bookings/{id}/notes'],
    rows: () => sql`
      select ${columns({ ...booking, of: 'f.id', on: sql`${localDay(sql`f.answered_at`)} + 3`, words: 'f.remarks' })}
        from trip_feedback f join ${bookings} on b.id = f.booking_id
       where f.answered_at > now() - interval '30 days'
         and least(f.trip_score, f.leader_score, f.hotels_score, f.meals_score, f.again_score) <= ${sql.lit(LOW)}
         and not exists (select from booking_notes n where n.booking_id = b.id and n.created_at > f.answered_at)`,
  },
]
