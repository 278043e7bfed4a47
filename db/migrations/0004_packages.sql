-- What is sold: packages with their itinerary and prices.

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
  inclusions_en             text[] not null default '{}',
  exclusions                text[] not null default '{}',
  exclusions_en             text[] not null default '{}',
  important_notes           varchar(10000),
  important_notes_en        varchar(10000),
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
