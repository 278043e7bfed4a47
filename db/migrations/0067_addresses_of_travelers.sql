select close_idle_connections();

-- The mail address of a traveler was usually typed by somebody else. It is asked once to confirm, by the job of this id, and is told things
-- only after that. Another address starts again, and the links that were sent to the one before end.
alter table travelers add column email_asked_id uuid;
alter table travelers add column email_proved_at timestamptz;

create function forget_former_address() returns trigger language plpgsql as $$
begin
  new.email_asked_id := null;
  new.email_proved_at := null;
  delete from links where traveler_id = new.id;
  return new;
end $$;
create trigger forget_former_address before update of email on travelers
  for each row when (lower(old.email) is distinct from lower(new.email)) execute function forget_former_address();

-- An amount as people read it: 39,900 or 39,900.50.
create function amount_text(amount numeric) returns text language sql immutable as $$
  select to_char(amount, case when amount = trunc(amount) then 'FM999,999,999,990' else 'FM999,999,999,990.00' end) $$;
