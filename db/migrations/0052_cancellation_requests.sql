-- What a customer asks to cancel: the whole booking, or some of its travelers. Sales cancel, or decline with a reason. The day on which it was
-- asked decides the fee. `fee` is what the customer was told on that day.
create table cancellation_requests (
  id              integer generated always as identity primary key,
  booking_id      integer not null references bookings on delete cascade,
  traveler_ids    integer[] not null default '{}',
  reason          varchar(2000) not null,
  currency        varchar(3) not null,
  fee             numeric(12, 2) not null,
  status          varchar(20) not null default 'open' check (status in ('open', 'done', 'declined', 'withdrawn')),
  decided_at      timestamptz,
  decided_by      integer references users,
  decline_reason  varchar(500),
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
create unique index cancellation_requests_open on cancellation_requests (booking_id) where status = 'open';
create index cancellation_requests_booking on cancellation_requests (booking_id, id);
create index cancellation_requests_status on cancellation_requests (status, id);
create index cancellation_requests_created on cancellation_requests (created_at, id);
create index cancellation_requests_decided_by on cancellation_requests (decided_by);
select keep_record('cancellation_requests');
