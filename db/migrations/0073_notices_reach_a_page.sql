-- The booking that a notice to an account is about, if it was sent to the account as the contact of that booking: its mail links to it.
select close_idle_connections();
alter table deliveries add column party_id integer references bookings on delete cascade;
create index deliveries_party on deliveries (party_id) where party_id is not null;

-- When finance was told of an obligation. What is owed since before this release stands in the morning's list.
alter table booking_obligations add column told_at timestamptz;
update booking_obligations set told_at = now();
create index booking_obligations_untold on booking_obligations (id) where told_at is null;

-- Trips have English names, which the calendar of leaders shows too.
create or replace view leader_blocks as
select c.id, c.tour_leader_id, c.kind, c.subject_type, c.subject_id, c.during, c.rest_days, c.is_firm, c.is_override, c.override_reason,
       c.updated_at, lower(c.during)::date as starts_on, (upper(c.during) - interval '1 microsecond')::date as ends_on,
       c.starts_at, c.ends_at, p.serial, coalesce(p.name, m.title)::text as name, coalesce(p.name_en, m.title_en)::text as name_en, u.type,
       coalesce(p.area_id, m.area_id) as area_id, a.name as place, a.name_en as place_en
  from leader_calendar c
  left join planned_trips p on p.id = case c.subject_type when 'planned_trip' then c.subject_id end
  left join seminar_sessions s on s.id = case c.subject_type when 'seminar_session' then c.subject_id end
  left join seminars m on m.id = s.seminar_id
  left join geographical_areas a on a.id = coalesce(p.area_id, m.area_id)
  left join leader_unavailabilities u on u.id = case c.subject_type when 'leader_unavailability' then c.subject_id end;
