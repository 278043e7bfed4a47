-- Registrations that are still being filled in. What was typed is sealed; the links to it are kept as hashes.
create table registration_drafts (
  id               integer generated always as identity primary key,
  token_hash       bytea not null unique,
  planned_trip_id  integer not null references planned_trips on delete cascade,
  -- The booking that the draft became. From then on the draft keeps only the link of its receipt.
  booking_id       integer references bookings on delete cascade,
  sealed           bytea not null,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  expires_at       timestamptz not null default now() + interval '14 days'
);
create index registration_drafts_end on registration_drafts (expires_at);
create index registration_drafts_trip on registration_drafts (planned_trip_id);
create index registration_drafts_booking on registration_drafts (booking_id) where booking_id is not null;

-- A link of its own for each person of a draft, who fills in only their own part.
create table registration_draft_people (
  token_hash  bytea primary key,
  draft_id    integer not null references registration_drafts on delete cascade,
  place       smallint not null check (place between 1 and 20)
);
create index registration_draft_people_draft on registration_draft_people (draft_id);
