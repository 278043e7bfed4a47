-- What leaders spend on the road, and what the office has given them for it. An approved expense is a cost of its trip.
create table trip_expenses (
  id                 integer generated always as identity primary key,
  planned_trip_id    integer not null references planned_trips,
  entry_id           uuid not null constraint trip_expenses_entry unique,
  entered_at         timestamptz not null,
  entered_by         integer not null references users,
  is_former_leader   boolean not null,
  tour_leader_id     integer not null references tour_leaders,
  day                date not null,
  kind               varchar(20) not null check (kind in ('air', 'land', 'hotel', 'guide', 'tips', 'insurance', 'visa', 'other', 'meal', 'ticket', 'tip', 'medical')),
  amount             numeric(12, 2) not null check (amount > 0),
  currency           varchar(3) not null,
  rate               numeric(14, 8) check (rate > 0),
  paid_from          varchar(10) not null check (paid_from in ('advance', 'own', 'card')),
  description        varchar(200),
  voucher_number     varchar(60),
  no_voucher_reason  varchar(200),
  status             varchar(12) not null default 'entered' check (status in ('entered', 'approved', 'questioned', 'refused')),
  reason             varchar(500),
  cost_id            integer references trip_costs constraint trip_expenses_one_cost unique,
  decided_by         integer references users,
  decided_at         timestamptz,
  entry_hash         varchar(64) not null,
  version            integer not null default 1,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  constraint trip_expenses_voucher check (num_nonnulls(voucher_number, no_voucher_reason) > 0),
  constraint trip_expenses_approved check ((status = 'approved') = (cost_id is not null)),
  constraint trip_expenses_reason check (status not in ('questioned', 'refused') or reason is not null)
);
create index trip_expenses_trip on trip_expenses (planned_trip_id, created_at);
create index trip_expenses_author on trip_expenses (entered_by);
create index trip_expenses_leader on trip_expenses (tour_leader_id, id);
create index trip_expenses_status on trip_expenses (status, day, id);
create index trip_expenses_day on trip_expenses (day, id);
create index trip_expenses_created on trip_expenses (created_at, id);
create index trip_expenses_decider on trip_expenses (decided_by) where decided_by is not null;
select keep_record('trip_expenses', 'entry_hash');

create table leader_advances (
  id               integer generated always as identity primary key,
  planned_trip_id  integer not null references planned_trips,
  tour_leader_id   integer not null references tour_leaders,
  amount           numeric(12, 2) not null check (amount > 0),
  currency         varchar(3) not null,
  rate             numeric(14, 8) check (rate > 0),
  given_on         date not null,
  given_by         integer not null references users,
  returned         numeric(12, 2) check (returned >= 0),
  returned_on      date,
  note             varchar(500),
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint leader_advances_returned check ((returned is null) = (returned_on is null)),
  constraint leader_advances_not_more check (returned <= amount)
);
create index leader_advances_trip on leader_advances (planned_trip_id, id);
create index leader_advances_leader on leader_advances (tour_leader_id);
create index leader_advances_giver on leader_advances (given_by);
select keep_record('leader_advances');
select keep_months_of('leader_advances', 'given_on', 'planned_trip_id', 'tour_leader_id', 'amount', 'currency', 'rate');

-- Whether the account of a leader on a trip is closed. Without a row it is open.
create table leader_accounts (
  id               integer generated always as identity primary key,
  planned_trip_id  integer not null references planned_trips,
  tour_leader_id   integer not null references tour_leaders,
  is_closed        boolean not null,
  reason           varchar(500),
  decided_by       integer not null references users,
  decided_at       timestamptz not null default now(),
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint leader_accounts_one unique (planned_trip_id, tour_leader_id)
);
create index leader_accounts_leader on leader_accounts (tour_leader_id);
create index leader_accounts_decider on leader_accounts (decided_by);
select keep_record('leader_accounts');

-- The one gate of a closed account: nothing that it counts changes, and it has no expense that waits when it is closed. An expense that arrives
-- afterwards, from a phone that was without a network, is kept, and is approved once the account is open again.
create function keep_leader_account() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  became jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_table_name = 'leader_accounts' then
    if (became ->> 'is_closed')::boolean and exists (select from trip_expenses e where e.planned_trip_id = (became ->> 'planned_trip_id')::integer
        and e.tour_leader_id = (became ->> 'tour_leader_id')::integer and e.status in ('entered', 'questioned')) then
      raise exception 'an expense of the account waits' using errcode = '23514', constraint = 'leader_account_waits';
    end if;
  elsif (tg_table_name <> 'trip_expenses' or coalesce(became ->> 'status', was ->> 'status') = 'approved') and exists (
      select from leader_accounts a where a.is_closed and a.planned_trip_id = (coalesce(became, was) ->> 'planned_trip_id')::integer
         and a.tour_leader_id = (coalesce(became, was) ->> 'tour_leader_id')::integer) then
    raise exception 'the account is closed' using errcode = '23514', constraint = 'leader_account_closed';
  end if;
  return null;
end $$;
create trigger keep_leader_account after insert or update on leader_accounts for each row execute function keep_leader_account();
create trigger keep_leader_account after insert or update or delete on leader_advances for each row execute function keep_leader_account();
create trigger keep_leader_account after insert or update or delete on trip_expenses for each row execute function keep_leader_account();

-- The one gate of approved expenses: at the end of a transaction the cost of one has its trip, its amount and its currency.
create function keep_expense_cost() returns trigger language plpgsql as $$
declare its trip_expenses;
begin
  select e.* into its from trip_expenses e
   where case tg_table_name when 'trip_expenses' then e.id = new.id else e.cost_id = new.id end;
  if its.status = 'approved' and not exists (select from trip_costs c where c.id = its.cost_id and c.planned_trip_id = its.planned_trip_id
      and c.actual = its.amount and c.currency = its.currency) then
    raise exception 'a cost is not that of its expense' using errcode = '23514', constraint = 'cost_of_expense';
  end if;
  return null;
end $$;
create constraint trigger keep_expense_cost after insert or update on trip_expenses deferrable initially deferred for each row execute function keep_expense_cost();
create constraint trigger keep_expense_cost after update on trip_costs deferrable initially deferred for each row execute function keep_expense_cost();

create or replace function last_entry_at(trip integer) returns timestamptz language sql stable as $$
  select greatest((select max(created_at) from day_notes where planned_trip_id = trip),
                  (select max(created_at) from roll_calls where planned_trip_id = trip),
                  (select max(created_at) from trip_expenses where planned_trip_id = trip))
$$;
