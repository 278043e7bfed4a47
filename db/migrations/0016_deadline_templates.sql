-- The deadlines that the house gives to every new package. `kind` is one of the usual ones; without it a deadline is known by its name alone.
create table deadline_templates (
  id           integer generated always as identity primary key,
  kind         varchar(40) constraint deadline_templates_kind unique
               check (kind in ('balance', 'briefing', 'deposit', 'guarantee', 'hotel_confirmation', 'insurance', 'name_list', 'passports', 'rooming_list',
                               'ticketing', 'visa')),
  name         varchar(100) not null,
  name_en      varchar(100),
  days_before  integer not null check (days_before between 0 and 365),
  owner        varchar(20) not null default 'op' check (owner in ('op', 'sales', 'ticketing')),
  notes        varchar(2000),
  is_active    boolean not null default true,
  sort_order   integer not null default 0,
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);
create index deadline_templates_order on deadline_templates (sort_order, id);
select keep_record('deadline_templates');

-- A deadline that is added with a name needs no key.
alter table trip_deadlines alter column key set default 'own_' || substr(md5(random()::text), 1, 12);
