-- Planned trips: who runs and leads them, where they go day by day, where they sleep and fly, and what has to be done by when.

-- `price` and `terms` are what a trip took over from its package when it was planned: that is what is sold, whatever becomes of the package.
create table planned_trips (
  id                  integer generated always as identity primary key,
  serial              varchar(40) not null constraint planned_trips_serial unique,
  package_id          integer references packages,
  category_id         integer references categories,
  season_id           integer references seasons,
  area_id             integer references geographical_areas,
  branch_id           integer references branches,
  name                varchar(200) not null,
  name_en             varchar(200),
  departure_date      date not null,
  return_date         date not null,
  status              varchar(20) not null default 'open'
                      check (status in ('draft', 'open', 'guaranteed', 'closed', 'departed', 'returned', 'settled', 'cancelled')),
  -- Whether strangers find the trip and may register for it. Private groups and incentive trips are not public until staff make them so.
  is_public           boolean not null default true,
  capacity            integer not null default 20 check (capacity between 1 and 999),
  min_pax             integer not null default 1 check (min_pax between 1 and 999),
  op_user_id          integer references users,
  sales_user_id       integer references users,
  ticketing_user_id   integer references users,
  assigned_leader_id  integer references tour_leaders,
  briefing_leader_id  integer references tour_leaders,
  briefing_starts_at  timestamptz,
  briefing_ends_at    timestamptz,
  assembly            jsonb,
  price               jsonb,
  price_overrides     jsonb,
  terms               jsonb not null default '{}',
  cancel_cause        varchar(20) check (cancel_cause in ('below_minimum', 'house_fault', 'force_majeure', 'objective_risk', 'other')),
  cancel_reason       varchar(2000),
  cancel_costs        jsonb,
  notes               varchar(2000),
  version             integer not null default 1,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  constraint planned_trips_span check (return_date >= departure_date),
  constraint planned_trips_length check (return_date - departure_date < 366),
  constraint planned_trips_briefing check (briefing_ends_at > briefing_starts_at),
  constraint planned_trips_briefing_times check ((briefing_starts_at is null) = (briefing_ends_at is null))
);
create index planned_trips_departure on planned_trips (departure_date, id);
create index planned_trips_area on planned_trips (area_id, departure_date, id);
create index planned_trips_leader on planned_trips (assigned_leader_id, departure_date, id);
create index planned_trips_briefing_leader on planned_trips (briefing_leader_id, departure_date, id);
create index planned_trips_package on planned_trips (package_id, departure_date, id);
create index planned_trips_category on planned_trips (category_id, departure_date, id);
create index planned_trips_season on planned_trips (season_id, departure_date, id);
create index planned_trips_status on planned_trips (status, departure_date, id);
create index planned_trips_op on planned_trips (op_user_id, departure_date, id);
create index planned_trips_sales on planned_trips (sales_user_id, departure_date, id);
create index planned_trips_ticketing on planned_trips (ticketing_user_id, departure_date, id);
create index planned_trips_return on planned_trips (return_date, id);
create index planned_trips_name on planned_trips (name, id);
create index planned_trips_created on planned_trips (created_at, id);
create index planned_trips_missing_leader on planned_trips ((assigned_leader_id is null and status <> 'cancelled'), departure_date, id);
create index planned_trips_branch on planned_trips (branch_id, departure_date, id) where branch_id is not null;
create index planned_trips_public on planned_trips (is_public, departure_date, id);
-- Trips are listed by the weekday on which they depart.
create index planned_trips_weekday on planned_trips ((extract(isodow from departure_date)), id);
create index planned_trips_search on planned_trips using gin (serial gin_trgm_ops, name gin_trgm_ops);
select keep_record('planned_trips');
select keep_named('planned_trips', '{admin, sales}', 'sales_user_id');
select keep_named('planned_trips', '{admin, department}', 'op_user_id', 'ticketing_user_id');

-- Every process hears which trips changed, so that open pages and the counts of the morning are read again.
create function announce_trip() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('type', 'planned_trip', 'id', new.id, 'version', new.version,
    'leaders', json_build_array(new.assigned_leader_id, new.briefing_leader_id))::text);
  return null;
end $$;
create trigger announce_change after insert or update on planned_trips for each row execute function announce_trip();

-- The last number given for what a serial says of package and day. It is counted in the transaction that plans the trip
-- and outlives it, so that serials have no gaps and none is given twice.
create table trip_serials (
  form  varchar(100) primary key,
  last  integer not null
);

create table trip_countries (
  planned_trip_id  integer not null references planned_trips on delete cascade,
  country_id       integer not null references countries,
  primary key (planned_trip_id, country_id)
);
select keep_link('trip_countries', 'planned_trips', 'planned_trip_id', 'country_id');

