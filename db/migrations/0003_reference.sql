-- Reference data: places, airlines and airports, hotels, categories, seasons, exchange rates and terms of cancellation.

create table continents (
  id          integer generated always as identity primary key,
  code        varchar(2) not null constraint continents_code unique,
  name        varchar(100) not null,
  name_en     varchar(100),
  notes       varchar(2000),
  is_active   boolean not null default true,
  sort_order  integer not null default 0,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index continents_order on continents (sort_order, id);
select keep_record('continents');

create table countries (
  id                            integer generated always as identity primary key,
  continent_id                  integer not null references continents,
  iso_alpha2                    varchar(2) not null constraint countries_iso_alpha2 unique,
  iso_alpha3                    varchar(3) constraint countries_iso_alpha3 unique,
  name                          varchar(100) not null,
  name_en                       varchar(100),
  calling_code                  varchar(10),
  currency_code                 varchar(3),
  timezone                      varchar(60),
  visa_policy                   varchar(20) check (visa_policy in ('visa_free', 'visa_on_arrival', 'e_visa', 'eta', 'visa_required', 'group_visa')),
  visa_free_days                integer,
  visa_lead_days                integer,
  passport_min_validity_months  integer not null default 6,
  passport_validity_basis       varchar(10) not null default 'arrival' check (passport_validity_basis in ('arrival', 'return')),
  entry_note                    varchar(2000),
  notes                         varchar(2000),
  is_active                     boolean not null default true,
  sort_order                    integer not null default 0,
  version                       integer not null default 1,
  created_at                    timestamptz not null default now(),
  updated_at                    timestamptz not null default now()
);
create index countries_continent on countries (continent_id);
create index countries_order on countries (sort_order, id);
create index countries_name on countries (name, id);
select keep_record('countries');

create table regions (
  id          integer generated always as identity primary key,
  country_id  integer not null references countries,
  code        varchar(30) not null,
  name        varchar(100) not null,
  name_en     varchar(100),
  notes       varchar(2000),
  is_active   boolean not null default true,
  sort_order  integer not null default 0,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint regions_code unique (country_id, code),
  constraint regions_in_country unique (id, country_id)
);
create index regions_order on regions (sort_order, id);
create index regions_name on regions (name, id);
create index regions_search on regions using gin (code gin_trgm_ops, name gin_trgm_ops, name_en gin_trgm_ops);
select keep_record('regions');

create table cities (
  id          integer generated always as identity primary key,
  country_id  integer not null references countries,
  region_id   integer,
  name        varchar(100) not null,
  name_en     varchar(100),
  iata_code   varchar(3) constraint cities_iata_code unique,
  timezone    varchar(60) not null,
  latitude    double precision check (latitude between -90 and 90),
  longitude   double precision check (longitude between -180 and 180),
  aliases     text[] not null default '{}',
  notes       varchar(2000),
  is_active   boolean not null default true,
  sort_order  integer not null default 0,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  -- A region that moves to another country takes its cities along.
  constraint cities_region foreign key (region_id, country_id) references regions (id, country_id) on update cascade,
  constraint cities_name unique nulls not distinct (country_id, region_id, name)
);
create index cities_region on cities (region_id, country_id);
create index cities_order on cities (sort_order, id);
create index cities_by_name on cities (name, id);
create index cities_search on cities using gin (name gin_trgm_ops, name_en gin_trgm_ops, iata_code gin_trgm_ops, joined(aliases) gin_trgm_ops);
-- Orders that the list offers. Null comes last in both directions, so a descending order of a column that may be null has an index of its own.
create index cities_name_en on cities (name_en, id);
create index cities_name_en_last on cities (name_en desc nulls last, id desc);
create index cities_iata_code_last on cities (iata_code desc nulls last, id desc);
create index cities_created on cities (created_at, id);
select keep_record('cities');

create table geographical_areas (
  id                  integer generated always as identity primary key,
  code                varchar(30) not null constraint geographical_areas_code unique,
  name                varchar(100) not null,
  name_en             varchar(100),
  color               varchar(7),
  controller_user_id  integer references users,
  notes               varchar(2000),
  is_active           boolean not null default true,
  sort_order          integer not null default 0,
  version             integer not null default 1,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now()
);
create index geographical_areas_controller on geographical_areas (controller_user_id);
create index geographical_areas_order on geographical_areas (sort_order, id);
select keep_named('geographical_areas', '{admin, sales, department}', 'controller_user_id');
select keep_record('geographical_areas');

create table geographical_area_countries (
  area_id     integer not null references geographical_areas on delete cascade,
  country_id  integer not null references countries,
  primary key (area_id, country_id)
);
select keep_link('geographical_area_countries', 'geographical_areas', 'area_id', 'country_id');

create table geographical_area_cities (
  area_id  integer not null references geographical_areas on delete cascade,
  city_id  integer not null references cities,
  primary key (area_id, city_id)
);
select keep_link('geographical_area_cities', 'geographical_areas', 'area_id', 'city_id');

create table airlines (
  id          integer generated always as identity primary key,
  iata_code   varchar(2) not null constraint airlines_iata_code unique,
  icao_code   varchar(3) constraint airlines_icao_code unique,
  name        varchar(100) not null,
  name_en     varchar(100),
  country_id  integer references countries,
  alliance    varchar(20) check (alliance in ('star_alliance', 'oneworld', 'skyteam')),
  notes       varchar(2000),
  is_active   boolean not null default true,
  sort_order  integer not null default 0,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index airlines_country on airlines (country_id);
create index airlines_order on airlines (sort_order, id);
create index airlines_name on airlines (name, id);
select keep_record('airlines');

create table airline_cities (
  airline_id  integer not null references airlines on delete cascade,
  city_id     integer not null references cities,
  is_hub      boolean not null default false,
  primary key (airline_id, city_id)
);
select keep_link('airline_cities', 'airlines', 'airline_id', 'city_id');

-- Where an airline flies, as its timetable has it; `arrives` is the local time of the day that lies `arrives_days_later` days on.
create table airline_routes (
  id                   integer generated always as identity primary key,
  airline_id           integer not null references airlines on delete cascade,
  origin_city_id       integer not null references cities,
  destination_city_id  integer not null references cities,
  flight_number        varchar(8) not null,
  days_of_week         integer[] not null default '{1,2,3,4,5,6,7}',
  departs              varchar(5),
  arrives              varchar(5),
  arrives_days_later   integer not null default 0 check (arrives_days_later between -1 and 2),
  effective_from       date,
  effective_to         date,
  notes                varchar(2000),
  is_active            boolean not null default true,
  sort_order           integer not null default 0,
  version              integer not null default 1,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  constraint airline_routes_ends check (origin_city_id <> destination_city_id),
  constraint airline_routes_span check (effective_to >= effective_from),
  constraint airline_routes_flight unique nulls not distinct (airline_id, flight_number, origin_city_id, destination_city_id, departs, effective_from)
);
create index airline_routes_origin on airline_routes (origin_city_id);
create index airline_routes_destination on airline_routes (destination_city_id);
select keep_record('airline_routes');

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

create table categories (
  id          integer generated always as identity primary key,
  code        varchar(30) not null constraint categories_code unique,
  name        varchar(100) not null,
  name_en     varchar(100),
  parent_id   integer references categories,
  color       varchar(7),
  notes       varchar(2000),
  is_active   boolean not null default true,
  sort_order  integer not null default 0,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index categories_parent on categories (parent_id);
create index categories_order on categories (sort_order, id);
select keep_record('categories');

-- No category lies above itself. One at a time asks, so that two moves at once cannot close a ring.
create function refuse_category_ring() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('categories.parent_id'));
  if exists (
    with recursive above (id) as (
      select new.parent_id
      union
      select parent_id from categories join above using (id)
    )
    select from above where id = new.id
  ) then
    raise exception 'category % would lie above itself', new.id
      using errcode = 'check_violation', constraint = 'categories_ring';
  end if;
  return new;
end $$;
create trigger refuse_ring before insert or update of parent_id on categories
  for each row when (new.parent_id is not null) execute function refuse_category_ring();

create table category_countries (
  category_id  integer not null references categories on delete cascade,
  country_id   integer not null references countries,
  primary key (category_id, country_id)
);
select keep_link('category_countries', 'categories', 'category_id', 'country_id');

create table seasons (
  id          integer generated always as identity primary key,
  code        varchar(30) not null constraint seasons_code unique,
  name        varchar(100) not null,
  name_en     varchar(100),
  starts_on   date not null,
  ends_on     date not null,
  level       varchar(10) not null default 'shoulder' check (level in ('low', 'shoulder', 'high', 'peak')),
  notes       varchar(2000),
  is_active   boolean not null default true,
  sort_order  integer not null default 0,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint seasons_span check (ends_on >= starts_on)
);
create index seasons_starts on seasons (starts_on, id);
create index seasons_order on seasons (sort_order, id);
select keep_record('seasons');

-- A country may have the season at its own dates; it then has both.
create table season_countries (
  season_id   integer not null references seasons on delete cascade,
  country_id  integer not null references countries,
  starts_on   date,
  ends_on     date,
  primary key (season_id, country_id),
  constraint season_countries_dates check ((starts_on is null) = (ends_on is null)),
  constraint season_countries_span check (ends_on >= starts_on)
);
select keep_link('season_countries', 'seasons', 'season_id', 'country_id');

-- What one unit of a currency is worth in another, from a day on.
create table exchange_rates (
  id             integer generated always as identity primary key,
  from_currency  varchar(3) not null,
  to_currency    varchar(3) not null,
  rate           numeric(14, 8) not null check (rate > 0),
  valid_from     date not null,
  source         varchar(200),
  notes          varchar(2000),
  version        integer not null default 1,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  constraint exchange_rates_day unique (from_currency, to_currency, valid_from),
  constraint exchange_rates_pair check (to_currency <> from_currency)
);
create index exchange_rates_order on exchange_rates (valid_from, id);
select keep_record('exchange_rates');

-- The rule of rounding, in one place: each amount once, to the cent, half a cent away from zero.
create function at_rate(amount numeric, rate numeric) returns numeric language sql immutable parallel safe as $$
  select round(amount * rate, 2)
$$;

-- An amount as people read it: 39,900 or 39,900.50.
create function amount_text(amount numeric) returns text language sql immutable as $$
  select to_char(amount, case when amount = trunc(amount) then 'FM999,999,999,990' else 'FM999,999,999,990.00' end) $$;

-- What a cancellation costs by law or custom, as data: the percentage of the price from so many days before the departure on. Of each
-- rule the rows with the newest day that has begun are in force. No days: from the conclusion of the contract on.
create table cancellation_terms (
  id          integer generated always as identity primary key,
  rule        varchar(20) not null check (rule in ('traveler', 'house_fault', 'below_minimum')),
  anchor      varchar(20) not null default 'departure' check (anchor = any (array['departure'::varchar]::text[])),
  days        integer check (days between 0 and 3650),
  percent     numeric(5, 2) not null check (percent between 0 and 100),
  source      varchar(300) not null,
  valid_from  date not null,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint cancellation_terms_step unique nulls not distinct (rule, valid_from, days)
);
select keep_record('cancellation_terms');
insert into cancellation_terms (rule, days, percent, source, valid_from)
select rule, days, percent, '國外旅遊定型化契約（依 2023 年文本整理，使用前請核對現行條文）', '2023-01-01'
  from (values ('traveler', null, 5), ('traveler', 40, 10), ('traveler', 30, 20), ('traveler', 20, 30), ('traveler', 1, 50), ('traveler', 0, 100),
               ('house_fault', null, 5), ('house_fault', 40, 10), ('house_fault', 30, 20), ('house_fault', 20, 30), ('house_fault', 1, 50),
               ('house_fault', 0, 100), ('below_minimum', 7, 0)) terms (rule, days, percent);
