import { sql } from 'kysely'

/** SQL: from when a trip `t` is in which zone. In the evening of a night it is where it sleeps, also if it came there by road. */
export const moves = sql<{ at: string; zone: string }[]>`(
  select coalesce(json_agg(json_build_object('at', m.at, 'zone', m.zone) order by m.at), '[]')
    from (select f.departs_at as at, f.arrives_timezone as zone
            from planned_trip_flights f where f.planned_trip_id = t.id and f.status <> 'cancelled'
           union all
          select (s.starts_on + time '18:00') at time zone c.timezone, c.timezone
            from planned_trip_segments s join cities c on c.id = s.overnight_city_id where s.planned_trip_id = t.id) m)`

/** SQL: the zone in which a trip `t` begins. */
export const startsIn = sql<string>`coalesce((
  select f.departs_timezone from planned_trip_flights f
   where f.planned_trip_id = t.id and f.status <> 'cancelled' order by f.departs_at, f.id limit 1), house_zone())`
