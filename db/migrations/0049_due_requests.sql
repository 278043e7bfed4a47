-- Until when the next turn of a request is due, so that the list can be sorted by it. Release 1.0.0 reads whole rows of requests.
select close_idle_connections();
alter table addon_requests add column due timestamptz;

-- An offer is due with the customer's deadline, a turn of the department when its time for processing is over. Written by the
-- database, so that turns taken by the release before are counted too.
create function due_of(of addon_requests) returns timestamptz language sql stable as $$
  select case when (of).status = 'offered' then (of).response_deadline
              when (of).status in ('open', 'inquiring', 'confirmed') then (of).status_since + t.processing_time_hours * interval '1 hour' end
    from addon_request_types t where t.id = (of).type_id
$$;
create function keep_due() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.status, new.status_since, new.response_deadline) is distinct from (old.status, old.status_since, old.response_deadline) then
    new.due = due_of(new);
  end if;
  return new;
end $$;

-- Filled in here, which is no change of the requests.
alter table addon_requests disable trigger user;
update addon_requests r set due = due_of(r) where status in ('offered', 'open', 'inquiring', 'confirmed');
alter table addon_requests enable trigger user;
create trigger keep_due before insert or update on addon_requests for each row execute function keep_due();
create index addon_requests_due on addon_requests (due, id);
