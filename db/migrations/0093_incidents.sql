-- What goes wrong on a trip. Like the other entries of the road it has a number that the phone has given it. The clock of the agency runs from
-- when it happened, until somebody has reported it to the authority or it is closed.
create table incidents (
  id                integer generated always as identity primary key,
  planned_trip_id   integer not null references planned_trips,
  entry_id          uuid not null constraint incidents_entry unique,
  entered_at        timestamptz not null,
  entered_by        integer not null references users,
  is_former_leader  boolean not null,
  kind              varchar(20) not null check (kind in ('illness', 'accident', 'lost_passport', 'theft', 'missing_person', 'delay', 'natural_disaster', 'other')),
  severity          varchar(10) not null check (severity in ('low', 'medium', 'high', 'critical')),
  happened_at       timestamptz not null,
  place             varchar(200),
  what              varchar(4000) not null,
  done              varchar(4000),
  needs             varchar(2000),
  office_user_id    integer references users,
  reported_to       varchar(200),
  reported_at       timestamptz,
  result            varchar(4000),
  closed_by         integer references users,
  closed_at         timestamptz,
  entry_hash        varchar(64) not null,
  version           integer not null default 1,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  constraint incidents_reported check ((reported_at is null) = (reported_to is null)),
  constraint incidents_closed check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (result is null))
);
create index incidents_trip on incidents (planned_trip_id, created_at);
create index incidents_author on incidents (entered_by);
create index incidents_office on incidents (office_user_id) where office_user_id is not null;
create index incidents_closer on incidents (closed_by) where closed_by is not null;
create index incidents_open on incidents (happened_at, id) where closed_at is null;
create index incidents_closed on incidents (closed_at);
create index incidents_happened on incidents (happened_at, id);
create index incidents_created on incidents (created_at, id);
create index incidents_kind on incidents (kind, happened_at, id);
create index incidents_severity on incidents (severity, happened_at, id);
select keep_record('incidents', 'entry_hash');

-- Whom it concerns.
create table incident_travelers (
  incident_id  integer not null references incidents on delete cascade,
  traveler_id  integer not null references travelers on delete cascade,
  primary key (incident_id, traveler_id)
);
select keep_link('incident_travelers', 'incidents', 'incident_id', 'traveler_id');

-- What happened since then, in the order in which it was told.
create table incident_updates (
  id           integer generated always as identity primary key,
  incident_id  integer not null references incidents on delete cascade,
  text         varchar(4000) not null,
  written_by   integer not null references users,
  created_at   timestamptz not null default now()
);
create index incident_updates_incident on incident_updates (incident_id, id);
create index incident_updates_author on incident_updates (written_by);

-- How soon an incident has to be reported, and who is told of it beside the OP of the trip.
alter table house add column incident_hours integer not null default 24 check (incident_hours between 1 and 168);
alter table house add column duty_user_id integer references users;
create index house_duty_user on house (duty_user_id) where duty_user_id is not null;
select keep_named('house', '{admin, manager, sales, department}', 'duty_user_id');

-- Until when an incident has to be reported. A phone with a clock that is ahead does not move it.
create function incident_due_at(happened timestamptz, arrived timestamptz) returns timestamptz language sql stable as $$
  select least(happened, arrived) + make_interval(hours => coalesce((select incident_hours from house), 24))
$$;

create or replace function last_entry_at(trip integer) returns timestamptz language sql stable as $$
  select greatest((select max(created_at) from day_notes where planned_trip_id = trip),
                  (select max(created_at) from roll_calls where planned_trip_id = trip),
                  (select max(created_at) from trip_expenses where planned_trip_id = trip),
                  (select max(created_at) from incidents where planned_trip_id = trip))
$$;
