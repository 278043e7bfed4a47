-- What one unit of a currency is worth in another, from a day on.
create table exchange_rates (
  id             integer generated always as identity primary key,
  from_currency  varchar(3) not null,
  to_currency    varchar(3) not null,
  rate           numeric(14, 8) not null check (rate > 0),
  valid_from     date not null,
  source         varchar(200),
  notes          varchar(2000),
  version        integer not null default 1,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  constraint exchange_rates_day unique (from_currency, to_currency, valid_from),
  constraint exchange_rates_pair check (to_currency <> from_currency)
);
create index exchange_rates_order on exchange_rates (valid_from, id);
select keep_record('exchange_rates');

-- A line is in its own currency; its rate makes it the booking's. Without a rate it stands beside the total.
select close_idle_connections();
alter table booking_price_lines add column rate numeric(14, 8) check (rate > 0);

-- The rule of rounding, in one place: each amount once, to the cent, half a cent away from zero.
create function at_rate(amount numeric, rate numeric) returns numeric language sql immutable parallel safe as $$
  select round(amount * rate, 2)
$$;

-- A line in the currency of its booking has the rate 1, whoever writes it: the release before writes none.
create function keep_line_rate() returns trigger language plpgsql as $$
begin
  if new.currency = (select currency from bookings where id = new.booking_id) then new.rate = 1; end if;
  return new;
end $$;
create trigger keep_rate before insert or update on booking_price_lines for each row execute function keep_line_rate();

update booking_price_lines l set rate = 1 from bookings b where b.id = l.booking_id and b.currency = l.currency;

create or replace function count_price_lines() returns trigger language plpgsql as $$
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
-- A line may be given its rate once.
create trigger count_rate after update on booking_price_lines referencing new table as changed
  for each statement execute function count_price_lines();
create trigger audit_rate after update on booking_price_lines for each row execute function audit();
