-- The time zone of the house, to write an instant as its clock shows it.
create function house_zone() returns text language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('guidon.zone', true), ''), 'Asia/Taipei')
$$;

-- Trips to come whose leader or briefing leader has another block then. Only leaders with an overridden block can be in conflict.
create function trips_in_conflict() returns setof integer language sql stable as $$
  select c.subject_id from leader_calendar c
   where c.subject_type = 'planned_trip' and c.during && tsrange(local_time(), null) and c.tour_leader_id in (
     select o.tour_leader_id from leader_calendar o where o.is_override and o.during && tsrange(local_time(), null))
     and exists (
       select from leader_calendar b
        where b.tour_leader_id = c.tour_leader_id and b.id <> c.id and b.is_firm and b.during && with_rest_around(c.during, 30)
          and leader_clash(c.kind, c.during, c.rest_days, b.kind, b.during, b.rest_days) is not null)
$$;
