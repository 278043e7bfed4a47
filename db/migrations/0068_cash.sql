-- The cash that people of the office hold. What is in a drawer is stored nowhere: it is what its person has taken in and paid out in cash,
-- what was handed over, and what the counts found more or less. The first count opens a drawer; what was before it is in its difference.
create table cash_counts (
  id          integer generated always as identity primary key,
  user_id     integer not null references users,
  currency    varchar(3) not null,
  expected    numeric(12, 2) not null,
  counted     numeric(12, 2) not null check (counted >= 0),
  is_opening  boolean not null,
  reason      varchar(500) check (is_opening or counted = expected or reason is not null),
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index cash_counts_person on cash_counts (user_id, currency, id);
create unique index cash_counts_opening on cash_counts (user_id, currency) where is_opening;
create index cash_counts_created on cash_counts (created_at, id);
select keep_record('cash_counts');

-- Cash that passes to a colleague, or into an account of the agency. A second person takes it: without that, nothing has passed.
create table cash_handovers (
  id                    integer generated always as identity primary key,
  from_user_id          integer not null references users,
  to_user_id            integer references users,
  receiving_account_id  integer references receiving_accounts,
  amount                numeric(12, 2) not null constraint cash_handovers_amount check (amount > 0),
  currency              varchar(3) not null,
  reference             varchar(100),
  note                  varchar(500),
  status                varchar(10) not null default 'waiting' check (status in ('waiting', 'taken', 'refused', 'withdrawn')),
  decided_by            integer references users,
  decided_at            timestamptz,
  refuse_reason         varchar(500),
  version               integer not null default 1,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  constraint cash_handovers_to check (num_nonnulls(to_user_id, receiving_account_id) = 1),
  constraint cash_handovers_two_people check (to_user_id <> from_user_id and (status <> 'taken' or decided_by <> from_user_id and decided_by = coalesce(to_user_id, decided_by)))
);
create index cash_handovers_from on cash_handovers (from_user_id, id);
create index cash_handovers_taker on cash_handovers (to_user_id, id);
create index cash_handovers_account on cash_handovers (receiving_account_id) where receiving_account_id is not null;
create index cash_handovers_decider on cash_handovers (decided_by) where decided_by is not null;
create index cash_handovers_status on cash_handovers (status, id);
create index cash_handovers_created on cash_handovers (created_at, id);
select keep_record('cash_handovers');
