-- The zone of one end of a leg: that of its city, of the other end, or of where the segment spends the night.
create function leg_zone(near integer, far integer, segment integer) returns text language sql stable parallel safe as $$
  select coalesce((select timezone from cities where id = near), (select timezone from cities where id = far),
    (select c.timezone from planned_trip_segments s join cities c on c.id = s.overnight_city_id where s.id = segment), house_zone())
$$;
