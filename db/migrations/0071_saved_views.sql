-- A named filter of a list: of its owner alone, or shared with a part of the office.
create table saved_views (
  id           integer generated always as identity primary key,
  user_id      integer not null references users on delete cascade,
  list         varchar(60) not null,
  name         varchar(60) not null,
  filters      jsonb not null,
  sort         varchar(60),
  columns      text[] not null default '{}',
  shared_with  varchar(20)
    check (shared_with in ('staff', 'sales', 'op', 'ticketing', 'line_control', 'finance', 'manager', 'admin')),
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  constraint saved_views_name unique (user_id, list, name)
);
create index saved_views_shared on saved_views (shared_with) where shared_with is not null;
create index saved_views_list on saved_views (list, name);
create index saved_views_name_order on saved_views (name, id);
create index saved_views_updated on saved_views (updated_at, id);
create index saved_views_created on saved_views (created_at, id);
create trigger touch before update on saved_views for each row execute function touch();
