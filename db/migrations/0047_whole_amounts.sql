-- Currencies whose smallest coin is the whole unit: nobody can pay NT$0.50.
create function decimals_of(currency varchar) returns integer language sql immutable parallel safe as $$
  select case when currency in ('TWD', 'JPY', 'KRW', 'VND') then 0 else 2 end
$$;

-- The rule of rounding in a currency: each amount once, half a unit away from zero.
create function at_rate(amount numeric, rate numeric, decimals integer) returns numeric language sql immutable parallel safe as $$
  select round(amount * rate, decimals)
$$;

-- A line is rounded as it was when it was written: lines from before keep their cents, so that no account changes.
alter table booking_price_lines add column decimals smallint not null default 2;
create or replace function keep_line_rate() returns trigger language plpgsql as $$
declare
  booked constant varchar := (select currency from bookings where id = new.booking_id);
begin
  if new.currency = booked then new.rate = 1; end if;
  if tg_op = 'INSERT' and new.currency <> booked then new.decimals = decimals_of(booked); end if;
  return new;
end $$;

create or replace function count_price_lines() returns trigger language plpgsql as $$
begin
  -- Those who come at once wait for each other here; what the first has written is then in the sum of the second.
  perform from bookings where id in (select booking_id from changed) order by id for no key update;
  update bookings b set total = c.total
    from (select o.id, coalesce(sum(at_rate(l.amount, l.rate, l.decimals)), 0) as total
            from bookings o left join booking_price_lines l on l.booking_id = o.id
           where o.id in (select booking_id from changed) group by o.id) c
   where b.id = c.id and b.total <> c.total;
  return null;
end $$;

create or replace function account_of(of_booking integer) returns json language sql stable as $$
  select json_build_object('id', b.id, 'number', b.booking_number, 'status', b.status, 'planned_trip_id', b.planned_trip_id,
    'trip_status', (select t.status from planned_trips t where t.id = b.planned_trip_id), 'currency', b.currency,
    'total', b.total, 'penalty', coalesce(b.penalty, 0), 'cause', b.cancel_cause,
    'fares', l.fares, 'fees', l.fees, 'discounts', l.discounts, 'discounts_in_all', l.discounts_in_all, 'surcharges', l.surcharges,
    'conceded', c.unapproved, 'conceded_in_all', c.in_all,
    'travel', (select coalesce(json_agg(v.id), '[]') from travelers v where v.booking_id = b.id and v.status = 'active'),
    'left', (select coalesce(json_agg(v.id), '[]') from travelers v where v.booking_id = b.id and v.status = 'cancelled'),
    'charged_as', (select coalesce(json_object_agg(v.id, json_build_array(coalesce(v.passenger_type, 'adult'), v.bed, v.bed_type, v.roommate_group, v.ticket_handling)), '{}')
       from travelers v where v.booking_id = b.id and v.status = 'cancelled'))
    from bookings b,
    lateral (select
        coalesce(sum(booked) filter (where kind not in ('addon', 'surcharge', 'discount', 'cancellation')), 0) as fares,
        coalesce(sum(booked) filter (where kind = 'cancellation'), 0) as fees,
        coalesce(-sum(booked) filter (where kind = 'discount' and override_reason is null), 0) as discounts,
        coalesce(-sum(booked) filter (where kind = 'discount'), 0) as discounts_in_all,
        coalesce(sum(booked) filter (where kind = 'surcharge' and override_reason is null), 0) as surcharges
      from (select kind, override_reason, at_rate(amount, rate, decimals) as booked from booking_price_lines where booking_id = b.id) line) l,
    lateral (select coalesce(sum(amount) filter (where approved_by is null), 0) as unapproved, coalesce(sum(amount), 0) as in_all
      from booking_concessions where booking_id = b.id) c
   where b.id = of_booking
$$;

