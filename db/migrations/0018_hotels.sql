create table airports (
  id          integer generated always as identity primary key,
  iata_code   varchar(3) not null constraint airports_iata_code unique,
  name        varchar(100) not null,
  name_en     varchar(100),
  city_id     integer references cities,
  timezone    varchar(60) not null,
  notes       varchar(2000),
  is_active   boolean not null default true,
  sort_order  integer not null default 0,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index airports_order on airports (sort_order, id);
create index airports_name on airports (name, id);
create index airports_city on airports (city_id, id);
select keep_record('airports');

create table hotels (
  id               integer generated always as identity primary key,
  name             varchar(200) not null,
  name_en          varchar(200),
  city_id          integer not null references cities,
  address          varchar(300),
  address_en       varchar(300),
  phone            varchar(30),
  email            varchar(254),
  child_bed_rules  varchar(2000),
  notes            varchar(2000),
  is_active        boolean not null default true,
  sort_order       integer not null default 0,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint hotels_name unique (city_id, name)
);
create index hotels_order on hotels (sort_order, id);
create index hotels_names on hotels (name, id);
select keep_record('hotels');

-- Where a trip sleeps: one hotel from one day to another, with the rooms that are held there by type.
create table planned_trip_stays (
  id                   integer generated always as identity primary key,
  planned_trip_id      integer not null references planned_trips on delete cascade,
  hotel_id             integer not null references hotels,
  check_in             date not null,
  check_out            date not null,
  rooms                jsonb not null default '[]',
  status               varchar(20) not null default 'requested' check (status in ('requested', 'confirmed', 'cancelled')),
  confirmation_number  varchar(60),
  notes                varchar(2000),
  version              integer not null default 1,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  constraint planned_trip_stays_span check (check_out > check_in)
);
create index planned_trip_stays_trip on planned_trip_stays (planned_trip_id, check_in, id);
create index planned_trip_stays_hotel on planned_trip_stays (hotel_id, check_in, id);
select keep_record('planned_trip_stays');
