-- Which payment made an overpayment, and which voided payment ended an obligation: what was undone was not refunded.
alter table booking_obligations add column payment_id integer references booking_payments on delete set null;
alter table obligation_settlements add column voided_payment_id integer references booking_payments on delete set null;
create index booking_obligations_payment on booking_obligations (payment_id) where payment_id is not null;
create index obligation_settlements_voided on obligation_settlements (voided_payment_id) where voided_payment_id is not null;

-- The payment of this transaction that made a booking owe money back.
create function payment_of_obligation(of_booking integer, for_cause varchar) returns integer language sql stable as $$
  select id from booking_payments
   where for_cause = 'overpayment' and booking_id = of_booking and kind = 'payment' and created_at = now() order by id desc limit 1
$$;

create or replace function owe(of_booking integer, of_amount numeric, for_cause varchar) returns integer language sql as $$
  insert into booking_obligations (booking_id, amount, open_amount, cause, payment_id, created_by)
  values (of_booking, of_amount, of_amount, for_cause, payment_of_obligation(of_booking, for_cause),
          nullif(nullif(current_setting('guidon.actor_id', true), ''), '0')::integer) returning id
$$;

-- Ends the open obligations of a booking by an amount, oldest first, and returns what is left of it. A payment that this transaction has
-- voided ends first what it had caused itself.
create or replace function end_obligations(of_booking integer, by_amount numeric, by_payment integer) returns numeric language plpgsql as $$
declare
  due record;
  left_over numeric := by_amount;
  undone integer := case when by_payment is null then
    (select id from booking_payments where booking_id = of_booking and kind = 'payment' and voided_at = now() order by id limit 1) end;
begin
  for due in select id, open_amount from booking_obligations where booking_id = of_booking and open_amount > 0
              order by (payment_id is not distinct from undone and undone is not null) desc, id loop
    exit when left_over = 0;
    insert into obligation_settlements (obligation_id, payment_id, voided_payment_id, amount)
    values (due.id, by_payment, undone, least(due.open_amount, left_over));
    update booking_obligations set open_amount = open_amount - least(due.open_amount, left_over) where id = due.id;
    left_over := left_over - least(due.open_amount, left_over);
  end loop;
  return left_over;
end $$;
