-- What leaders write on the road. Every entry has a number that the phone has given it, so that a request that is repeated makes no second
-- record, and the clock of the phone beside that of the service. A hash tells whether a repeated number has the same content.
create table day_notes (
  id                integer generated always as identity primary key,
  planned_trip_id   integer not null references planned_trips,
  entry_id          uuid not null constraint day_notes_entry unique,
  entered_at        timestamptz not null,
  entered_by        integer not null references users,
  is_former_leader  boolean not null,
  day               date not null,
  text              varchar(4000) not null,
  entry_hash        varchar(64) not null,
  version           integer not null default 1,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now()
);
create index day_notes_trip on day_notes (planned_trip_id, created_at);
create index day_notes_author on day_notes (entered_by);
select keep_record('day_notes', 'entry_hash');

create table roll_calls (
  id                integer generated always as identity primary key,
  planned_trip_id   integer not null references planned_trips,
  entry_id          uuid not null constraint roll_calls_entry unique,
  entered_at        timestamptz not null,
  entered_by        integer not null references users,
  is_former_leader  boolean not null,
  name              varchar(100) not null,
  at                timestamptz not null,
  place             varchar(200),
  entry_hash        varchar(64) not null,
  version           integer not null default 1,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now()
);
create index roll_calls_trip on roll_calls (planned_trip_id, created_at);
create index roll_calls_author on roll_calls (entered_by);
create index roll_calls_at on roll_calls (at);
select keep_record('roll_calls', 'entry_hash');

-- Everybody who was to be there when the roll was called.
create table roll_call_people (
  roll_call_id  integer not null references roll_calls on delete cascade,
  traveler_id   integer not null references travelers on delete cascade,
  is_present    boolean not null,
  primary key (roll_call_id, traveler_id)
);
select keep_link('roll_call_people', 'roll_calls', 'roll_call_id', 'traveler_id');

-- When the last entry of a trip has arrived.
create function last_entry_at(trip integer) returns timestamptz language sql stable as $$
  select greatest((select max(created_at) from day_notes where planned_trip_id = trip),
                  (select max(created_at) from roll_calls where planned_trip_id = trip))
$$;
