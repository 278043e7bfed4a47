import { type RawBuilder, sql } from 'kysely'
import { isOneOf } from '../../kit/db/condition.ts'
import type { Db } from '../../kit/db/tables.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { aliveStatuses } from '../booking-statuses.ts'
import { clashes } from '../leader-calendar/blocks.ts'
import { priceOn } from '../packages/prices/queries.ts'
import { passportsTooShort } from '../travelers/checks.ts'
import type { TripStatus } from '../trip-statuses.ts'

/** A change of a trip: other dates, or another status. */
export type Happening = 'moved' | TripStatus
type Asked = { id: number; from: string; to: string; shift: number }
type Check = { kind: string; when: readonly Happening[]; says: Words; rows: (asked: Asked) => RawBuilder<unknown> }
export type Breakage = { kind: string; says: string; count: number; subjects: { type: string; id: number }[] }

const SHOWN = 50
const own = ({ id }: Asked, where: RawBuilder<unknown>) =>
  sql`select 'planned_trip' as type, t.id from planned_trips t where t.id = ${id} and ${where}`
const bookings = (id: number, statuses: readonly string[]) =>
  sql`select 'booking', b.id from bookings b where b.planned_trip_id = ${id} and ${isOneOf('b.status', statuses)}`
const flights = (id: number, where: RawBuilder<unknown>) =>
  sql`select 'planned_trip_flight', f.id from planned_trip_flights f
       where f.planned_trip_id = ${id} and f.status <> 'cancelled' and ${where}`
const deadlines = (id: number, where: RawBuilder<unknown>) =>
  sql`select 'trip_deadline', d.id from trip_deadlines d where d.planned_trip_id = ${id} and d.done_at is null and ${where}`
const sessions = (id: number, where: RawBuilder<unknown>) =>
  sql`select 'seminar_session', s.id from seminar_trips m join seminar_sessions s using (seminar_id)
       where m.planned_trip_id = ${id} and s.status in ('draft', 'open') and ${where}`
const always = sql`true`
const ledBy = (id: number) => sql`(select assigned_leader_id from planned_trips where id = ${id})`
const rest = (id: number) => sql`coalesce((select min_rest_days from tour_leaders where id = ${ledBy(id)}), 0)`