-- Who led a trip, and in spite of what.
create table trip_leader_changes (
  id               integer generated always as identity primary key,
  planned_trip_id  integer not null references planned_trips on delete cascade,
  duty             varchar(20) not null check (duty in ('assigned', 'briefing')),
  tour_leader_id   integer references tour_leaders,
  is_override      boolean not null,
  reason           varchar(500),
  changed_by       integer references users,
  created_at       timestamptz not null default now()
);
create index trip_leader_changes_trip on trip_leader_changes (planned_trip_id, id);
create index trip_leader_changes_leader on trip_leader_changes (tour_leader_id, id);
create index trip_leader_changes_user on trip_leader_changes (changed_by);

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

create table planned_trip_segments (
  id                 integer generated always as identity primary key,
  planned_trip_id    integer not null references planned_trips on delete cascade,
  sequence           integer not null check (sequence > 0),
  starts_on          date not null,
  ends_on            date not null,
  title              varchar(200) not null,
  title_en           varchar(200),
  description        varchar(10000),
  description_en     varchar(10000),
  overnight_city_id  integer references cities,
  hotel_name         varchar(200),
  breakfast          varchar(10) not null default 'none' check (breakfast in ('included', 'own', 'onboard', 'none')),
  lunch              varchar(10) not null default 'none' check (lunch in ('included', 'own', 'onboard', 'none')),
  dinner             varchar(10) not null default 'none' check (dinner in ('included', 'own', 'onboard', 'none')),
  transport          varchar(200),
  version            integer not null default 1,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  constraint planned_trip_segments_span check (ends_on >= starts_on),
  -- Looked at when all is written, so that segments may change places.
  constraint planned_trip_segments_order unique (planned_trip_id, sequence) deferrable initially deferred
);
create index planned_trip_segments_overnight on planned_trip_segments (overnight_city_id);
select keep_record('planned_trip_segments');

create table planned_trip_segment_cities (
  segment_id  integer not null references planned_trip_segments on delete cascade,
  city_id     integer not null references cities,
  sequence    integer not null,
  primary key (segment_id, city_id)
);
create index planned_trip_segment_cities_back on planned_trip_segment_cities (city_id);

create table planned_trip_segment_legs (
  id                   integer generated always as identity primary key,
  segment_id           integer not null references planned_trip_segments on delete cascade,
  sequence             integer not null check (sequence > 0),
  type                 varchar(20) not null check (type in ('flight', 'coach', 'train', 'ferry', 'transfer', 'hotel', 'meal', 'visit', 'free')),
  from_city_id         integer references cities,
  to_city_id           integer references cities,
  place                varchar(200),
  starts_at            timestamptz,
  ends_at              timestamptz,
  supplier             varchar(200),
  status               varchar(20) not null default 'planned' check (status in ('planned', 'requested', 'confirmed', 'completed', 'cancelled')),
  confirmation_number  varchar(60),
  cost                 numeric(12, 2) check (cost >= 0),
  currency             varchar(3) not null default house_currency(),
  notes                varchar(2000),
  version              integer not null default 1,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  constraint planned_trip_segment_legs_span check (ends_at >= starts_at),
  constraint planned_trip_segment_legs_order unique (segment_id, sequence) deferrable initially deferred
);
create index planned_trip_segment_legs_from on planned_trip_segment_legs (from_city_id);
create index planned_trip_segment_legs_to on planned_trip_segment_legs (to_city_id);
select keep_record('planned_trip_segment_legs');

-- The zone of one end of a leg: that of its city, of the other end, or of where the segment spends the night.
create function leg_zone(near integer, far integer, segment integer) returns text language sql stable parallel safe as $$
  select coalesce((select timezone from cities where id = near), (select timezone from cities where id = far),
    (select c.timezone from planned_trip_segments s join cities c on c.id = s.overnight_city_id where s.id = segment), house_zone())
$$;

-- A flight of a trip: an instant at either end, and the zone in which its clock is read there.
create table planned_trip_flights (
  id                integer generated always as identity primary key,
  planned_trip_id   integer not null references planned_trips on delete cascade,
  direction         varchar(10) not null check (direction in ('outbound', 'inbound', 'internal')),
  sequence          integer not null check (sequence between 1 and 99),
  airline_id        integer references airlines,
  airline_route_id  integer references airline_routes on delete set null,
  flight_number     varchar(8) not null,
  origin            varchar(3) not null,
  destination       varchar(3) not null,
  departs_at        timestamptz not null,
  departs_timezone  varchar(60) not null,
  arrives_at        timestamptz not null,
  arrives_timezone  varchar(60) not null,
  cabin             varchar(20) not null default 'economy' check (cabin in ('economy', 'premium_economy', 'business', 'first')),
  pnr               varchar(8),
  seats_blocked     integer check (seats_blocked between 0 and 999),
  seats_ticketed    integer not null default 0 check (seats_ticketed between 0 and 999),
  status            varchar(20) not null default 'requested' check (status in ('requested', 'confirmed', 'waitlisted', 'changed', 'cancelled')),
  ticketing_due_on  date,
  baggage           varchar(200),
  notes             varchar(2000),
  version           integer not null default 1,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  constraint planned_trip_flights_ends check (origin <> destination),
  constraint planned_trip_flights_span check (arrives_at > departs_at),
  constraint planned_trip_flights_seats check (seats_ticketed <= seats_blocked),
  -- Looked at when all is written, so that flights may change places.
  constraint planned_trip_flights_sequence exclude (planned_trip_id with =, direction with =, sequence with =)
    where (status <> 'cancelled') deferrable initially deferred
);
create index planned_trip_flights_trip on planned_trip_flights (planned_trip_id, departs_at, id);
create index planned_trip_flights_airline on planned_trip_flights (airline_id);
create index planned_trip_flights_route on planned_trip_flights (airline_route_id);
create index planned_trip_flights_ticketing on planned_trip_flights (ticketing_due_on, planned_trip_id) where ticketing_due_on is not null;
select keep_record('planned_trip_flights');

