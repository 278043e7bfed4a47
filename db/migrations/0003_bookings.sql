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
  contact_line_id   varchar(50),
  locale            varchar(10) not null default 'zh-TW' check (locale in ('zh-TW', 'en')),
  customer_user_id  integer references users,
  sales_user_id     integer references users,
  payment_method    varchar(30),
  travel_purpose    varchar(30),
  marketing_source  varchar(30),
  customer_note     varchar(2000),
  notes             varchar(2000),
  privacy_consent_at  timestamptz,

  -- What the trip cost on the day it was booked; and the account: the lines and payments add themselves up here.
  price             jsonb,
  currency          varchar(3) not null default house_currency(),
  total             numeric(16, 2) not null default 0,
  paid              numeric(16, 2) not null default 0 constraint bookings_paid check (paid >= 0),
  balance           numeric(16, 2) generated always as (total - paid) stored,
  deposit           numeric(16, 2) not null default 0 check (deposit >= 0),
  deposit_due_on    date,
  balance_due_on    date,
  payment_due_on    date generated always as (case when status not in ('held', 'confirmed', 'completed') then null
                                                   when paid < deposit then deposit_due_on
                                                   when paid < total then balance_due_on end) stored,

  -- Since when it stands in line; since when a seat is offered to it; and until when its seats are kept.
  queued_at         timestamptz not null default clock_timestamp(),
  offered_at        timestamptz,
  hold_expires_at   timestamptz,

  cancelled_at      timestamptz,
  cancelled_by      integer references users,
  cancel_reason     varchar(2000),
  cancellation_fee  numeric(16, 2) check (cancellation_fee >= 0),
  refund            numeric(16, 2) check (refund >= 0),

  -- What a person may look for, in one text, so that one index finds it.
  sought            text not null generated always as (booking_number || ' ' || contact_name || coalesce(' ' || contact_email, '')
                      || coalesce(' ' || contact_phone, '')) stored,
  -- Equal where trip, contact and travelers are, and telling nothing else.
  twin_mark         bytea,
  version           integer not null default 1,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now()
);
create index bookings_trip on bookings (planned_trip_id, status, id);
create index bookings_customer on bookings (customer_user_id, id);
create index bookings_sales on bookings (sales_user_id, id);
create index bookings_status on bookings (status, created_at, id);
create index bookings_source on bookings (source, created_at, id);
create index bookings_created on bookings (created_at, id);
create index bookings_total on bookings (total, id);
create index bookings_payment_due on bookings (payment_due_on, id);
create index bookings_canceller on bookings (cancelled_by);
create index bookings_queue on bookings (planned_trip_id, queued_at, id) where status = 'waitlisted';
create index bookings_holds on bookings (hold_expires_at) where status = 'held';
create index bookings_twins on bookings (planned_trip_id, twin_mark) where twin_mark is not null;
create index bookings_search on bookings using gin (sought gin_trgm_ops);
select keep_named('bookings', '{customer}', 'customer_user_id');
select keep_named('bookings', '{admin, sales}', 'sales_user_id');
select keep_record('bookings', 'contact_name', 'contact_phone', 'contact_email', 'contact_line_id', 'sought', 'twin_mark');

create table travelers (
  id                   integer generated always as identity primary key,
  booking_id           integer not null references bookings,
  name                 varchar(100) not null,
  surname_en           varchar(60),
  given_name_en        varchar(60),
  gender               varchar(10) check (gender in ('female', 'male', 'other')),
  birth_date           personal,
  nationality          varchar(30),
  national_id          personal,
  mobile               varchar(30),
  email                varchar(254),
  passport_status      varchar(30),
  passport_number      personal,
  passport_expires_on  date,
  meal_requirement     varchar(30),
  food_restrictions    text[] not null default '{}',
  ticket_handling      varchar(30),
  class_preference     varchar(30),
  bed_type             varchar(30),
  bed                  boolean not null default true,
  seat_preference      varchar(30),
  allergies            personal,
  roommate_group       varchar(30),
  notes                varchar(2000),
  status               varchar(20) not null default 'active' check (status in ('active', 'cancelled')),

  -- Sealed with this; there is none before something is.
  person_key           uuid references person_keys,
  -- What follows from a birth date, which cannot be read from here.
  passenger_type       varchar(10) check (passenger_type in ('adult', 'child', 'infant')),
  is_minor             boolean,
  -- Equal where the sealed values are equal, and telling nothing else.
  passport_mark        bytea,
  identity_mark        bytea,
  birth_mark           bytea,

  version              integer not null default 1,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now()
);
create index travelers_booking on travelers (booking_id, id);
create index travelers_person on travelers (person_key);
create index travelers_name on travelers (name, id);
create index travelers_created on travelers (created_at, id);
create index travelers_status on travelers (status, id);
create index travelers_passenger_type on travelers (passenger_type, id);
create index travelers_nationality on travelers (nationality, id);
create index travelers_passport_status on travelers (passport_status, id);
create index travelers_passport_expires on travelers (passport_expires_on, id);
create index travelers_passport_mark on travelers (passport_mark) where passport_mark is not null;
create index travelers_identity_mark on travelers (identity_mark) where identity_mark is not null;
create index travelers_search on travelers using gin (name gin_trgm_ops);
create index travelers_search_surname on travelers using gin (surname_en gin_trgm_ops);
create index travelers_search_given_name on travelers using gin (given_name_en gin_trgm_ops);
select keep_record('travelers', 'passport_mark', 'identity_mark', 'birth_mark');
