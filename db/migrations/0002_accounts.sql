-- The agency with its offices, the accounts of its people and customers, and what they sign in with.

-- The travel agency itself: one record, which an administrator fills in.
create table house (
  id                      integer primary key default 1 constraint house_is_one check (id = 1),
  name                    varchar(100),
  name_en                 varchar(100),
  kind                    varchar(20) check (kind in ('comprehensive', 'class_a', 'class_b')),
  registration_number     varchar(30),
  guarantee_number        varchar(30),
  representative          varchar(100),
  address                 varchar(300),
  address_en              varchar(300),
  phone                   varchar(30),
  emergency_phone         varchar(30),
  email                   varchar(254),
  website                 varchar(500),
  complaint_contact       varchar(100),
  complaint_phone         varchar(30),
  complaint_email         varchar(254),
  discount_limit_percent  numeric(5, 2) not null default 10 check (discount_limit_percent between 0 and 100),
  terms                   varchar(20000),
  terms_en                varchar(20000),
  locales                 text[] not null default '{zh-TW,en}',
  tax_id                  varchar(8),
  liability_insurance     jsonb,
  performance_insurance   jsonb,
  bank                    jsonb,
  logo_id                 integer references files,
  version                 integer not null default 1,
  created_at              timestamptz not null default now(),
  updated_at              timestamptz not null default now()
);
create index house_logo on house (logo_id);
insert into house default values;
select keep_record('house');

