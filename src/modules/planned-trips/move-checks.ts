import { sql } from 'kysely'
import { localDay } from '../../kit/db/fragments.ts'
import { terms } from '../../terms.ts'
import { aliveStatuses } from '../booking-statuses.ts'
import { clashes } from '../leader-calendar/clashes.ts'
import { priceOn } from '../packages/prices/queries.ts'
import { passportsTooShort } from '../travelers/checks.ts'
import {
  type Asked,
  assemblyAfterFlight,
  bookings,
  type Check,
  deadlines,
  flights,
  own,
  sessions,
  type TripId,
} from './check.ts'

const when = ['moved'] as const
const briefedOn = localDay(sql`t.briefing_starts_at`)
const ledBy = (id: TripId) => sql`(select assigned_leader_id from planned_trips where id = ${id})`
const rest = (id: TripId) => sql`coalesce((select min_rest_days from tour_leaders where id = ${ledBy(id)}), 0)`
const daysOf = ({ from, to }: Asked) => sql`generate_series(${from}::date, ${to}::date, interval '1 day') day`

/** Checks before the dates change. */
export const moveChecks: readonly Check[] = [
  {
    kind: 'day',
    when,
    says: ['出發日已過', 'The day of departure has passed'],
    passedBy: [],
    rows: (asked) => own(asked, sql`${asked.shift}::integer <> 0 and ${asked.from}::date < today()`),
  },
  {
    kind: 'leader',
    when,
    says: ['領隊在新日期有衝突', 'The leader is not free on these days'],
    rows: ({ id, from, to }) => sql`select b.subject_type, b.subject_id
      from ${clashes({ leader: ledBy(id), kind: sql`'trip'`, span: sql`tsrange(${from}::date, ${to}::date + 1)`, rest: rest(id) })}
       and not (b.subject_type = 'planned_trip' and b.subject_id = ${id})`,
  },
  {
    kind: 'briefing',
    when,
    says: ['說明會在新的出發日之後', 'The briefing would be after the departure'],
    rows: (asked) => own(asked, sql`${briefedOn} >= ${asked.from}::date`),
  },
  {
    kind: 'briefing',
    when,
    says: [
      `說明會在新的出發日之前 ${terms.briefingBefore.zh}以上`,
      `The briefing would be more than ${terms.briefingBefore.en} before the departure`,
    ],
    rows: (asked) => own(asked, sql`${briefedOn} < ${asked.from}::date - ${sql.lit(terms.briefingBefore.count)}`),
  },
  {
    kind: 'flights',
    when,
    says: ['航班不在新日期的前後一天內', 'Flights lie more than a day outside the new dates'],
    rows: ({ id, from, to }) =>
      flights(
        id,
        sql`(f.departs_at at time zone f.departs_timezone)::date not between ${from}::date - 1 and ${to}::date + 1`,
      ),
  },
  { ...assemblyAfterFlight, when },
  {
    kind: 'passports',
    when,
    says: ['護照效期不符這些日期', 'Passports are not valid long enough for these days'],
    rows: ({ id, from, to }) => passportsTooShort(id, from, to),
  },
  {
    kind: 'deadlines',
    when,
    says: ['期限將落在今天以前', 'Deadlines would lie in the past'],
    rows: ({ id, shift }) => deadlines(id, sql`d.due_on + ${shift}::integer < today()`),
  },
  {
    kind: 'bookings',
    when,
    says: ['訂單的客戶須通知', 'Customers of these bookings have to be notified'],
    rows: ({ id }) => bookings(id, aliveStatuses),
  },
  {
    kind: 'seminars',
    when,
    says: ['說明會場次在新的出發日之後', 'Sessions would be after the departure'],
    rows: ({ id, from }) => sessions(id, sql`(s.starts_at at time zone s.timezone)::date >= ${from}::date`),
  },
  {
    kind: 'segments',
    when,
    says: ['行程超出新的日期', 'Days of the itinerary lie outside the new dates'],
    rows: ({ id, from, to, shift }) => sql`select 'planned_trip_segment', s.id from planned_trip_segments s
      where s.planned_trip_id = ${id} and (s.starts_on + ${shift}::integer < ${from} or s.ends_on + ${shift}::integer > ${to})`,
  },
  {
    kind: 'days',
    when,
    says: ['新的日期中有沒有行程的日子', 'Some of the new days have no itinerary'],
    rows: (asked) =>
      own(
        asked,
        sql`exists (select from ${daysOf(asked)} where not exists (
              select from planned_trip_segments s where s.planned_trip_id = t.id
                 and day between s.starts_on + ${asked.shift}::integer and s.ends_on + ${asked.shift}::integer))`,
      ),
  },
  {
    kind: 'price',
    when,
    says: [
      '新日期的行程售價不同；本團售價不變',
      'The package has another price on these days; the trip keeps its price',
    ],
    rows: (asked) =>
      own(
        asked,
        sql`(t.price ->> 'price_id') is distinct from (${priceOn(sql`t.package_id`, sql`${asked.from}::date`)} ->> 'price_id')`,
      ),
  },
]
