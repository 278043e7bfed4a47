-- What is owed back to whoever booked: one row for each event that made it so. `open_amount` is what is still owed of it.
create table booking_obligations (
  id           integer generated always as identity primary key,
  booking_id   integer not null references bookings,
  amount       numeric(16, 2) not null check (amount > 0),
  open_amount  numeric(16, 2) not null,
  cause        varchar(20) not null check (cause in ('cancellation', 'price', 'overpayment', 'agreed')),
  created_by   integer references users,
  created_at   timestamptz not null default now(),
  constraint booking_obligations_open check (open_amount between 0 and amount)
);
create index booking_obligations_booking on booking_obligations (booking_id, id);
create index booking_obligations_creator on booking_obligations (created_by);
create index booking_obligations_created on booking_obligations (created_at, id);
create index booking_obligations_due on booking_obligations (created_at, id) where open_amount > 0;

-- What ended an obligation, or a part of it: the refund that paid it, or nothing, where later charges used it up or a payment was voided.
create table obligation_settlements (
  id             integer generated always as identity primary key,
  obligation_id  integer not null references booking_obligations,
  payment_id     integer references booking_payments,
  amount         numeric(16, 2) not null check (amount > 0),
  created_at     timestamptz not null default now()
);
create index obligation_settlements_obligation on obligation_settlements (obligation_id, id);
create index obligation_settlements_payment on obligation_settlements (payment_id);

-- Ends the open obligations of a booking by an amount, oldest first, and returns what is left of it.
create function end_obligations(of_booking integer, by_amount numeric, by_payment integer) returns numeric language plpgsql as $$
declare
  due record;
  left_over numeric := by_amount;
begin
  for due in select id, least(open_amount, left_over) as part
               from booking_obligations where booking_id = of_booking and open_amount > 0 order by id loop
    exit when left_over = 0;
    insert into obligation_settlements (obligation_id, payment_id, amount) values (due.id, by_payment, least(due.part, left_over));
    update booking_obligations set open_amount = open_amount - least(due.part, left_over) where id = due.id;
    left_over := left_over - least(due.part, left_over);
  end loop;
  return left_over;
end $$;

-- The event of this transaction that made a booking owe money back.
create function cause_of_obligation(of_booking integer) returns varchar language sql stable as $$
  select case when b.status = 'cancelled' and b.cancelled_at = now() then 'cancellation'
              when exists (select from booking_payments p
                            where p.booking_id = b.id and p.kind = 'payment' and p.created_at = now()) then 'overpayment'
              else 'price' end
    from bookings b where b.id = of_booking
$$;

create function owe(of_booking integer, of_amount numeric, for_cause varchar) returns integer language sql as $$
  insert into booking_obligations (booking_id, amount, open_amount, cause, created_by)
  values (of_booking, of_amount, of_amount, for_cause,
          nullif(nullif(current_setting('guidon.actor_id', true), ''), '0')::integer) returning id
$$;

-- Makes the obligations of a booking agree with its account: what is open is what was paid beyond the total.
create function keep_obligations(of_booking integer) returns void language plpgsql as $$
declare
  due numeric;
  standing numeric;
  refund record;
  left_over numeric;
begin
  perform from bookings where id = of_booking for no key update;
  -- A voided refund has paid nothing.
  with gone as (
    delete from obligation_settlements s using booking_payments p
     where s.payment_id = p.id and p.booking_id = of_booking and p.voided_at is not null
    returning s.obligation_id, s.amount)
  update booking_obligations o set open_amount = o.open_amount + g.amount
    from (select obligation_id, sum(amount) as amount from gone group by obligation_id) g where o.id = g.obligation_id;
  -- What was owed before the refunds that paid nothing yet.
  select greatest(b.paid - b.total + coalesce(
           (select sum(p.amount) from booking_payments p where p.booking_id = b.id and p.kind = 'refund' and p.voided_at is null), 0)
         - coalesce((select sum(s.amount) from obligation_settlements s join booking_payments p on p.id = s.payment_id
                      where p.booking_id = b.id), 0), 0),
         (select coalesce(sum(open_amount), 0) from booking_obligations where booking_id = b.id)
    into due, standing from bookings b where b.id = of_booking;
  if due > standing then perform owe(of_booking, due - standing, cause_of_obligation(of_booking)); end if;
  if due < standing then perform end_obligations(of_booking, standing - due, null); end if;
  for refund in select p.id, p.amount - coalesce((select sum(s.amount) from obligation_settlements s where s.payment_id = p.id), 0) as rest
                  from booking_payments p
                 where p.booking_id = of_booking and p.kind = 'refund' and p.voided_at is null order by p.id loop
    continue when refund.rest = 0;
    left_over := end_obligations(of_booking, refund.rest, refund.id);
    -- Who pays back more than is owed has agreed to it: that is an obligation too, paid at once.
    if left_over > 0 then
      perform owe(of_booking, left_over, 'agreed');
      perform end_obligations(of_booking, left_over, refund.id);
    end if;
  end loop;
end $$;

-- At the end of each transaction, so that charges that are replaced within it leave no trace.
create function keep_obligations_of_booking() returns trigger language plpgsql as $$
begin
  perform keep_obligations(new.id);
  return null;
end $$;
create function keep_obligations_of_payment() returns trigger language plpgsql as $$
begin
  perform keep_obligations(new.booking_id);
  return null;
end $$;
create constraint trigger obligations_in after insert on bookings deferrable initially deferred
  for each row when (new.balance < 0) execute function keep_obligations_of_booking();
create constraint trigger obligations after update on bookings deferrable initially deferred
  for each row when (least(new.balance, 0) <> least(old.balance, 0)) execute function keep_obligations_of_booking();
create constraint trigger obligations after insert or update on booking_payments deferrable initially deferred
  for each row when (new.kind = 'refund') execute function keep_obligations_of_payment();

-- What stands there already: a cancelled booking owes, or owed, because of its cancellation.
insert into booking_obligations (booking_id, amount, open_amount, cause, created_at)
select id, due, due, 'cancellation', coalesce(cancelled_at, updated_at)
  from (select b.id, b.cancelled_at, b.updated_at, greatest(-b.balance, 0) + coalesce(
                 (select sum(p.amount) from booking_payments p
                   where p.booking_id = b.id and p.kind = 'refund' and p.voided_at is null), 0) as due
          from bookings b where b.status = 'cancelled') cancelled
 where due > 0;
select keep_obligations(id) from bookings b
 where balance < 0 or exists (select from booking_payments p where p.booking_id = b.id and p.kind = 'refund');
