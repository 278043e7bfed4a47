import { sql } from 'kysely'
import { columnList } from '../../../kit/db/columns.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { Stretch } from '../../packages/schema.ts'

/** Copies days, countries and deadlines of the package to new trips, with dates. */
export const deriveParts = async (tx: Tx, trips: number[]) => {
  await deriveItinerary(tx, trips)
  await sql`
    insert into trip_countries (planned_trip_id, country_id)
    select t.id, c.country_id from planned_trips t join package_countries c using (package_id) where t.id = any (${trips})`.execute(
    tx,
  )
  await sql`
    insert into trip_deadlines (planned_trip_id, key, name, name_en, owner, due_on)
    select t.id, rule.key, rule.name, rule.name_en, rule.owner, t.departure_date - rule.days_before
      from planned_trips t join packages p on p.id = t.package_id
      cross join lateral jsonb_to_recordset(p.deadline_template) rule (key text, name text, name_en text, days_before integer, owner text)
     where t.id = any (${trips}) order by t.id, rule.days_before desc`.execute(tx)
}

const deriveItinerary = async (tx: Tx, trips: number[]) => {
  await sql`
    insert into planned_trip_segments (planned_trip_id, sequence, starts_on, ends_on, ${columnList(names)})
    select t.id, s.sequence, t.departure_date + s.day_from - 1, t.departure_date + s.day_to - 1, ${columnList(names, 's')}
      from planned_trips t join package_segments s using (package_id) where t.id = any (${trips}) order by t.id, s.sequence`.execute(
    tx,
  )
  await sql`
    insert into planned_trip_segment_cities (segment_id, city_id, sequence)
    select own.id, c.city_id, c.sequence
      from planned_trips t join planned_trip_segments own on own.planned_trip_id = t.id
      join package_segments s on s.package_id = t.package_id and s.sequence = own.sequence
      join package_segment_cities c on c.segment_id = s.id
     where t.id = any (${trips})`.execute(tx)
  await deriveLegs(tx, trips)
}

const deriveLegs = (tx: Tx, trips: number[]) =>
  sql`
    insert into planned_trip_segment_legs (segment_id, sequence, type, to_city_id, place)
    select s.id, row_number() over (partition by s.id order by n), type, city, place
      from planned_trip_segments s
      cross join lateral (select s.transport in ('flight', 'coach', 'train', 'ferry') as is_kind) transport
      cross join lateral (values
        (1, 'meal', null, '早餐', s.breakfast = 'included'),
        (2, case when is_kind then s.transport else 'transfer' end, null, case when not is_kind then s.transport end, s.transport is not null),
        (3, 'meal', null, '午餐', s.lunch = 'included'),
        (4, 'meal', null, '晚餐', s.dinner = 'included'),
        (5, 'hotel', s.overnight_city_id, s.hotel_name, num_nonnulls(s.overnight_city_id, s.hotel_name) > 0)
      ) leg (n, type, city, place, is_there)
     where is_there and s.planned_trip_id = any (${trips})`.execute(tx)

const names = Object.keys(Stretch.properties)
