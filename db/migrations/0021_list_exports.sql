-- Who got a list of people as a file, with which filter, and how many rows it had.
create table list_exports (
  id          bigint generated always as identity primary key,
  actor_id    integer,
  list        text not null,
  filter      jsonb not null,
  columns     text[] not null,
  row_count   integer not null,
  request_id  text not null,
  created_at  timestamptz not null default now()
);
create index list_exports_age on list_exports (created_at);