-- The offices of the agency. Accounts, trips and bookings may belong to one.
create table branches (
  id          integer generated always as identity primary key,
  code        varchar(30) not null constraint branches_code unique,
  name        varchar(100) not null,
  name_en     varchar(100),
  address     varchar(300),
  address_en  varchar(300),
  phone       varchar(30),
  email       varchar(254),
  notes       varchar(2000),
  is_active   boolean not null default true,
  sort_order  integer not null default 0,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index branches_order on branches (sort_order, id);
create index branches_name on branches (name, id);
select keep_record('branches');

-- An account shows the profile of one leader at most (see 0005). `department` is the first of the departments.
create table users (
  id               integer generated always as identity primary key,
  name             varchar(100) not null,
  name_en          varchar(100),
  email            varchar(254) not null,
  role             varchar(20) not null
                   check (role in ('admin', 'manager', 'sales', 'department', 'finance', 'leader', 'customer')),
  departments      varchar(20)[] not null default '{}'
                   check (departments::text[] <@ '{ticketing, line_control, op}'::text[]),
  department       varchar(20) generated always as (departments[1]) stored,
  phone            varchar(30),
  line_id          varchar(50),
  -- Languages are data: which ones have words is known to the code.
  locale           varchar(10) not null default 'zh-TW' check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  tour_leader_id   integer,
  branch_id        integer references branches,
  -- Who wants a mail about what waits, on the mornings of weekdays.
  morning_mail     boolean not null default false,
  status           varchar(20) not null default 'active' check (status in ('active', 'suspended')),
  password_hash    text,
  last_login_at    timestamptz,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint users_department check ((role = 'department') = (department is not null)),
  constraint users_tour_leader check (tour_leader_id is null or role = 'leader')
);
create unique index users_email on users (lower(email));
create index users_role on users (role, department, status);
create index users_search on users using gin (name gin_trgm_ops, name_en gin_trgm_ops, email gin_trgm_ops);
create index users_branch on users (branch_id, id) where branch_id is not null;
select keep_record('users', 'password_hash');

-- Whoever is named to answer for something has an account in use of a role that may. Arguments: the roles, the columns.
create function check_named() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  named text;
begin
  foreach named in array tg_argv[1:] loop
    if to_jsonb(new) -> named is distinct from was -> named and exists (
         select from users where id = (to_jsonb(new) ->> named)::integer and (role <> all (tg_argv[0]::text[]) or status <> 'active')) then
      raise check_violation using constraint = named || '_role';
    end if;
  end loop;
  return null;
end $$;

-- Gives a table the check of those it names.
create function keep_named(of regclass, roles text[], variadic columns text[]) returns void language plpgsql as $$
declare
  listed text := (select string_agg(quote_ident(named), ', ') from unnest(columns) named);
  arguments text := (select string_agg(quote_literal(said), ', ') from unnest(roles::text || columns) said);
begin
  execute format('create trigger %I after insert or update of %s on %s for each row execute function check_named(%s)',
                 columns[1], listed, of, arguments);
end $$;

-- A bearer token, known only by its hash: a sign-in session, or a personal token with a name.
create table tokens (
  id            integer generated always as identity primary key,
  user_id       integer not null references users on delete cascade,
  kind          varchar(10) not null check (kind in ('session', 'personal')),
  name          varchar(100) not null,
  token_hash    bytea not null unique,
  last_used_at  timestamptz not null default now(),
  expires_at    timestamptz not null,
  idle_for      interval,
  created_at    timestamptz not null default now()
);
create index tokens_user on tokens (user_id, id);
create index tokens_end on tokens (expires_at);
create index tokens_use on tokens (last_used_at) where idle_for is not null;

-- A second factor of an account. The only kind now is TOTP: its secret is sealed, and `last_counter` is the time step of the
-- last accepted code, so that no code is accepted twice. Sign-in asks for it once it is confirmed.
create table second_factors (
  id            integer generated always as identity primary key,
  user_id       integer not null references users on delete cascade,
  kind          varchar(20) not null check (kind in ('totp')),
  sealed        bytea not null,
  last_counter  integer not null default 0,
  confirmed_at  timestamptz,
  version       integer not null default 1,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create unique index second_factors_user on second_factors (user_id, kind);
select keep_record('second_factors', 'sealed', 'last_counter');

-- What somebody signs in with who lost the device. A code is deleted when it is used.
create table recovery_codes (
  id          integer generated always as identity primary key,
  user_id     integer not null references users on delete cascade,
  code_hash   bytea not null,
  created_at  timestamptz not null default now()
);
create unique index recovery_codes_user on recovery_codes (user_id, code_hash);

-- Somebody gave the right password, or followed the link of a mail, and has yet to show the second factor.
create table sign_in_challenges (
  token_hash   bytea primary key,
  user_id      integer not null references users on delete cascade,
  device_name  varchar(100),
  expires_at   timestamptz not null,
  created_at   timestamptz not null default now()
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_age on sign_in_challenges (expires_at);

-- An open stream ends with the token or the rights that it was opened with: the process that holds it hears of the change with the commit.
create function announce_ended_tokens() returns trigger language plpgsql as $$
begin
  perform pg_notify('rights', user_id::text) from (select distinct user_id from ended) as people;
  return null;
end $$;
create trigger announced after delete on tokens referencing old table as ended
  for each statement execute function announce_ended_tokens();

create function announce_rights() returns trigger language plpgsql as $$
begin
  perform pg_notify('rights', new.user_id::text);
  return null;
end $$;
create trigger announced_end after update of expires_at, idle_for on tokens
  for each row execute function announce_rights();

create function announce_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('rights', new.id::text);
  return null;
end $$;
create trigger announced after update of status, role, departments, tour_leader_id on users
  for each row when ((old.status, old.role, old.departments, old.tour_leader_id)
    is distinct from (new.status, new.role, new.departments, new.tour_leader_id)) execute function announce_account();

-- A named filter of a list: of its owner alone, or shared with a part of the office.
create table saved_views (
  id           integer generated always as identity primary key,
  user_id      integer not null references users on delete cascade,
  list         varchar(60) not null,
  name         varchar(60) not null,
  filters      jsonb not null,
  sort         varchar(60),
  columns      text[] not null default '{}',
  shared_with  varchar(20)
    check (shared_with in ('staff', 'sales', 'op', 'ticketing', 'line_control', 'finance', 'manager', 'admin')),
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  constraint saved_views_name unique (user_id, list, name)
);
create index saved_views_shared on saved_views (shared_with) where shared_with is not null;
create index saved_views_list on saved_views (list, name);
create index saved_views_name_order on saved_views (name, id);
create index saved_views_updated on saved_views (updated_at, id);
create index saved_views_created on saved_views (created_at, id);
create trigger touch before update on saved_views for each row execute function touch();
