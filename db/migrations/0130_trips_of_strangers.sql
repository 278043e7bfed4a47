-- Whether strangers find a trip and may register for it. Private groups and incentive trips are not public until staff make them so.
select close_idle_connections();
alter table planned_trips add column is_public boolean not null default true;
create index planned_trips_public on planned_trips (is_public, departure_date, id);
update planned_trips t set is_public = false from packages p where p.id = t.package_id and p.kind in ('private', 'incentive');
