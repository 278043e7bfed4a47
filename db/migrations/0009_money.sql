-- The account of a booking: what it is charged, what was paid, what is owed back, and the papers that left about it.

-- What a booking is charged; lines come and go. A line is in its own currency, and its rate makes it the booking's: without a rate, which it
-- may be given once, it stands beside the total. An add-on posts its line once. The fee of a cancelled traveler names the traveler, so that
-- it is taken back when the traveler is. A discount above the limit of sales has the reason of whoever gave it.
create table booking_price_lines (
  id                integer generated always as identity primary key,
  booking_id        integer not null references bookings,
  kind              varchar(30) not null
                    check (kind in ('adult', 'child_with_bed', 'child_no_bed', 'infant', 'land_only', 'single_supplement', 'addon',
                                    'surcharge', 'discount', 'cancellation')),
  description       varchar(200) not null,
  description_en    varchar(200),
  quantity          integer not null default 1 check (quantity > 0),
  unit_price        numeric(14, 2) not null,
  amount            numeric(14, 2) not null,
  currency          varchar(3) not null,
  rate              numeric(14, 8) check (rate > 0),
  source            varchar(60) not null,
  addon_request_id  integer references addon_requests constraint booking_price_lines_addon unique,
  traveler_id       integer references travelers,
  override_reason   varchar(500),
  created_at        timestamptz not null default now()
);
create index booking_price_lines_booking on booking_price_lines (booking_id, id);
create index booking_price_lines_traveler on booking_price_lines (traveler_id) where traveler_id is not null;
create trigger audit after insert or delete on booking_price_lines for each row execute function audit();
create trigger audit_rate after update on booking_price_lines for each row execute function audit();

-- A line in the currency of its booking has the rate 1, whoever writes it.
create function keep_line_rate() returns trigger language plpgsql as $$
begin
  if new.currency = (select currency from bookings where id = new.booking_id) then new.rate = 1; end if;
  return new;
end $$;
create trigger keep_rate before insert or update on booking_price_lines for each row execute function keep_line_rate();

create function count_price_lines() returns trigger language plpgsql as $$
begin
  -- Those who come at once wait for each other here; what the first has written is then in the sum of the second.
  perform from bookings where id in (select booking_id from changed) order by id for no key update;
  update bookings b set total = c.total
    from (select o.id, coalesce(sum(at_rate(l.amount, l.rate)), 0) as total
            from bookings o left join booking_price_lines l on l.booking_id = o.id
           where o.id in (select booking_id from changed) group by o.id) c
   where b.id = c.id and b.total <> c.total;
  return null;
end $$;
create trigger count_in after insert on booking_price_lines referencing new table as changed
  for each statement execute function count_price_lines();
create trigger count_out after delete on booking_price_lines referencing old table as changed
  for each statement execute function count_price_lines();
create trigger count_rate after update on booking_price_lines referencing new table as changed
  for each statement execute function count_price_lines();

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
-- Lists of payments over all bookings.
create index booking_payments_received on booking_payments (received_at, id);
create index booking_payments_created on booking_payments (created_at, id);
create index booking_payments_method on booking_payments (method, received_at);
create index booking_payments_kind on booking_payments (kind, received_at);
select keep_record('booking_payments');

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

-- What is owed back to whoever booked: one row for each event that made it so. `open_amount` is what is still owed of it, `told_at` when
-- finance was told.
create table booking_obligations (
  id           integer generated always as identity primary key,
  booking_id   integer not null references bookings,
  amount       numeric(16, 2) not null check (amount > 0),
  open_amount  numeric(16, 2) not null,
  cause        varchar(20) not null check (cause in ('cancellation', 'price', 'overpayment', 'agreed')),
  told_at      timestamptz,
  created_by   integer references users,
  created_at   timestamptz not null default now(),
  constraint booking_obligations_open check (open_amount between 0 and amount)
);
create index booking_obligations_booking on booking_obligations (booking_id, id);
create index booking_obligations_creator on booking_obligations (created_by);
create index booking_obligations_created on booking_obligations (created_at, id);
create index booking_obligations_due on booking_obligations (created_at, id) where open_amount > 0;
create index booking_obligations_untold on booking_obligations (id) where told_at is null;

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

-- Papers that left by mail, byte for byte: later price lines must not change what the customer holds. A job that is repeated sends the same
-- bytes again; one mail may carry several. When the contact is erased, the bytes go and the hash stays. `parts` holds a fingerprint of each
-- part of a departure notice, so that what has changed since it was sent is known without keeping its facts.
create table booking_papers (
  id          integer generated always as identity primary key,
  booking_id  integer not null references bookings,
  kind        varchar(20) not null check (kind in ('quotation', 'confirmation', 'receipt', 'departure_notice')),
  locale      varchar(10) not null,
  mail_id     varchar(60) not null constraint booking_papers_mail unique,
  sent_to     varchar(254),
  payment_id  integer references booking_payments,
  sha256      bytea not null,
  bytes       bytea,
  parts       jsonb,
  created_at  timestamptz not null default now()
);
create index booking_papers_booking on booking_papers (booking_id, id);
create index booking_papers_payment on booking_papers (payment_id) where payment_id is not null;
