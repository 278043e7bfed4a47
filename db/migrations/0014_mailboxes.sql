-- Connections of release 1.0.0 are closed before the tables change. Each keeps plans of whole rows, which fail once the row has
-- another column: 1.0.0 repeats such a write on three more connections at most and then answers 503, or 500 where a second
-- statement of the same transaction fails before the first one is reported. Every write of somebody who is signed in begins with a
-- look-up of the token. These look-ups wait here, so that no request takes a connection while it is being closed. A connection
-- in a transaction is closed when that ends; for transactions longer than two seconds nobody waits. Later releases replace such
-- connections themselves.
create function close_idle_connections() returns void language plpgsql as $$
declare
  called_at timestamptz := clock_timestamp();
begin
  if not exists (select from pg_stat_activity where datname = current_database() and application_name = 'guidon') then
    return;
  end if;
  lock table tokens in access exclusive mode;
  for pass in 1 .. 12 loop
    perform pg_sleep(0.15);
    perform pg_stat_clear_snapshot();
    perform pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and application_name = 'guidon'
        and state = 'idle' and query in ('commit', 'rollback') and state_change < clock_timestamp() - interval '150 ms';
    perform pg_stat_clear_snapshot();
    -- Connections that wait for this lock keep waiting until the tables have changed.
    exit when pass >= 4 and not exists (
      select from pg_stat_activity
        where datname = current_database() and usename = current_user and application_name = 'guidon' and backend_start < called_at
          and (state = 'idle in transaction' or xact_start < query_start or state = 'idle' and query in ('commit', 'rollback'))
          and not pg_backend_pid() = any (pg_blocking_pids(pid)));
  end loop;
  -- Until the processes have noticed.
  perform pg_sleep(0.25);
end $$;
select close_idle_connections();

-- When the mailbox of the contact was proved: by a link that was mailed to it, or by the word of a colleague. Bookings
-- that are there already, and those the release before still writes, count as proved.
alter table bookings add column contact_proved_at timestamptz default now();
create index bookings_unproved on bookings (planned_trip_id, lower(contact_email)) where contact_proved_at is null;

-- Whether a link went out by mail. The one told in the answer to a registration proves no mailbox.
alter table booking_links add column is_mailed boolean not null default true;
