-- An open stream ends with the token or the rights that it was opened with: the process that holds it hears of the change with the commit.
create function announce_ended_tokens() returns trigger language plpgsql as $$
begin
  perform pg_notify('rights', user_id::text) from (select distinct user_id from ended) as people;
  return null;
end $$;
create trigger announced after delete on tokens referencing old table as ended
  for each statement execute function announce_ended_tokens();

create function announce_rights() returns trigger language plpgsql as $$
begin
  perform pg_notify('rights', new.user_id::text);
  return null;
end $$;
create trigger announced_end after update of expires_at, idle_for on tokens
  for each row execute function announce_rights();

create function announce_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('rights', new.id::text);
  return null;
end $$;
create trigger announced after update of status, role, department, departments, tour_leader_id on users
  for each row when ((old.status, old.role, old.departments, old.tour_leader_id)
    is distinct from (new.status, new.role, new.departments, new.tour_leader_id)) execute function announce_account();
