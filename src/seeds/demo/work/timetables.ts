import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'

/** The flights that the trips take, as the timetables of their airlines. */
export function writeTimetables(tx: Tx) {
  return sql`
    insert into airline_routes (airline_id, origin_city_id, destination_city_id, flight_number, departs, arrives, arrives_days_later)
    select distinct on (f.airline_id, f.flight_number, f.origin) f.airline_id, a.city_id, b.city_id, f.flight_number,
           to_char(leaves, 'HH24:MI'), to_char(lands, 'HH24:MI'), lands::date - leaves::date
      from planned_trip_flights f join airports a on a.iata_code = f.origin join airports b on b.iata_code = f.destination
     cross join lateral (select f.departs_at at time zone f.departs_timezone as leaves, f.arrives_at at time zone f.arrives_timezone as lands) local
     where f.airline_id is not null
     order by f.airline_id, f.flight_number, f.origin, f.id`.execute(tx)
}