-- Where a trip sleeps: one hotel from one day to another, with the rooms that are held there by type. The list of its rooms has a version of
-- its own, so that two who arrange them at the same time do not overwrite each other, and whoever changes the hotel or the days refuses
-- neither of them. Its increments are no change of the stay, so this table has triggers of its own instead of `keep_record`.
create table planned_trip_stays (
  id                   integer generated always as identity primary key,
  planned_trip_id      integer not null references planned_trips on delete cascade,
  hotel_id             integer not null references hotels,
  check_in             date not null,
  check_out            date not null,
  rooms                jsonb not null default '[]',
  rooms_version        integer not null default 1,
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
create index planned_trip_stays_updated on planned_trip_stays (updated_at, id);
create trigger touch before update on planned_trip_stays for each row when (old.rooms_version = new.rooms_version)
  execute function touch();
create trigger audit after insert or delete on planned_trip_stays for each row execute function audit();
create trigger audit_change after update on planned_trip_stays for each row when (old.rooms_version = new.rooms_version)
  execute function audit();

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

-- What has to be done by when, with a name for what no key stands for; `reminded_at` and `escalated_at` say who was told already.
create table trip_deadlines (
  id               integer generated always as identity primary key,
  planned_trip_id  integer not null references planned_trips on delete cascade,
  key              varchar(40) not null,
  name             varchar(100),
  name_en          varchar(100),
  owner            varchar(20) not null default 'op' check (owner in ('op', 'sales', 'ticketing')),
  due_on           date not null,
  done_at          timestamptz,
  done_by          integer references users,
  reminded_at      timestamptz,
  escalated_at     timestamptz,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint trip_deadlines_key unique (planned_trip_id, key),
  constraint trip_deadlines_done check (done_by is null or done_at is not null)
);
create index trip_deadlines_due on trip_deadlines (due_on, planned_trip_id) where done_at is null;
create index trip_deadlines_doer on trip_deadlines (done_by);
create index trip_deadlines_by_day on trip_deadlines (due_on, id);
create index trip_deadlines_open on trip_deadlines (due_on, id) where done_at is null;
create index trip_deadlines_owner on trip_deadlines (owner, due_on, id);
create index trip_deadlines_created on trip_deadlines (created_at, id);
select keep_record('trip_deadlines');

-- One thing passed from hand to hand at a time; what became of it stays as it was.
create table trip_handovers (
  id               integer generated always as identity primary key,
  planned_trip_id  integer not null references planned_trips on delete cascade,
  kind             varchar(20) not null check (kind in ('sales_to_op', 'op_to_leader', 'leader_to_op')),
  from_user_id     integer not null references users,
  to_user_id       integer not null references users,
  items            jsonb not null default '[]',
  note             varchar(2000),
  status           varchar(10) not null default 'pending' check (status in ('pending', 'accepted', 'returned')),
  decided_by       integer references users,
  decided_at       timestamptz,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint trip_handovers_decided check ((status = 'pending') = (decided_at is null))
);
create unique index trip_handovers_pending on trip_handovers (planned_trip_id, kind) where status = 'pending';
create index trip_handovers_trip on trip_handovers (planned_trip_id, id);
create index trip_handovers_from on trip_handovers (from_user_id);
create index trip_handovers_to on trip_handovers (to_user_id);
create index trip_handovers_decider on trip_handovers (decided_by);
select keep_record('trip_handovers');

-- What a trip costs the agency: as it was planned, and as it was invoiced. The rate makes an amount the agency's currency.
create table trip_costs (
  id               integer generated always as identity primary key,
  planned_trip_id  integer not null references planned_trips on delete cascade,
  kind             varchar(20) not null
                   check (kind in ('air', 'land', 'hotel', 'guide', 'tips', 'insurance', 'visa', 'other')),
  description      varchar(200),
  estimated        numeric(12, 2) check (estimated >= 0),
  actual           numeric(12, 2) check (actual >= 0),
  currency         varchar(3) not null default house_currency(),
  rate             numeric(14, 8) check (rate > 0),
  supplier         varchar(200),
  invoice_number   varchar(60),
  invoiced_on      date,
  notes            varchar(2000),
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint trip_costs_amount check (num_nonnulls(estimated, actual) > 0)
);
create index trip_costs_trip on trip_costs (planned_trip_id, id);
select keep_record('trip_costs');

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
