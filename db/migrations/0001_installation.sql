-- What every table needs (versions, audit, keys of persons, files), and what the installation keeps for itself.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- The day and the time by the clock of the house; each connection brings its zone along.
create function local_time() returns timestamp language sql stable parallel safe as $$
  select now() at time zone coalesce(nullif(current_setting('guidon.zone', true), ''), 'Asia/Taipei')
$$;
create function today() returns date language sql stable parallel safe as $$ select local_time()::date $$;
-- The time zone of the house, to write an instant as its clock shows it.
create function house_zone() returns text language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('guidon.zone', true), ''), 'Asia/Taipei')
$$;

-- What this installation remembers of itself, such as which queues it has and whether it was seeded.
create table installation (
  key    text primary key,
  value  text not null
);

-- What money is in where nobody says otherwise; the configuration tells the installation.
create function house_currency() returns varchar language sql stable as $$
  select coalesce((select value from installation where key = 'currency'), 'TWD')
$$;

-- Every record counts its changes; the count is its version. Fingerprints that are computed again from what a record has already are no
-- change of the record: whoever has read its version may still save it.
create function touch() returns trigger language plpgsql as $$
begin
  if current_setting('guidon.keeps_version', true) = 'on' then
    return new;
  end if;
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

-- `execute function audit('password_hash')`: that column is named as changed, its values are never shown. Versions are no change by themselves.
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
   where key not in ('version', 'updated_at', 'created_at', 'public_version', 'public_updated_at')
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

-- Gives a table of links its audit, which stands with the parent, and an index for the way back.
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

-- The runs of the retention job: when, and how many rows each rule deleted. `guidon doctor` and /metrics show the last one.
create table retention_runs (
  id        integer generated always as identity primary key,
  began_at  timestamptz not null default now(),
  ended_at  timestamptz,
  deleted   jsonb not null default '{}',
  failed    text[] not null default '{}'
);
create index retention_runs_age on retention_runs (began_at);

-- A person's key, wrapped by the master key; without it the person's sealed data can never be read again.
create table person_keys (
  id          uuid primary key,
  wrapped     bytea,
  erased_at   timestamptz,
  created_at  timestamptz not null default now(),
  constraint person_keys_erased check ((wrapped is null) = (erased_at is not null))
);

-- Who read personal data of whom, and why.
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
create index personal_data_reads_age on personal_data_reads (created_at);

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
create index files_deleted on files (deleted_at) where deleted_at is not null;

create table file_reads (
  id          bigint generated always as identity primary key,
  file_id     integer not null references files,
  actor_id    integer,
  request_id  text,
  created_at  timestamptz not null default now()
);
create index file_reads_file on file_reads (file_id, id);
create index file_reads_age on file_reads (created_at);
