import { sql } from 'kysely'
import { insertAll, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'

/**
 * The hotels that the itineraries name, and one stay for each series of nights in the same hotel. Rooms are held for all seats, two
 * people in each; hotels confirm six weeks before the departure.
 */
export async function stayInHotels(tx: Tx) {
  await openHotels(tx)
  await sql`
    with nights as (
      select s.planned_trip_id, h.id as hotel_id, night::date as night
        from planned_trip_segments s
        join hotels h on h.name = s.hotel_name and h.city_id = s.overnight_city_id
        join planned_trips t on t.id = s.planned_trip_id
       cross join generate_series(s.starts_on, least(s.ends_on, t.return_date - 1), interval '1 day') night
    ), runs as (
      select *, night - row_number() over (partition by planned_trip_id, hotel_id order by night)::integer as run from nights
    )
    insert into planned_trip_stays (planned_trip_id, hotel_id, check_in, check_out, rooms, status)
    select t.id, hotel_id, min(night), max(night) + 1,
           jsonb_build_array(jsonb_build_object('type', 'twin', 'count', (t.capacity + 1) / 2)),
           case when t.status = 'cancelled' then 'cancelled'
                when t.departure_date < today() + 42 then 'confirmed' else 'requested' end
      from runs join planned_trips t on t.id = runs.planned_trip_id
     group by t.id, hotel_id, run
     order by t.id, min(night)`.execute(tx)
}

const openHotels = async (tx: Tx) => {
  const known = new Map(seedRows('demo/hotels').map((hotel) => [hotel.name, hotel]))
  const { rows } = await sql<{ name: string; city_id: number }>`
    select distinct hotel_name as name, overnight_city_id as city_id from planned_trip_segments
     where hotel_name is not null and overnight_city_id is not null order by city_id, name`.execute(tx)
  await insertAll(
    tx,
    'hotels',
    rows.map(({ name, city_id }) => ({ ...known.get(name), city_id })),
  )
}
