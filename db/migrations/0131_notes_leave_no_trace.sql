-- The version and the time of the last change as a customer knows them: a change of the office's notes alone does not count.
select close_idle_connections();
alter table bookings
  add column public_version integer not null default 1,
  add column public_updated_at timestamptz not null default now();
alter table travelers
  add column public_version integer not null default 1,
  add column public_updated_at timestamptz not null default now();
alter table bookings disable trigger user;
alter table travelers disable trigger user;
update bookings set public_version = version, public_updated_at = updated_at;
update travelers set public_version = version, public_updated_at = updated_at;
alter table bookings enable trigger user;
alter table travelers enable trigger user;

create function touch_publicly() returns trigger language plpgsql as $$
declare
  inside constant text[] := '{notes,version,updated_at,public_version,public_updated_at}';
  -- Generated columns are not computed yet in the new row; they follow from the others.
  generated constant text[] := '{balance,payment_due_on,sought}';
begin
  -- The rows are compared only if the notes changed, because comparing whole rows takes time.
  if new.notes is distinct from old.notes and to_jsonb(new) - inside - generated = to_jsonb(old) - inside - generated then
    return new;
  end if;
  new.public_version := old.public_version + 1;
  new.public_updated_at := now();
  return new;
end $$;
create trigger touch_publicly before update on bookings for each row execute function touch_publicly();
create trigger touch_publicly before update on travelers for each row execute function touch_publicly();

-- A customer hears of a booking only what it may know.
create or replace function announce_booking() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('type', 'booking', 'id', new.id, 'version', new.version,
    'customer', case when tg_op = 'INSERT' or new.public_version <> old.public_version then new.customer_user_id end,
    'customer_version', new.public_version)::text);
  return null;
end $$;

-- Neither of them is a change by itself.
create or replace function audit() returns trigger language plpgsql as $$
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
