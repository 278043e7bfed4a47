import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { importWithin } from '../../modules/imports/seeded.ts'

/**
 * The hotels that the itineraries name, and one stay for each series of nights in the same hotel. Rooms are held for all seats, two
 * people in each; hotels confirm six weeks before the departure.
 */
export async function stayInHotels(tx: Tx, by: By) {
  await importHotels(tx, by)
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
           case when t.departure_date < today() + 42 then 'confirmed' else 'requested' end
      from runs join planned_trips t on t.id = runs.planned_trip_id
     group by t.id, hotel_id, run
     order by t.id, min(night)`.execute(tx)
}

type By = { actor_id: number; keys: Keys; zone: string; serialPattern: string }

/** The hotels came into the house from a file, as those of a real one do. */
const importHotels = async (tx: Tx, by: By) => {
  const known = new Map(seedRows('demo/hotels').map((hotel) => [hotel.name, hotel]))
  const { rows } = await sql<{ hotel_name: string; city_name: string }>`
    select distinct s.hotel_name, c.name as city_name, c.id from planned_trip_segments s
      join cities c on c.id = s.overnight_city_id
     where s.hotel_name is not null order by c.id, s.hotel_name`.execute(tx)
  const hotels = rows.map(({ hotel_name, city_name }) => ({ ...known.get(hotel_name), name: hotel_name, city_name }))
  const bytes = Buffer.from(stringify(hotels, { header: true }))
  await importWithin(tx, by, { name: '合作飯店.csv', bytes, kind: 'hotels', options: {} })
}
