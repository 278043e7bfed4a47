-- Trips, bookings and travelers as far as the conversations about extras need them.
create table planned_trips (
  id              integer generated always as identity primary key,
  serial          varchar(40) not null constraint planned_trips_serial unique,
  name            varchar(200) not null,
  departure_date  date not null,
  return_date     date not null,
  status          varchar(20) not null default 'open'
                  check (status in ('draft', 'open', 'guaranteed', 'closed', 'departed', 'returned', 'settled', 'cancelled')),
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint planned_trips_span check (return_date >= departure_date)
);
create index planned_trips_departure on planned_trips (departure_date, id);
select keep_record('planned_trips');

create table bookings (
  id                integer generated always as identity primary key,
  booking_number    varchar(50) not null constraint bookings_number unique,
  planned_trip_id   integer not null references planned_trips,
  source            varchar(10) not null default 'staff' check (source in ('public', 'staff')),
  status            varchar(20) not null default 'held'
                    check (status in ('waitlisted', 'held', 'confirmed', 'cancelled', 'completed', 'expired')),
  contact_name      varchar(100) not null,
  contact_phone     varchar(30),
  contact_email     varchar(254),
  customer_user_id  integer references users,
  sales_user_id     integer references users,
  version           integer not null default 1,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now()
);
create index bookings_trip on bookings (planned_trip_id, id);
create index bookings_customer on bookings (customer_user_id, id);
create index bookings_sales on bookings (sales_user_id, id);
select keep_record('bookings');

create table travelers (
  id             integer generated always as identity primary key,
  booking_id     integer not null references bookings,
  name           varchar(100) not null,
  surname_en     varchar(60),
  given_name_en  varchar(60),
  status         varchar(20) not null default 'active' check (status in ('active', 'cancelled')),
  version        integer not null default 1,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);
create index travelers_booking on travelers (booking_id, id);
select keep_record('travelers');
