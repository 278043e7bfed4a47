-- Every process hears which requests changed, so that open pages can be refreshed. What is internal is announced to staff alone.
create function announce_request(request integer, is_public boolean) returns void language sql as $$
  select pg_notify('changes', json_build_object('type', 'addon_request', 'id', r.id, 'version', r.version,
           'customer', case when is_public then b.customer_user_id end, 'customer_version', r.public_version)::text)
    from addon_requests r join bookings b on b.id = r.booking_id where r.id = request
$$;
create function announce_change() returns trigger language plpgsql as $$
begin
  perform announce_request(new.id, tg_op = 'INSERT' or new.public_version <> old.public_version);
  return null;
end $$;
create function announce_entry() returns trigger language plpgsql as $$
begin
  perform announce_request(new.addon_request_id, not new.is_internal);
  return null;
end $$;
create trigger announce_change after insert or update on addon_requests for each row execute function announce_change();
create trigger announce_entry after insert on addon_communications for each row execute function announce_entry();
