create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- The day and the time by the clock of the house; each connection brings its zone along.
create function local_time() returns timestamp language sql stable parallel safe as $$
  select now() at time zone coalesce(nullif(current_setting('guidon.zone', true), ''), 'Asia/Taipei')
$$;
create function today() returns date language sql stable parallel safe as $$ select local_time()::date $$;

-- What this installation remembers of itself: which queues it has, whether it was seeded.
create table installation (
  key    text primary key,
  value  text not null
);

-- What money is in where nobody says otherwise; the configuration tells the installation.
create function house_currency() returns varchar language sql stable as $$
  select coalesce((select value from installation where key = 'currency'), 'TWD')
$$;

-- Every record counts its changes; the count is its version.
create function touch() returns trigger language plpgsql as $$
begin
  new.version = old.version + 1;
  new.updated_at = now();
  return new;
end $$;

-- Who changed what: written here, so that no path through the code can forget it.
create table audit (
  id          bigint generated always as identity primary key,
  table_name  text not null,
  record_id   bigint not null,
  action      text not null check (action in ('created', 'changed', 'removed')),
  actor_id    integer,
  request_id  text,
  changes     jsonb not null,
  created_at  timestamptz not null default now()
);
create index audit_record on audit (record_id, table_name, id);
create index audit_table on audit (table_name, id);
create index audit_request on audit (request_id);
create index audit_action on audit (action, id);
create index audit_actor on audit (actor_id, id);
create index audit_created on audit (created_at);

-- A sealed value and what may be seen of it.
create type personal as (mask text, sealed bytea);