/** The kinds of breakage: the changes that cause each, and the query that finds it. */
const checks: Check[] = [
  {
    kind: 'leader',
    when: ['moved'],
    says: ['領隊在新日期有衝突', 'The leader is not free on these days'],
    rows: ({ id, from, to }) => sql`select b.subject_type, b.subject_id
      from ${clashes({ leader: ledBy(id), kind: sql`'trip'`, span: sql`tsrange(${from}::date, ${to}::date + 1)`, rest: rest(id) })}
       and not (b.subject_type = 'planned_trip' and b.subject_id = ${id})`,
  },
  {
    kind: 'leader',
    when: ['departed'],
    says: ['尚未指派領隊', 'No leader is assigned'],
    rows: (asked) => own(asked, sql`t.assigned_leader_id is null`),
  },
  {
    kind: 'briefing',
    when: ['moved'],
    says: ['說明會在新的出發日之後', 'The briefing would be after the departure'],
    rows: (asked) => own(asked, sql`t.briefing_starts_at >= ${asked.from}::date`),
  },
  {
    kind: 'flights',
    when: ['moved'],
    says: ['航班不在新日期的前後一天內', 'Flights lie more than a day outside the new dates'],
    rows: ({ id, from, to }) =>
      flights(
        id,
        sql`(f.departs_at at time zone f.departs_timezone)::date not between ${from}::date - 1 and ${to}::date + 1`,
      ),
  },
  {
    kind: 'flights',
    when: ['cancelled'],
    says: ['航班須取消', 'Flights have to be cancelled'],
    rows: ({ id }) => flights(id, always),
  },
  {
    kind: 'passports',
    when: ['moved', 'departed'],
    says: ['護照效期不符這些日期', 'Passports do not last for these days'],
    rows: ({ id, from, to }) => passportsTooShort(id, from, to),
  },
  {
    kind: 'deadlines',
    when: ['moved'],
    says: ['期限將落在今天以前', 'Deadlines would lie in the past'],
    rows: ({ id, shift }) => deadlines(id, sql`d.due_on + ${shift}::integer < today()`),
  },
  {
    kind: 'deadlines',
    when: ['departed', 'settled'],
    says: ['仍有未完成的期限', 'Deadlines are not done yet'],
    rows: ({ id }) => deadlines(id, always),
  },
  {
    kind: 'bookings',
    when: ['moved', 'cancelled'],
    says: ['訂單的客戶須通知', 'Customers of these bookings have to be told'],
    rows: ({ id }) => bookings(id, aliveStatuses),
  },
  {
    kind: 'bookings',
    when: ['closed', 'departed'],
    says: ['訂單尚未確認', 'Bookings are not confirmed yet'],
    rows: ({ id }) => bookings(id, ['held', 'waitlisted']),
  },
  {
    kind: 'travelers',
    when: ['guaranteed', 'departed'],
    says: ['確認人數未達最低成團人數', 'Fewer are confirmed than the trip needs'],
    rows: (asked) =>
      own(
        asked,
        sql`t.min_pax > (select count(*) from bookings b join travelers v on v.booking_id = b.id
              where b.planned_trip_id = t.id and b.status = 'confirmed' and v.status = 'active')`,
      ),
  },
  {
    kind: 'handover',
    when: ['departed'],
    says: ['領隊尚未接受交接', 'The leader has not accepted the handover'],
    rows: (asked) =>
      own(
        asked,
        sql`not exists (select from trip_handovers h
              where h.planned_trip_id = t.id and h.kind = 'op_to_leader' and h.status = 'accepted')`,
      ),
  },
  {
    kind: 'addon_requests',
    when: ['cancelled', 'departed'],
    says: ['仍有進行中的加購需求', 'Add-on requests are still under way'],
    rows: ({ id }) => sql`select 'addon_request', r.id from addon_requests r
      where r.planned_trip_id = ${id} and r.status not in ('completed', 'cancelled')`,
  },
  {
    kind: 'seminars',
    when: ['moved'],
    says: ['說明會場次在新的出發日之後', 'Sessions would be after the departure'],
    rows: ({ id, from }) => sessions(id, sql`(s.starts_at at time zone s.timezone)::date >= ${from}::date`),
  },
  {
    kind: 'seminars',
    when: ['cancelled'],
    says: ['說明會場次仍排定', 'Sessions are still to come'],
    rows: ({ id }) => sessions(id, sql`s.starts_at > now()`),
  },
  {
    kind: 'segments',
    when: ['moved'],
    says: ['行程超出新的日期', 'Days of the itinerary lie outside the new dates'],
    rows: ({ id, from, to, shift }) => sql`select 'planned_trip_segment', s.id from planned_trip_segments s
      where s.planned_trip_id = ${id} and (s.starts_on + ${shift}::integer < ${from} or s.ends_on + ${shift}::integer > ${to})`,
  },
  {
    kind: 'price',
    when: ['moved'],
    says: [
      '新日期的行程售價不同；本團售價不變',
      'The package costs something else on these days; the trip keeps its price',
    ],
    rows: (asked) =>
      own(
        asked,
        sql`(t.price ->> 'price_id') is distinct from (${priceOn(sql`t.package_id`, sql`${asked.from}::date`)} ->> 'price_id')`,
      ),
  },
]

/** What a change would break, computed before it. */
export const breakages = async (db: Db, what: Happening, asked: Asked, locale: Locale): Promise<Breakage[]> => {
  const due = checks.filter(({ when }) => when.includes(what))
  if (!due.length) return []
  const found = due.map(
    ({ rows }, place) =>
      sql`select ${sql.lit(place)}::integer as place, type, id from (${rows(asked)}) found (type, id)`,
  )
  const { rows } = await sql<{ place: number; count: number; subjects: Breakage['subjects'] }>`
    select place, count(*) as count,
           json_agg(json_build_object('type', type, 'id', id) order by id) filter (where n <= ${SHOWN}) as subjects
      from (select *, row_number() over (partition by place order by id) as n from (${sql.join(found, sql` union all `)}) all_found) numbered
     group by place order by place`.execute(db)
  return rows.map(({ place, ...told }) => {
    const { kind = '', says = ['', ''] as const } = due[place] ?? {}
    return { kind, says: say(says, locale), ...told }
  })
}
