-- What was written to everybody on a trip, or to those who lacked something. Whom it reached is in their deliveries.
create table trip_messages (
  id               integer generated always as identity primary key,
  planned_trip_id  integer not null references planned_trips on delete cascade,
  title            varchar(100) not null,
  words            varchar(2000) not null,
  lacking          text[] not null default '{}',
  sent_by          integer references users,
  told             integer not null,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index trip_messages_trip on trip_messages (planned_trip_id, id);
create index trip_messages_sent_by on trip_messages (sent_by);
select keep_record('trip_messages');