create function shown(value jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(value) = 'object' and value ? 'sealed' then value -> 'mask' else value end
$$;

-- `execute function audit('password_hash')`: that column is named as changed, its values are never shown.
create function audit() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  became jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  different jsonb;
begin
  select coalesce(jsonb_object_agg(key, case when key = any (tg_argv) then '["•••", "•••"]'
                                             else jsonb_build_array(shown(was -> key), shown(became -> key)) end), '{}')
    into different
    from jsonb_object_keys(was || became) key
   where key not in ('version', 'updated_at', 'created_at')
     and coalesce(was -> key, 'null') is distinct from coalesce(became -> key, 'null');
  if different <> '{}' then
    insert into audit (table_name, record_id, action, actor_id, request_id, changes)
    values (tg_table_name, coalesce((became ->> 'id')::bigint, (was ->> 'id')::bigint),
            case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'removed' end,
            nullif(nullif(current_setting('guidon.actor_id', true), ''), '0')::integer,
            nullif(current_setting('guidon.request_id', true), ''), different);
  end if;
  return null;
end $$;

-- Gives a table what every record has: its version, its audit. Further names are the columns whose values are secret.
create function keep_record(of regclass, variadic secrets text[] default '{}') returns void language plpgsql as $$
declare hidden text := (select coalesce(string_agg(quote_literal(secret), ', '), '') from unnest(secrets) secret);
begin
  execute format('create trigger touch before update on %s for each row execute function touch()', of);
  execute format('create trigger audit after insert or update or delete on %s for each row execute function audit(%s)', of, hidden);
  execute format('create index %s on %s (updated_at, id)', quote_ident(replace(of::text, '.', '_') || '_updated'), of);
end $$;

-- A link belongs to the record it starts from; joining and parting are changes of that record: `{"country_ids": [null, 5]}`.
-- What a link carries is told beside it: `{"city_ids.5.is_hub": [false, true]}`.
create function audit_link() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  became jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  parent text := tg_argv[1];
  linked text := tg_argv[2];
  place text := format('%ss.%s.', linked, coalesce(became ->> linked, was ->> linked));
  changes jsonb := case when tg_op = 'UPDATE' then '{}'
                        else jsonb_build_object(linked || 's', jsonb_build_array(was -> linked, became -> linked)) end;
begin
  select changes || coalesce(jsonb_object_agg(place || key, jsonb_build_array(was -> key, became -> key)), '{}')
    into changes
    from jsonb_object_keys(was || became) key
   where key not in (parent, linked)
     and coalesce(was -> key, 'null') is distinct from coalesce(became -> key, 'null');
  if changes <> '{}' then
    insert into audit (table_name, record_id, action, actor_id, request_id, changes)
    values (tg_argv[0], coalesce(became ->> parent, was ->> parent)::bigint, 'changed',
            nullif(nullif(current_setting('guidon.actor_id', true), ''), '0')::integer,
            nullif(current_setting('guidon.request_id', true), ''), changes);
  end if;
  return null;
end $$;

create function keep_link(of regclass, parent text, parent_column text, linked_column text) returns void language plpgsql as $$
begin
  execute format('create trigger audit after insert or update or delete on %s for each row execute function audit_link(%L, %L, %L)', of, parent, parent_column, linked_column);
  execute format('create index %s on %s (%I, %I)', quote_ident(replace(of::text, '.', '_') || '_back'), of, linked_column, parent_column);
end $$;

-- A list of texts as one, so that it can be searched and indexed.
create function joined(texts text[]) returns text language sql immutable parallel safe as $$
  select array_to_string(texts, ' ')
$$;

create table idempotency_keys (
  caller_id    integer not null,
  key          text not null,
  fingerprint  bytea not null,
  answer       bytea,
  created_at   timestamptz not null default now(),
  primary key (caller_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- How often something was tried in a span of time, for all processes together.
create table throttles (
  key         text primary key,
  hits        integer not null,
  expires_at  timestamptz not null
);
create index throttles_age on throttles (expires_at);

-- A person's key, wrapped by the master key; without it the person's sealed data can never be read again.
create table person_keys (
  id          uuid primary key,
  wrapped     bytea,
  erased_at   timestamptz,
  created_at  timestamptz not null default now(),
  constraint person_keys_erased check ((wrapped is null) = (erased_at is not null))
);
create table personal_data_reads (
  id          bigint generated always as identity primary key,
  person_key  uuid not null references person_keys,
  actor_id    integer not null,
  table_name  text not null,
  record_id   bigint not null,
  fields      text[] not null,
  reason      varchar(500) not null,
  request_id  text,
  created_at  timestamptz not null default now()
);
create index personal_data_reads_record on personal_data_reads (table_name, record_id, id);
create index personal_data_reads_person on personal_data_reads (person_key);

-- Private files: where they lie is known here only.
create table files (
  id           integer generated always as identity primary key,
  place        uuid not null unique,
  name         varchar(200) not null,
  media_type   varchar(100) not null,
  size         integer not null check (size > 0),
  sha256       bytea not null check (length(sha256) = 32),
  width        integer,
  height       integer,
  uploaded_by  integer,
  created_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  deleted_by   integer
);
create table file_reads (
  id          bigint generated always as identity primary key,
  file_id     integer not null references files,
  actor_id    integer,
  request_id  text,
  created_at  timestamptz not null default now()
);
create index file_reads_file on file_reads (file_id, id);

create table users (
  id              integer generated always as identity primary key,
  name            varchar(100) not null,
  name_en         varchar(100),
  email           varchar(254) not null,
  role            varchar(20) not null check (role in ('admin', 'sales', 'department', 'leader', 'customer')),
  department      varchar(20) check (department in ('ticketing', 'line_control', 'op')),
  phone           varchar(30),
  line_id         varchar(50),
  locale          varchar(10) not null default 'zh-TW' check (locale in ('zh-TW', 'en')),
  tour_leader_id  integer,
  status          varchar(20) not null default 'active' check (status in ('active', 'suspended')),
  password_hash   text,
  last_login_at   timestamptz,
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint users_department check ((role = 'department') = (department is not null)),
  constraint users_tour_leader check (tour_leader_id is null or role = 'leader')
);
create unique index users_email on users (lower(email));
create index users_role on users (role, department, status);
create index users_search on users using gin (name gin_trgm_ops, name_en gin_trgm_ops, email gin_trgm_ops);
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

-- A link in a mail, good for one use.
create table one_time_links (
  id          integer generated always as identity primary key,
  purpose     varchar(30) not null,
  token_hash  bytea not null unique,
  user_id     integer references users on delete cascade,
  subject_id  integer,
  expires_at  timestamptz not null,
  used_at     timestamptz,
  created_at  timestamptz not null default now()
);
create index one_time_links_user on one_time_links (user_id, purpose);

create table notifications (
  id            integer generated always as identity primary key,
  user_id       integer not null references users on delete cascade,
  event         varchar(60) not null,
  title         varchar(200) not null,
  body          varchar(2000) not null,
  subject_type  varchar(40) not null,
  subject_id    integer not null,
  read_at       timestamptz,
  created_at    timestamptz not null default now()
);
create index notifications_user on notifications (user_id, id);
create index notifications_unread on notifications (user_id) where read_at is null;

-- Every process that holds this person's stream hears of it once it is committed.
create function announce_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('notifications', json_build_object('id', new.id, 'user_id', new.user_id)::text);
  return null;
end $$;
create trigger announce after insert on notifications for each row execute function announce_notification();
