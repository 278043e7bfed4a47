-- An account may hold several roles. `role` is the first of `roles`, as `department` is the first of `departments`.

-- A customer is nothing else: it sees its own records only.
alter table users add column roles text[] not null default '{}'
  check (roles <@ '{admin, manager, sales, department, finance, leader, customer}'::text[])
  check (not 'customer' = any (roles) or roles = '{customer}');

-- Whoever writes `role` alone, such as the release before, gives that one role.
create function roles_of_role() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.roles = '{}' or tg_op = 'UPDATE' and new.role <> old.role and new.roles = old.roles then
    new.roles := array[new.role];
  end if;
  return new;
end $$;

-- The same for accounts that are there; it is no change of theirs.
alter table users disable trigger user;
update users set roles = array[role];
alter table users enable trigger user;

create trigger roles_of_role before insert or update of role, roles on users
  for each row execute function roles_of_role();

alter table users
  drop constraint users_department,
  add constraint users_department check (('department' = any (roles)) = (department is not null));
alter table users
  drop constraint users_tour_leader,
  add constraint users_tour_leader check (tour_leader_id is null or 'leader' = any (roles));

create index users_roles on users using gin (roles);

-- Whoever is named to answer for something has an account in use with a role that may.
create or replace function check_named() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  named text;
begin
  foreach named in array tg_argv[1:] loop
    if to_jsonb(new) -> named is distinct from was -> named and exists (
         select from users where id = (to_jsonb(new) ->> named)::integer and (not roles && tg_argv[0]::text[] or status <> 'active')) then
      raise check_violation using constraint = named || '_role';
    end if;
  end loop;
  return null;
end $$;

-- An open stream ends with the rights that it was opened with: also with one of several roles.
create trigger announced_roles after update of role, roles on users
  for each row when (old.roles is distinct from new.roles) execute function announce_account();
