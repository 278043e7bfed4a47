-- A sign-in and a public registration of release 1.0.0 look up no token, so the lock of 0014 does not hold them back while their
-- connection is being closed. They write their counters first; these wait too. A file of its own, because 0014 has been applied.
alter function close_idle_connections() rename to close_idle_connections_of_tokens;
create function close_idle_connections() returns void language plpgsql as $$
begin
  lock table throttles in access exclusive mode;
  perform close_idle_connections_of_tokens();
end $$;
