import { sql } from 'kysely'
import { Type } from 'typebox'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { flag, oneOf, whole } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { terms } from '../../terms.ts'
import { staff } from '../roles.ts'
import { leaderNames } from '../shown-names.ts'
import { grades } from '../tour-leaders/schema.ts'
import { Clash, LeaderName } from './calendar.ts'
import { clashes } from './clashes.ts'
import {
  type Facts,
  type Profile,
  type Rule,
  ranked,
  ShownReason,
  shownReason,
  type Time,
  type TripFacts,
} from './ranking.ts'

const Candidate = Type.Object({
  tour_leader: LeaderName,
  grade: oneOf(grades),
  is_blocked: flag(),
  score: Type.Integer(),
  reasons: Type.Array(ShownReason),
  conflicts: Type.Array(Clash),
  days_led: whole(),
})

/** `/api/planned-trips/{id}/leader-candidates` */
export default routes((on) => {
  on.get(
    '/:id/leader-candidates',
    {
      access: staff,
      summary: 'Candidates to lead a trip with reasons, best first; excluded ones last',
      slow: true,
      returns: Type.Array(Candidate),
      people: true,
      etag: 'content',
    },
    async ({ db, params }) => {
      const { trip, leaders } = await readFacts(db, params.id)
      return ranked(trip, leaders).map(({ tour_leader, grade, is_blocked, score, reasons, conflicts, days_led }) => ({
        tour_leader,
        grade,
        is_blocked,
        score,
        conflicts,
        days_led,
        reasons: reasons.map(shownReason),
      }))
    },
  )
})

/** A trip and everybody who could lead it. */
export type Staffing = { trip: TripFacts; leaders: Facts[] }

/** The facts about a trip and all leaders who could lead it, or about one leader only. */
export async function readFacts(db: Db, id: number, leader: number | null = null) {
  return found((await readFactsOfTrips(db, [id], leader))[0])
}

/** The same of several trips, in the order of their departures. */
export async function readFactsOfTrips(db: Db, ids: number[], leader: number | null = null): Promise<Staffing[]> {
  const { trips, leaders, times } = found(await facts(db, { ids, leader }))
  const known = new Map(times.map(({ trip_id, tour_leader_id, ...time }) => [`${trip_id} ${tour_leader_id}`, time]))
  return trips.map((trip) => ({
    trip,
    leaders: leaders.map(({ areas, ...leader }) => ({
      ...leader,
      area: areas.find(({ area_id }) => area_id === trip.area_id) ?? null,
      ...noTime,
      ...known.get(`${trip.id} ${leader.tour_leader.id}`),
    })),
  }))
}

const noTime: Time = { earlier_trips: 0, days_led: 0, gap: null, conflicts: [] }

type FactRows = {
  trips: TripFacts[]
  leaders: (Profile & { areas: (Rule & { area_id: number })[] })[]
  /** Of those leaders who have other work near a trip, or have led one there. */
  times: (Time & { trip_id: number; tour_leader_id: number })[]
}

const goes = sql`(
  select array(select tc.country_id from trip_countries tc where tc.planned_trip_id = t.id order by tc.country_id) as to_countries) goes`