-- Refuses an amount that nobody can pay, whichever way a person has given it. The arguments are the column of the currency and those of
-- the amounts. An amount that is only stored again stays. The release before does not know the refusal, so it is not asked.
create function refuse_cents() returns trigger language plpgsql as $$
declare
  given constant jsonb := to_jsonb(new);
  before constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  amount numeric;
begin
  if decimals_of(given ->> tg_argv[0]) > 0 then return new; end if;
  for i in 1 .. tg_nargs - 1 loop
    amount = given ->> tg_argv[i];
    if amount <> trunc(amount) and amount is distinct from (before ->> tg_argv[i])::numeric then
      raise exception 'cents' using errcode = '23514', constraint = 'whole_amount', column = tg_argv[i], detail = given ->> tg_argv[0];
    end if;
  end loop;
  return new;
end $$;

create trigger refuse_cents before insert or update of currency, adult, child_with_bed, child_no_bed, infant, single_supplement, land_only, deposit
  on package_prices for each row when (current_setting('guidon.gated', true) = 'on')
  execute function refuse_cents('currency', 'adult', 'child_with_bed', 'child_no_bed', 'infant', 'single_supplement', 'land_only', 'deposit');
create trigger refuse_cents before insert or update of currency, daily_fee on tour_leaders for each row
  when (current_setting('guidon.gated', true) = 'on') execute function refuse_cents('currency', 'daily_fee');
create trigger refuse_cents before insert or update of currency, cost on planned_trip_segment_legs for each row
  when (current_setting('guidon.gated', true) = 'on') execute function refuse_cents('currency', 'cost');
create trigger refuse_cents before insert or update of currency, estimated, actual on trip_costs for each row
  when (current_setting('guidon.gated', true) = 'on') execute function refuse_cents('currency', 'estimated', 'actual');
create trigger refuse_cents before insert or update of cost_currency, base_cost on addon_request_types for each row
  when (current_setting('guidon.gated', true) = 'on') execute function refuse_cents('cost_currency', 'base_cost');
create trigger refuse_cents before insert or update of currency, estimated_cost, quoted_price, final_cost on addon_requests for each row
  when (current_setting('guidon.gated', true) = 'on')
  execute function refuse_cents('currency', 'estimated_cost', 'quoted_price', 'final_cost');
create trigger refuse_cents before insert on booking_price_lines for each row
  when (current_setting('guidon.gated', true) = 'on' and new.source = 'staff') execute function refuse_cents('currency', 'unit_price');

-- The prices that were given for one trip.
create function refuse_cents_of_price() returns trigger language plpgsql as $$
declare
  booked constant varchar := coalesce(new.price_overrides ->> 'currency', new.price ->> 'currency', house_currency());
  field varchar;
  amount numeric;
begin
  if decimals_of(booked) > 0 then return new; end if;
  foreach field in array array['adult', 'child_with_bed', 'child_no_bed', 'infant', 'single_supplement', 'land_only', 'deposit'] loop
    amount = new.price_overrides ->> field;
    if amount <> trunc(amount) and (tg_op = 'INSERT' or amount is distinct from (old.price_overrides ->> field)::numeric) then
      raise exception 'cents' using errcode = '23514', constraint = 'whole_amount', column = 'price_overrides.' || field, detail = booked;
    end if;
  end loop;
  return new;
end $$;
create trigger refuse_cents before insert or update of price_overrides on planned_trips for each row
  when (current_setting('guidon.gated', true) = 'on') execute function refuse_cents_of_price();

-- What is paid. A booking from before whose account has cents is paid with them.
create function refuse_cents_of_payment() returns trigger language plpgsql as $$
declare
  account bookings;
begin
  select * into account from bookings where id = new.booking_id;
  if decimals_of(account.currency) = 0 and new.amount <> trunc(new.amount) and account.balance = trunc(account.balance) then
    raise exception 'cents' using errcode = '23514', constraint = 'whole_amount', column = 'amount', detail = account.currency;
  end if;
  return new;
end $$;
create trigger refuse_cents before insert on booking_payments for each row
  when (current_setting('guidon.gated', true) = 'on') execute function refuse_cents_of_payment();
