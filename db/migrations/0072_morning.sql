-- Who wants a mail about what waits, on the mornings of weekdays. Release 1.0.0 reads whole rows of accounts.
select close_idle_connections();
alter table users add column morning_mail boolean not null default false;

-- Every process hears which bookings and trips changed too, so that open pages and the counts of the morning are read again.
create function announce_booking() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('type', 'booking', 'id', new.id, 'version', new.version,
    'customer', new.customer_user_id, 'customer_version', new.version)::text);
  return null;
end $$;
create function announce_trip() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('type', 'planned_trip', 'id', new.id, 'version', new.version,
    'leaders', json_build_array(new.assigned_leader_id, new.briefing_leader_id))::text);
  return null;
end $$;
create trigger announce_change after insert or update on bookings for each row execute function announce_booking();
create trigger announce_change after insert or update on planned_trips for each row execute function announce_trip();
