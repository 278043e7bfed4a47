-- What of the lines of prices and of costs passes through, by kind. What does not is own income, and what it costs is the agency's own.
alter table house add column pass_through_kinds jsonb not null default
  '{"cancellation": false, "surcharge": true, "addon": true, "tips": true, "insurance": true, "visa": true}';

-- The government invoice for what is left of a trip. It is issued elsewhere; here is its number.
create table margin_invoices (
  id               integer generated always as identity primary key,
  planned_trip_id  integer not null constraint margin_invoices_trip unique references planned_trips,
  number           varchar(10) not null constraint margin_invoices_number unique,
  issued_on        date not null,
  amount           numeric(12, 2) not null constraint margin_invoices_amount check (amount > 0),
  tax              numeric(12, 2) not null,
  entered_by       integer not null references users,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint margin_invoices_tax check (tax between 0 and amount)
);
create index margin_invoices_person on margin_invoices (entered_by);
select keep_record('margin_invoices');
select keep_months_of('margin_invoices', 'issued_on', 'planned_trip_id', 'number', 'amount', 'tax');
