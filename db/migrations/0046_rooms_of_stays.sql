-- A room belongs to a stay: its place in the list of the hotel, its type, and who sleeps in it.
create table stay_rooms (
  id          integer generated always as identity primary key,
  stay_id     integer not null references planned_trip_stays on delete cascade,
  number      integer not null check (number > 0),
  type        varchar(10) not null check (type in ('single', 'twin', 'double', 'triple', 'quad', 'suite')),
  notes       varchar(2000),
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint stay_rooms_stay unique (stay_id, id),
  -- Looked at when all is written, so that rooms may change places.
  constraint stay_rooms_number unique (stay_id, number) deferrable initially deferred
);
select keep_record('stay_rooms');

-- A traveler sleeps in one room of a stay.
create table stay_room_travelers (
  room_id      integer not null,
  stay_id      integer not null,
  traveler_id  integer not null references travelers on delete cascade,
  primary key (room_id, traveler_id),
  constraint stay_room_travelers_room foreign key (stay_id, room_id) references stay_rooms (stay_id, id) on delete cascade,
  constraint stay_room_travelers_once unique (stay_id, traveler_id)
);
create index stay_room_travelers_of_room on stay_room_travelers (stay_id, room_id);
select keep_link('stay_room_travelers', 'stay_rooms', 'room_id', 'traveler_id');
