-- What is owed back is ordered by one person and approved by another before it is paid. The account of the payee is sealed with a key of the
-- booking; its mark tells equal accounts apart from others. An agency of one person may switch the second person off.
create table refund_orders (
  id              integer generated always as identity primary key,
  booking_id      integer not null references bookings,
  obligation_id   integer references booking_obligations on delete set null,
  payee           varchar(100) not null,
  bank_code       varchar(7),
  account         personal,
  person_key      uuid references person_keys,
  account_mark    bytea,
  amount          numeric(16, 2) not null constraint refund_orders_amount check (amount > 0),
  currency        varchar(3) not null,
  status          varchar(20) not null default 'waiting' check (status in ('waiting', 'approved', 'refused', 'paid')),
  asked_by        integer not null references users,
  approved_by     integer references users,
  approved_at     timestamptz,
  refused_by      integer references users,
  refuse_reason   varchar(500),
  in_file_at      timestamptz,
  payment_id      integer references booking_payments constraint refund_orders_payment unique,
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint refund_orders_paid check ((status = 'paid') = (payment_id is not null)),
  constraint refund_orders_approved check (status not in ('approved', 'paid') or approved_by is not null)
);
create index refund_orders_booking on refund_orders (booking_id, id);
create index refund_orders_obligation on refund_orders (obligation_id);
create index refund_orders_status on refund_orders (status, id);
create index refund_orders_created on refund_orders (created_at, id);
create index refund_orders_asked_by on refund_orders (asked_by, id);
create index refund_orders_approved_by on refund_orders (approved_by);
create index refund_orders_refused_by on refund_orders (refused_by);
create index refund_orders_person_key on refund_orders (person_key);
create index refund_orders_mark on refund_orders (account_mark) where account_mark is not null;
select keep_record('refund_orders', 'account_mark');

alter table house add column refunds_by_two boolean not null default true;

-- Whoever has the booking or the list of refunds open hears of an order.
create function announce_refund_order() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('type', 'booking', 'id', b.id, 'version', b.version)::text)
    from bookings b where b.id = new.booking_id;
  return null;
end $$;
create trigger announce_change after insert or update on refund_orders for each row execute function announce_refund_order();

-- When a booking was entered: one that was imported bears the day on which it was made elsewhere.
create function entered_at(of_booking integer) returns timestamptz language sql stable as $$
  select coalesce((select min(a.created_at) from audit a
    where a.table_name = 'bookings' and a.record_id = of_booking and a.action = 'created'), (select created_at from bookings where id = of_booking))
$$;

-- The one gate of refunds: at the end of a transaction each refund that counts is that of an order which somebody else has approved. An
-- import also brings what was paid back before the booking was entered. The release before knows no orders and sets no `guidon.gated`.
create function refuse_unordered_refund() returns trigger language plpgsql as $$
begin
  if not (select refunds_by_two from house)
    or exists (select from booking_payments p where p.id = new.id and p.voided_at is not null)
    or exists (select from refund_orders o where o.payment_id = new.id and o.booking_id = new.booking_id and o.amount = new.amount
                  and o.approved_by <> o.asked_by)
    or current_setting('guidon.is_import', true) = 'on' and new.received_at < entered_at(new.booking_id)
  then return null; end if;
  raise exception 'a refund without an approved order' using errcode = '23514', constraint = 'refund_needs_order';
end $$;
create constraint trigger refuse_unordered_refund after insert or update of booking_id, kind, amount, voided_at on booking_payments
  deferrable initially deferred for each row
  when (new.kind = 'refund' and new.voided_at is null and coalesce(current_setting('guidon.gated', true), '') <> '')
  execute function refuse_unordered_refund();

-- Ends the open obligations of a booking by an amount, that of the refund's order first, then the oldest, and returns what is left of it. A
-- payment that this transaction has voided ends first what it had caused itself.
create or replace function end_obligations(of_booking integer, by_amount numeric, by_payment integer) returns numeric language plpgsql as $$
declare
  due record;
  left_over numeric := by_amount;
  undone integer := case when by_payment is null then
    (select id from booking_payments where booking_id = of_booking and kind = 'payment' and voided_at = now() order by id limit 1) end;
  ordered integer := (select obligation_id from refund_orders where payment_id = by_payment);
begin
  for due in select id, open_amount from booking_obligations where booking_id = of_booking and open_amount > 0
              order by (payment_id is not distinct from undone and undone is not null) desc, id is not distinct from ordered desc, id loop
    exit when left_over = 0;
    insert into obligation_settlements (obligation_id, payment_id, voided_payment_id, amount)
    values (due.id, by_payment, undone, least(due.open_amount, left_over));
    update booking_obligations set open_amount = open_amount - least(due.open_amount, left_over) where id = due.id;
    left_over := left_over - least(due.open_amount, left_over);
  end loop;
  return left_over;
end $$;
