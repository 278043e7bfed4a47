-- The steps that a trip took, also those back: why, and in spite of what.
create table trip_status_changes (
  id               integer generated always as identity primary key,
  planned_trip_id  integer not null references planned_trips on delete cascade,
  from_status      varchar(20) not null,
  to_status        varchar(20) not null,
  reason           varchar(2000),
  in_spite_of      text[] not null default '{}',
  changed_by       integer references users,
  created_at       timestamptz not null default now()
);
create index trip_status_changes_trip on trip_status_changes (planned_trip_id, id);
create index trip_status_changes_user on trip_status_changes (changed_by);
