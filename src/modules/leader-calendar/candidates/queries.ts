import { sql } from 'kysely'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { leaderNames } from '../../shown-names.ts'
import { clashes } from '../blocks.ts'
import type { Facts, TripFacts } from './rules.ts'

/** The facts about a trip and everybody who could lead it, or one leader alone. */
export async function readFacts(db: Db, id: number, leader: number | null = null) {
  return found(await facts(db, { id, leader }))
}

const facts = oneRow(
  (_db, { id, leader }: { id: number; leader: number | null }) =>
    sql<{ trip: TripFacts; leaders: Facts[] }>`
    with trip as materialized (
      select t.id, t.departure_date, t.return_date, t.area_id, tsrange(t.departure_date, t.return_date + 1) as during,
             a.name as area, a.name_en as area_en
        from planned_trips t left join geographical_areas a on a.id = t.area_id where t.id = ${id}
    ), goal as materialized (
      select c.id, c.iso_alpha2, c.name, c.name_en, c.visa_policy = 'visa_required' as needs_visa,
             (case c.passport_validity_basis when 'return' then trip.return_date else trip.departure_date end
               + c.passport_min_validity_months * interval '1 month')::date as passport_until
        from trip_countries tc join countries c on c.id = tc.country_id join trip on trip.id = tc.planned_trip_id
    ), led as materialized (
      select c.tour_leader_id, c.during, t.area_id, c.subject_id as trip_id
        from leader_calendar c join planned_trips t on t.id = c.subject_id
       where c.kind = 'trip' and c.subject_id <> ${id}
    )
    select (select json_build_object('area', area, 'area_en', area_en, 'return_date', return_date,
              'passport_until', greatest(return_date, (select max(passport_until) from goal)),
              'countries', (select coalesce(json_agg(goal order by goal.id), '[]') from goal)) from trip) as trip,
           coalesce((select json_agg(json_build_object(
             'tour_leader', ${leaderNames('l')},
             'grade', l.grade, 'status', l.status, 'languages', l.languages, 'licenses', l.licenses,
             'passport_expires_on', l.passport_expires_on, 'min_rest_days', l.min_rest_days, ${knows}, ${has}) order by l.name, l.id)
             from tour_leaders l where l.status <> 'inactive' and l.id = coalesce(${leader}::integer, l.id)), '[]') as leaders
      from trip`,
)

const clashing = clashes({ leader: sql`l.id`, kind: sql`'trip'`, span: sql`trip.during`, rest: sql`l.min_rest_days` })

// Priorities and earlier trips at the places of the trip.
const knows = sql`
  'countries', (select coalesce(json_agg(r), '[]') from leader_country_ranks r where r.tour_leader_id = l.id and r.country_id in (select goal.id from goal)),
  'area', (select to_json(p) from leader_regional_priorities p where p.tour_leader_id = l.id and p.area_id = trip.area_id),
  'earlier_trips', (select count(*) from led where led.tour_leader_id = l.id and upper(led.during) <= lower(trip.during)
     and (led.area_id = trip.area_id or exists (
       select from trip_countries tc where tc.planned_trip_id = led.trip_id and tc.country_id in (select goal.id from goal))))`

// What blocks the leader around the trip.
const has = sql`
  'days_led', (select coalesce(sum(extract(day from upper(near) - lower(near)))::integer, 0)
     from led cross join lateral (select led.during * tsrange(lower(trip.during) - interval '90 days', upper(trip.during) + interval '90 days') as near) n
    where led.tour_leader_id = l.id and not isempty(near)),
  'gap', (select min(extract(day from greatest(lower(trip.during) - upper(led.during), lower(led.during) - upper(trip.during))))::integer
     from led where led.tour_leader_id = l.id),
  'conflicts', (select coalesce(json_agg(clashing order by lower(b.during), b.id), '[]') from ${clashing}
     and not (b.subject_type = 'planned_trip' and b.subject_id = trip.id))`
