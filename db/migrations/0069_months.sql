-- Months whose money is locked. A month without a row is open. Who locked or unlocked it before is in the audit.
create table money_months (
  id          integer generated always as identity primary key,
  month       varchar(7) not null constraint money_months_month unique check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  status      varchar(10) not null check (status in ('open', 'locked')),
  reason      varchar(500) not null,
  decided_by  integer references users,
  decided_at  timestamptz not null,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index money_months_decider on money_months (decided_by);
select keep_record('money_months');

-- The advisory lock of a month: shared by whoever writes money of its days, exclusive for whoever locks it, so that a month is locked after
-- all that was being recorded in it, and before all that comes later.
create function lock_of_month(of_month varchar) returns integer language sql immutable as $$
  select left(of_month, 4)::integer * 12 + right(of_month, 2)::integer
$$;

-- Whether a day is in a locked month. Each statement of a volatile function sees what was committed while it waited for the lock.
create function is_in_locked_month(of_day date) returns boolean language plpgsql as $$
declare its_month varchar := to_char(of_day, 'YYYY-MM');
begin
  perform pg_advisory_xact_lock_shared(hashtext('money_months'), lock_of_month(its_month));
  return exists (select from money_months where month = its_month and status = 'locked');
end $$;

create function refuse_locked_month(of_day date, in_column text) returns void language plpgsql as $$
begin
  if of_day is null or not is_in_locked_month(of_day) then return; end if;
  raise exception 'the month of this day is locked' using errcode = '23514', constraint = 'locked_month', detail = (
    select json_build_object('column', in_column, 'month', m.month, 'by', u.name, 'by_en', coalesce(u.name_en, u.name), 'reason', m.reason,
             'on', (m.decided_at at time zone house_zone())::date)
      from money_months m left join users u on u.id = m.decided_by where m.month = to_char(of_day, 'YYYY-MM'));
end $$;

-- The one gate of locked months. The first argument is the column that says the day, the others are what may not change.
create function keep_locked_month() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  became jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  of_day text;
begin
  if tg_op = 'UPDATE' and not exists (select from unnest(tg_argv) of_column where was -> of_column is distinct from became -> of_column) then
    return null;
  end if;
  foreach of_day in array array_remove(array[was ->> tg_argv[0], nullif(became ->> tg_argv[0], was ->> tg_argv[0])], null) loop
    -- A moment is longer than a day.
    perform refuse_locked_month(case when length(of_day) > 10 then (of_day::timestamptz at time zone house_zone())::date else of_day::date end,
                                tg_argv[0]);
  end loop;
  return null;
end $$;

create function keep_months_of(of regclass, variadic of_columns text[]) returns void language plpgsql as $$
begin
  execute format('create trigger keep_locked_month after insert or update or delete on %s for each row execute function keep_locked_month(%s)',
                 of, (select string_agg(quote_literal(of_column), ', ') from unnest(of_columns) of_column));
end $$;

-- A void in a locked month does not change it: the payment counts on its day, and the void against it on the day of the void.
alter table booking_payments add column is_corrected boolean not null default false;
create index booking_payments_corrected on booking_payments (voided_at, id) where is_corrected;
create function correct_locked_payment() returns trigger language plpgsql as $$
begin
  new.is_corrected = is_in_locked_month((new.received_at at time zone house_zone())::date);
  return new;
end $$;
create trigger correct_locked_payment before update on booking_payments
  for each row when (old.voided_at is null and new.voided_at is not null) execute function correct_locked_payment();

select keep_months_of('booking_payments', 'received_at', 'booking_id', 'kind', 'amount', 'method');
select keep_months_of('trip_costs', 'invoiced_on', 'planned_trip_id', 'kind', 'estimated', 'actual', 'currency', 'rate');
select keep_months_of('exchange_rates', 'valid_from', 'from_currency', 'to_currency', 'rate');
select keep_months_of('cash_counts', 'created_at', 'user_id', 'currency', 'expected', 'counted');
select keep_months_of('cash_handovers', 'decided_at', 'from_user_id', 'to_user_id', 'receiving_account_id', 'amount', 'currency', 'status');
