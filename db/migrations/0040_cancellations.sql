-- What a cancellation costs by law or custom, as data: the percentage of the price from so many days before the departure on. Of each
-- rule the rows with the newest day that has begun are in force. No days: from the conclusion of the contract on.
create table cancellation_terms (
  id           integer generated always as identity primary key,
  rule         varchar(20) not null check (rule in ('traveler', 'house_fault', 'below_minimum')),
  anchor       varchar(20) not null default 'departure' check (anchor = any (array['departure'::varchar]::text[])),
  days         integer check (days between 0 and 3650),
  percent      numeric(5, 2) not null check (percent between 0 and 100),
  source       varchar(300) not null,
  valid_from   date not null,
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  constraint cancellation_terms_step unique nulls not distinct (rule, valid_from, days)
);
select keep_record('cancellation_terms');
insert into cancellation_terms (rule, days, percent, source, valid_from)
select rule, days, percent, '國外旅遊定型化契約（依 2023 年文本整理，使用前請核對現行條文）', '2023-01-01'
  from (values ('traveler', null, 5), ('traveler', 40, 10), ('traveler', 30, 20), ('traveler', 20, 30), ('traveler', 1, 50), ('traveler', 0, 100),
               ('house_fault', null, 5), ('house_fault', 40, 10), ('house_fault', 30, 20), ('house_fault', 20, 30), ('house_fault', 1, 50),
               ('house_fault', 0, 100), ('below_minimum', 7, 0)) terms (rule, days, percent);

select close_idle_connections();
alter table planned_trips
  add column cancel_cause varchar(20) check (cancel_cause in ('below_minimum', 'house_fault', 'force_majeure', 'objective_risk', 'other')),
  add column cancel_costs jsonb;
alter table bookings
  add column cancel_cause varchar(20)
    check (cancel_cause in ('traveler', 'below_minimum', 'house_fault', 'force_majeure', 'objective_risk', 'other')),
  add column official_fees numeric(16, 2) check (official_fees >= 0),
  add column proven_costs numeric(16, 2) check (proven_costs >= 0),
  add column penalty numeric(16, 2) check (penalty >= 0),
  add column cancel_paper varchar(200);
-- A penalty is paid out beside what was paid in, so a booking whose total is below zero may be paid below zero, down to its total.
alter table bookings drop constraint bookings_paid, add constraint bookings_paid check (paid >= least(total, 0));
