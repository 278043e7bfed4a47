-- What a visitor could read of a trip, stored whenever its content changes; a booking names the newest of its day. `shown_until` is when the
-- next one was stored.
create table trip_publications (
  id               integer generated always as identity primary key,
  planned_trip_id  integer not null references planned_trips on delete cascade,
  number           integer not null check (number > 0),
  facts            jsonb not null,
  hash             bytea not null,
  shown_from       timestamptz not null default clock_timestamp(),
  shown_until      timestamptz,
  unique (planned_trip_id, number)
);
-- Null for bookings that were imported, or made before publications were stored.
alter table bookings add column publication_id integer references trip_publications;
create index bookings_publication on bookings (publication_id) where publication_id is not null;
