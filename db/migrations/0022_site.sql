-- The public site: whether it is on, how it looks, what it says in the agency's own words, and how exactly it tells free seats.
create table site (
  id           integer primary key default 1 constraint site_is_one check (id = 1),
  is_on        boolean not null default false,
  hue          integer not null default 190 check (hue between 0 and 359),
  chroma       integer not null default 2 check (chroma between 0 and 3),
  texts        jsonb not null default '{"lead": null, "registration": null, "footer": null}',
  seats_shown  varchar(20) not null default 'few_only' check (seats_shown in ('exact', 'few_only', 'never')),
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);
insert into site default values;
select keep_record('site');
