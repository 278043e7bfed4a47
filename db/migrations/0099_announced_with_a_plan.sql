-- In SQL, the function was planned anew for each entry before PostgreSQL 18, which took longer than everything else in the insert.
create or replace function announce_request(request integer, is_public boolean) returns void language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('type', 'addon_request', 'id', r.id, 'version', r.version,
           'customer', case when is_public then b.customer_user_id end, 'customer_version', r.public_version)::text)
    from addon_requests r join bookings b on b.id = r.booking_id where r.id = request;
end $$;
