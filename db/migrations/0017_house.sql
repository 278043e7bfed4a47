-- The travel agency itself: one record, which an administrator fills in.
create table house (
  id                     integer primary key default 1 constraint house_is_one check (id = 1),
  name                   varchar(100),
  name_en                varchar(100),
  kind                   varchar(20) check (kind in ('comprehensive', 'class_a', 'class_b')),
  registration_number    varchar(30),
  guarantee_number       varchar(30),
  representative         varchar(100),
  address                varchar(300),
  address_en             varchar(300),
  phone                  varchar(30),
  emergency_phone        varchar(30),
  email                  varchar(254),
  website                varchar(500),
  complaint_contact      varchar(100),
  complaint_phone        varchar(30),
  complaint_email        varchar(254),
  terms                  varchar(20000),
  terms_en               varchar(20000),
  locales                text[] not null default '{zh-TW,en}',
  tax_id                 varchar(8),
  liability_insurance    jsonb,
  performance_insurance  jsonb,
  bank                   jsonb,
  logo_id                integer references files,
  version                integer not null default 1,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);
create index house_logo on house (logo_id);
insert into house default values;
select keep_record('house');

-- The offices of the agency. Accounts, trips and bookings may belong to one.
create table branches (
  id          integer generated always as identity primary key,
  code        varchar(30) not null constraint branches_code unique,
  name        varchar(100) not null,
  name_en     varchar(100),
  address     varchar(300),
  address_en  varchar(300),
  phone       varchar(30),
  email       varchar(254),
  notes       varchar(2000),
  is_active   boolean not null default true,
  sort_order  integer not null default 0,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index branches_order on branches (sort_order, id);
create index branches_name on branches (name, id);
select keep_record('branches');

-- Release 1.0.0 reads whole rows of these tables too.
select close_idle_connections();
alter table users add column branch_id integer references branches;
alter table planned_trips add column branch_id integer references branches;
alter table bookings add column branch_id integer references branches;
create index users_branch on users (branch_id, id) where branch_id is not null;
create index planned_trips_branch on planned_trips (branch_id, departure_date, id) where branch_id is not null;
create index bookings_branch on bookings (branch_id, created_at, id) where branch_id is not null;
