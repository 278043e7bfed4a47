-- The last number given among the bookings of a trip. It is counted in the transaction that books, so there are no gaps.
create table booking_numbers (
  planned_trip_id  integer primary key references planned_trips on delete cascade,
  last             integer not null
);

-- What was paid, and what was paid back. A mistake is voided and stays.
create table booking_payments (
  id           integer generated always as identity primary key,
  booking_id   integer not null references bookings,
  kind         varchar(10) not null default 'payment' check (kind in ('payment', 'refund')),
  amount       numeric(12, 2) not null constraint booking_payments_amount check (amount > 0),
  method       varchar(30) not null,
  received_at  timestamptz not null,
  reference    varchar(100),
  recorded_by  integer references users,
  voided_at    timestamptz,
  voided_by    integer references users,
  void_reason  varchar(500),
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);
create index booking_payments_booking on booking_payments (booking_id, id);
create index booking_payments_recorder on booking_payments (recorded_by);
create index booking_payments_voider on booking_payments (voided_by);
create unique index booking_payments_reference on booking_payments (booking_id, kind, reference) where voided_at is null;
select keep_record('booking_payments');

-- The links a booking is shown and completed by, for whoever holds one.
create table booking_links (
  token_hash  bytea primary key,
  booking_id  integer not null references bookings,
  expires_at  timestamptz not null,
  created_at  timestamptz not null default now()
);
create index booking_links_booking on booking_links (booking_id);

-- Lines come and go, and are never changed. What is in another currency stands beside the total, not in it.
create function count_price_lines() returns trigger language plpgsql as $$
begin
  -- Those who come at once wait for each other here; what the first has written is then in the sum of the second.
  perform from bookings where id in (select booking_id from changed) order by id for no key update;
  update bookings b set total = c.total
    from (select o.id, coalesce(sum(l.amount), 0) as total
            from bookings o left join booking_price_lines l on l.booking_id = o.id and l.currency = o.currency
           where o.id in (select booking_id from changed) group by o.id) c
   where b.id = c.id and b.total <> c.total;
  return null;
end $$;
create trigger count_in after insert on booking_price_lines referencing new table as changed
  for each statement execute function count_price_lines();
create trigger count_out after delete on booking_price_lines referencing old table as changed
  for each statement execute function count_price_lines();
create trigger audit after insert or delete on booking_price_lines for each row execute function audit();

create function count_payment() returns trigger language plpgsql as $$
declare
  was numeric := case when tg_op = 'UPDATE' and old.voided_at is null then old.amount else 0 end;
  became numeric := case when new.voided_at is null then new.amount else 0 end;
begin
  update bookings set paid = paid + (became - was) * case new.kind when 'refund' then -1 else 1 end
   where id = new.booking_id and became <> was;
  return null;
end $$;
create trigger count after insert or update on booking_payments for each row execute function count_payment();
