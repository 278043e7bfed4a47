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

-- Lists of payments over all bookings.
create index booking_payments_received on booking_payments (received_at, id);
create index booking_payments_created on booking_payments (created_at, id);
create index booking_payments_method on booking_payments (method, received_at);
create index booking_payments_kind on booking_payments (kind, received_at);
create index bookings_owing on bookings (payment_due_on, id) where balance > 0;
