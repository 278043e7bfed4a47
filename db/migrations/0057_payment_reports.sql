-- What a customer says that it has transferred: the day, the amount, the last five digits of the account it came from, and perhaps a picture.
-- Finance records it as a payment, or refuses it with a sentence. `answer_by` is the second working day after the report: until then seats for
-- which nothing else is paid are kept. The digits are not copied into the audit.
create table payment_reports (
  id              integer generated always as identity primary key,
  booking_id      integer not null references bookings on delete cascade,
  paid_on         date not null,
  amount          numeric(12, 2) not null constraint payment_reports_amount check (amount > 0),
  currency        varchar(3) not null,
  last_five       varchar(5),
  file_id         integer references files,
  answer_by       date not null,
  status          varchar(20) not null default 'waiting' check (status in ('waiting', 'recorded', 'refused')),
  checked_at      timestamptz,
  checked_by   integer references users,
  refuse_reason   varchar(500),
  payment_id      integer references booking_payments constraint payment_reports_payment unique,
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
create index payment_reports_booking on payment_reports (booking_id, id);
create index payment_reports_waiting on payment_reports (booking_id) where status = 'waiting';
create index payment_reports_status on payment_reports (status, id);
create index payment_reports_paid on payment_reports (paid_on, id);
create index payment_reports_created on payment_reports (created_at, id);
create index payment_reports_last_five on payment_reports (last_five);
create index payment_reports_checked_by on payment_reports (checked_by);
create index payment_reports_file on payment_reports (file_id) where file_id is not null;
select keep_record('payment_reports', 'last_five');
create trigger refuse_cents before insert on payment_reports for each row
  when (current_setting('guidon.gated', true) = 'on') execute function refuse_cents('currency', 'amount');

-- Whoever has the booking or the morning open hears of a report, also if nothing else of the booking changes; so does its customer.
create function announce_payment_report() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('type', 'booking', 'id', b.id, 'version', b.version,
    'customer', b.customer_user_id, 'customer_version', b.public_version)::text)
    from bookings b where b.id = new.booking_id;
  return null;
end $$;
create trigger announce_change after insert or update on payment_reports for each row execute function announce_payment_report();
