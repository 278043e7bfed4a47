import { sql } from 'kysely'
import { isOneOf } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { seatedStatuses } from '../../modules/booking-statuses.ts'

/**
 * Everybody on a trip that departs within two weeks, or has departed, gets a room in each of its hotels: two people of a booking
 * share, a third joins them; the leader has a room alone.
 */
export async function bedTravelers(tx: Tx) {
  await sql`
    with sleeper as (
      select s.id as stay_id, v.id as traveler_id, b.id as booking_id,
             row_number() over (partition by s.id, b.id order by v.id) as nth, count(*) over (partition by s.id, b.id) as party
        from planned_trip_stays s join planned_trips t on t.id = s.planned_trip_id
        join bookings b on b.planned_trip_id = t.id and ${isOneOf('b.status', seatedStatuses)}
        join travelers v on v.booking_id = b.id and v.status = 'active'
       where t.status in ('guaranteed', 'closed', 'departed', 'returned', 'settled') and t.departure_date <= today() + 14
    ), assigned as (
      select *, least((nth + 1) / 2, greatest(party / 2, 1)) as nth_room from sleeper
    ), numbered as (
      select *, dense_rank() over (partition by stay_id order by booking_id, nth_room) as number,
             count(*) over (partition by stay_id, booking_id, nth_room) as people from assigned
    ), room as (
      insert into stay_rooms (stay_id, number, type)
      select distinct stay_id, number, case people when 1 then 'single' when 2 then 'twin' else 'triple' end from numbered order by stay_id, number
      returning id, stay_id, number
    )
    insert into stay_room_travelers (room_id, stay_id, traveler_id)
    select room.id, stay_id, traveler_id from numbered join room using (stay_id, number) order by 1, 3`.execute(tx)
  await bedLeaders(tx)
  await blockRooms(tx)
}

const bedLeaders = (tx: Tx) =>
  sql`
    insert into stay_rooms (stay_id, number, type, has_leader)
    select s.id, max(r.number) + 1, 'single', true
      from stay_rooms r join planned_trip_stays s on s.id = r.stay_id join planned_trips t on t.id = s.planned_trip_id
     where t.assigned_leader_id is not null group by s.id`.execute(tx)

/** The hotels of these trips keep as many rooms as before, of the types that are used; the remaining ones are twin rooms. */
const blockRooms = (tx: Tx) =>
  sql`
    with used as (
      select stay_id, type, count(*)::integer as count from stay_rooms group by stay_id, type
    ), held as (
      select stay_id, type, count + case type when 'twin' then greatest((s.rooms -> 0 ->> 'count')::integer - sum(count) over (partition by stay_id), 0)
                                   else 0 end as count
        from used join planned_trip_stays s on s.id = stay_id
    )
    update planned_trip_stays s set rooms = of_stay.rooms
      from (select stay_id, jsonb_agg(jsonb_build_object('type', type, 'count', count) order by type) as rooms from held group by stay_id) of_stay
     where s.id = of_stay.stay_id`.execute(tx)
