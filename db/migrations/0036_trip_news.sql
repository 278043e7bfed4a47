-- What people know of a trip whose assembly, flights, dates or leader were changed since they were last told. The row is deleted when
-- everybody knows what is true.
create table trip_news (
  planned_trip_id  integer primary key references planned_trips on delete cascade,
  staff_know       jsonb not null,
  travelers_know   jsonb not null,
  -- When the news are told; null if nothing waits.
  due_at           timestamptz,
  tells_travelers  boolean not null default false,
  -- The account that made the changes, which is not told; null for several.
  actor_id         integer references users on delete set null
);
create index trip_news_actor on trip_news (actor_id) where actor_id is not null;