const facts = oneRow(
  (_db, { ids, leader }: { ids: number[]; leader: number | null }) =>
    sql<FactRows>`
    with trip as materialized (
      select t.id, t.departure_date, t.return_date, t.area_id, tsrange(t.departure_date, t.return_date + 1) as during,
             a.name as area, a.name_en as area_en, dense_rank() over (order by t.area_id, goes.to_countries) as destination, goes.to_countries
        from planned_trips t left join geographical_areas a on a.id = t.area_id cross join lateral ${goes}
       where t.id = any (${ids}::integer[])
    ), reach as materialized (
      select range_merge(range_agg(during)) as during from trip
    ), goal as materialized (
      select trip.id as trip_id, c.id, c.iso_alpha2, c.name, c.name_en, c.visa_policy = 'visa_required' as needs_visa,
             (case c.passport_validity_basis when 'return' then trip.return_date else trip.departure_date end
               + c.passport_min_validity_months * interval '1 month')::date as passport_until
        from trip join trip_countries tc on tc.planned_trip_id = trip.id join countries c on c.id = tc.country_id
    ), leader as materialized (
      select l.* from tour_leaders l where l.status <> 'inactive' and l.id = coalesce(${leader}::integer, l.id)
    ), rank as materialized (
      select r.* from leader_country_ranks r
       where r.tour_leader_id = any (array(select id from leader)) and r.country_id = any (array(select id from goal))
    ), led as materialized (
      select c.tour_leader_id, c.during, t.area_id, c.subject_id as trip_id, goes.to_countries
        from leader_calendar c join planned_trips t on t.id = c.subject_id cross join lateral ${goes}
       where c.kind = 'trip' and c.tour_leader_id = any (array(select id from leader))
    ), ${near}, ${been}, ${clashing}
    select (select coalesce(json_agg(json_build_object('id', id, 'departure_date', departure_date, 'return_date', return_date,
              'area_id', area_id, 'area', area, 'area_en', area_en,
              'passport_until', greatest(return_date, (select max(passport_until) from goal where goal.trip_id = trip.id)),
              'countries', (select coalesce(json_agg(json_build_object('id', id, 'iso_alpha2', iso_alpha2, 'name', name, 'name_en', name_en,
                'needs_visa', needs_visa) order by id), '[]') from goal where goal.trip_id = trip.id))
              order by departure_date, id), '[]') from trip) as trips,
           (select coalesce(json_agg(json_build_object('tour_leader', ${leaderNames('leader')},
              'grade', grade, 'status', status, 'languages', languages, 'licenses', licenses,
              'passport_expires_on', passport_expires_on, 'min_rest_days', min_rest_days,
              'countries', (select coalesce(json_agg(rank), '[]') from rank where rank.tour_leader_id = leader.id),
              'areas', (select coalesce(json_agg(p), '[]') from leader_regional_priorities p
                         where p.tour_leader_id = leader.id and p.area_id is not null)) order by name, id), '[]') from leader) as leaders,
           (select coalesce(json_agg(json_build_object('trip_id', trip_id, 'tour_leader_id', tour_leader_id,
              'earlier_trips', coalesce(earlier_trips, 0), 'days_led', coalesce(days_led, 0), 'gap', gap,
              'conflicts', coalesce(conflicts, '[]'))), '[]')
              from near full join been using (trip_id, tour_leader_id) full join clashing using (trip_id, tour_leader_id)) as times`,
)

// The days that a leader leads in the time around a trip that counts, and the days to the next trip beside it. One further away is no matter.
const near = sql`
  near as materialized (
    select trip.id as trip_id, led.tour_leader_id,
           sum(extract(day from upper(led.during * around) - lower(led.during * around)))::integer as days_led,
           min(extract(day from greatest(lower(trip.during) - upper(led.during), lower(led.during) - upper(trip.during))))::integer as gap
      from trip cross join lateral (select with_rest_around(trip.during, ${sql.lit(terms.leaderLoad.count)}) as around) span
      join led on led.during && around and led.trip_id <> trip.id
     where led.during && (select with_rest_around(during, ${sql.lit(terms.leaderLoad.count)}) from reach)
     group by trip.id, led.tour_leader_id
  )`

// Earlier trips of a leader to the destinations of a trip. Many trips go to the same ones, which are compared once.
const been = sql`
  there as materialized (
    select goal.destination, led.tour_leader_id, led.trip_id, upper(led.during) as until
      from (select distinct destination, area_id, to_countries from trip) goal
      join led on led.area_id = goal.area_id or led.to_countries && goal.to_countries
  ), been as materialized (
    select trip.id as trip_id, there.tour_leader_id, count(*)::integer as earlier_trips
      from trip join there using (destination) where there.until <= lower(trip.during) and there.trip_id <> trip.id
     group by trip.id, there.tour_leader_id
  )`

const others = clashes({
  leader: sql`leader.id`,
  kind: sql`'trip'`,
  span: sql`trip.during`,
  rest: sql`leader.min_rest_days`,
})

// What blocks a leader around a trip.
const clashing = sql`
  clashing as materialized (
    select trip.id as trip_id, leader.id as tour_leader_id, json_agg(clashing order by lower(b.during), b.id) as conflicts
      from trip cross join leader cross join ${others} and not (b.subject_type = 'planned_trip' and b.subject_id = trip.id)
       and b.during && (select with_rest_around(during, 30) from reach)
     group by trip.id, leader.id
  )`
