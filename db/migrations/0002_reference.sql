create table seasons (
  id          integer generated always as identity primary key,
  code        varchar(30) not null constraint seasons_code unique,
  name        varchar(100) not null,
  name_en     varchar(100),
  starts_on   date not null,
  ends_on     date not null,
  level       varchar(10) not null default 'shoulder' check (level in ('low', 'shoulder', 'high', 'peak')),
  notes       varchar(2000),
  is_active   boolean not null default true,
  sort_order  integer not null default 0,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint seasons_span check (ends_on >= starts_on)
);
create index seasons_starts on seasons (starts_on, id);
create index seasons_order on seasons (sort_order, id);
select keep_record('seasons');
