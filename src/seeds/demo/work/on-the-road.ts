import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'

/** What the leaders of trips that are on the way have written so far: a roll call each morning, and a note each evening. */
export async function writeOnTheRoad(tx: Tx) {
  await sql`
    with days as (
      select t.id, t.departure_date + n as day, n, u.id as leader
        from planned_trips t join users u on u.tour_leader_id = t.assigned_leader_id
       cross join generate_series(0, 4) n
       where t.status = 'departed' and t.departure_date + n < least(today(), t.return_date)
    ), called as (
      insert into roll_calls (planned_trip_id, entry_id, entered_at, entered_by, is_former_leader, name, at, place, entry_hash, created_at)
      select id, gen_random_uuid(), moment, leader, false, case n when 0 then '機場集合' else '早上出發' end, moment,
             case n when 0 then '航空公司團體櫃檯' else '飯店大廳' end, encode(sha256(('roll ' || id || ' ' || n)::bytea), 'hex'), moment + interval '1 minute'
        from days cross join lateral (select (day + time '08:20') at time zone house_zone() as moment) at
      returning id, planned_trip_id
    ), people as (
      insert into roll_call_people (roll_call_id, traveler_id, is_present)
      select c.id, v.id, true from called c join bookings b on b.planned_trip_id = c.planned_trip_id and b.status in ('held', 'confirmed', 'completed')
        join travelers v on v.booking_id = b.id and v.status = 'active'
    )
    insert into day_notes (planned_trip_id, entry_id, entered_at, entered_by, is_former_leader, day, text, entry_hash, created_at)
    select id, gen_random_uuid(), moment, leader, false, day,
           (array['班機準時，團員都已入住。', '下午有雨，改走室內行程；晚餐提早半小時。', '午餐餐廳份量偏少，已請地接改善。', '自由活動，全團準時集合。', '購物行程順利，車程比預定多一小時。'])[n + 1],
           encode(sha256(('note ' || id || ' ' || n)::bytea), 'hex'), moment + interval '3 minutes'
      from days cross join lateral (select (day + time '21:30') at time zone house_zone() as moment) at`.execute(tx)
}
