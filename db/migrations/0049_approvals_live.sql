-- Whoever has a booking or the list of approvals open hears that an approval was asked for or decided, also if nothing else of the
-- booking changes. Customers hear nothing of it.
create function announce_approval() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('type', 'booking', 'id', b.id, 'version', b.version)::text)
    from bookings b where b.id = new.booking_id;
  return null;
end $$;
create trigger announce_change after insert or update on approvals for each row execute function announce_approval();
