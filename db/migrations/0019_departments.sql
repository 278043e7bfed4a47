-- All departments an account belongs to; `department` is the first of them. Who writes `department` alone, as the release
-- before does, moves the account there. 1.0.0 reads whole rows of this table too.
select close_idle_connections();
alter table users add column departments varchar(20)[] not null default '{}'
  check (departments::text[] <@ '{ticketing, line_control, op}'::text[]);

create function keep_departments() returns trigger language plpgsql as $$
begin
  if new.department is distinct from new.departments[1] then
    new.departments = array_remove(array[new.department], null);
  end if;
  return new;
end $$;

-- Filled in here, which is no change of the accounts.
alter table users disable trigger user;
update users set departments = array[department] where department is not null;
alter table users enable trigger user;
create trigger keep_departments before insert or update on users for each row execute function keep_departments();
