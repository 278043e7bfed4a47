-- Connections of release 1.0.0 that are idle are closed before the tables change. Each keeps plans of whole rows of bookings, which
-- fail once the row has another column; 1.0.0 repeats such a write on three more connections at most and then answers 503. Every
-- write of somebody who is signed in begins with a look-up of the token. These look-ups wait here for less than a second, so that
-- no request takes a connection while it is being closed. Later releases replace such connections themselves.
create function close_idle_connections() returns void language plpgsql as $$
begin
  if not exists (select from pg_stat_activity where datname = current_database() and application_name = 'guidon') then
    return;
  end if;
  lock table tokens in access exclusive mode;
  for pass in 1 .. 2 loop
    perform pg_sleep(0.3);
    perform pg_stat_clear_snapshot();
    perform pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and application_name = 'guidon'
        and state = 'idle' and query in ('commit', 'rollback') and state_change < clock_timestamp() - interval '150 ms';
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
