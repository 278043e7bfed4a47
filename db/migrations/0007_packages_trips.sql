create table packages (
  id                        integer generated always as identity primary key,
  package_code              varchar(30) not null constraint packages_code unique,
  name                      varchar(200) not null,
  name_en                   varchar(200),
  kind                      varchar(20) not null default 'group' check (kind in ('group', 'mini_group', 'private', 'incentive')),
  category_id               integer references categories,
  area_id                   integer references geographical_areas,
  days                      integer not null check (days between 1 and 120),
  nights                    integer not null default 0,
  departure_city_id         integer references cities,
  highlights                text[] not null default '{}',
  description               varchar(10000),
  description_en            varchar(10000),
  inclusions                text[] not null default '{}',
  exclusions                text[] not null default '{}',
  important_notes           varchar(10000),
  min_pax                   integer not null default 1 check (min_pax between 1 and 999),
  max_pax                   integer not null default 20 check (max_pax between 1 and 999),
  leader_required_from_pax  integer check (leader_required_from_pax between 1 and 999),
  payment_policy            jsonb,
  cancellation_policy       jsonb not null default '[]',
  deadline_template         jsonb not null default '[]',
  notes                     varchar(2000),
  status                    varchar(20) not null default 'draft' check (status in ('draft', 'published', 'archived')),
  version                   integer not null default 1,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz not null default now(),
  constraint packages_nights check (nights between 0 and days),
  constraint packages_pax check (max_pax >= min_pax)
);
create index packages_status on packages (status, package_code, id);
create index packages_kind on packages (kind, package_code, id);
create index packages_category on packages (category_id, package_code, id);
create index packages_area on packages (area_id, package_code, id);
create index packages_departure_city on packages (departure_city_id);
create index packages_name on packages (name, id);
create index packages_days on packages (days, id);
create index packages_created on packages (created_at, id);
create index packages_search on packages using gin (package_code gin_trgm_ops, name gin_trgm_ops, name_en gin_trgm_ops);
select keep_record('packages');

create table package_countries (
  package_id  integer not null references packages on delete cascade,
  country_id  integer not null references countries,
  nights      integer check (nights between 0 and 120),
  sequence    integer not null default 0,
  primary key (package_id, country_id)
);
select keep_link('package_countries', 'packages', 'package_id', 'country_id');

create table package_seasons (
  package_id  integer not null references packages on delete cascade,
  season_id   integer not null references seasons,
  primary key (package_id, season_id)
);
select keep_link('package_seasons', 'packages', 'package_id', 'season_id');

-- The itinerary, day by day.
create table package_segments (
  id                 integer generated always as identity primary key,
  package_id         integer not null references packages on delete cascade,
  sequence           integer not null check (sequence > 0),
  day_from           integer not null check (day_from between 1 and 120),
  day_to             integer not null,
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
  constraint package_segments_order unique (package_id, sequence),
  constraint package_segments_days check (day_to between day_from and 120)
);
create index package_segments_overnight on package_segments (overnight_city_id);
select keep_record('package_segments');

create table package_segment_cities (
  segment_id  integer not null references package_segments on delete cascade,
  city_id     integer not null references cities,
  sequence    integer not null,
  primary key (segment_id, city_id)
);
create index package_segment_cities_back on package_segment_cities (city_id);

-- What a package costs: on certain days, in a season, or otherwise. No two can mean the same day with the same right.
create table package_prices (
  id                 integer generated always as identity primary key,
  package_id         integer not null references packages on delete cascade,
  season_id          integer references seasons,
  valid_from         date,
  valid_to           date,
  currency           varchar(3) not null default house_currency(),
  adult              numeric(12, 2) not null check (adult >= 0),
  child_with_bed     numeric(12, 2) check (child_with_bed >= 0),
  child_no_bed       numeric(12, 2) check (child_no_bed >= 0),
  infant             numeric(12, 2) check (infant >= 0),
  single_supplement  numeric(12, 2) check (single_supplement >= 0),
  land_only          numeric(12, 2) check (land_only >= 0),
  deposit            numeric(12, 2) check (deposit >= 0),
  notes              varchar(2000),
  version            integer not null default 1,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  constraint package_prices_dates check ((valid_from is null) = (valid_to is null)),
  constraint package_prices_span check (valid_to >= valid_from),
  constraint package_prices_kind check (season_id is null or valid_from is null),
  constraint package_prices_season unique (package_id, season_id),
  constraint package_prices_overlap exclude using gist (package_id with =, daterange(valid_from, valid_to, '[]') with &&)
    where (valid_from is not null)
);
create unique index package_prices_default on package_prices (package_id) where season_id is null and valid_from is null;
create index package_prices_seasons on package_prices (season_id);
select keep_record('package_prices');

-- What a trip took over from its package when it was planned: `price` and `terms` are what is sold, whatever becomes of the package.
alter table planned_trips
  add column package_id integer references packages,
  add column category_id integer references categories,
  add column season_id integer references seasons,
  add column capacity integer not null default 20 check (capacity between 1 and 999),
  add column min_pax integer not null default 1 check (min_pax between 1 and 999),
  add column op_user_id integer references users,
  add column sales_user_id integer references users,
  add column ticketing_user_id integer references users,
  add column assembly jsonb,
  add column price jsonb,
  add column price_overrides jsonb,
  add column terms jsonb not null default '{}',
  add column cancel_reason varchar(2000),
  add column notes varchar(2000),
  add constraint planned_trips_length check (return_date - departure_date < 366);
select keep_named('planned_trips', '{admin, sales}', 'sales_user_id');
select keep_named('planned_trips', '{admin, department}', 'op_user_id', 'ticketing_user_id');
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
create index planned_trips_search on planned_trips using gin (serial gin_trgm_ops, name gin_trgm_ops);

-- The last number given for what a serial says of package and day. It is counted in the transaction that plans the trip
-- and outlives it, so that serials have no gaps and none is given twice.
create table trip_serials (
  form  varchar(100) primary key,
  last  integer not null
);

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

-- What has to be done by when; `reminded_at` and `escalated_at` say who was told already.
create table trip_deadlines (
  id               integer generated always as identity primary key,
  planned_trip_id  integer not null references planned_trips on delete cascade,
  key              varchar(40) not null,
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
