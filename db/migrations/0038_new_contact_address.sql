-- A mail address that becomes the contact of a booking when its owner presses a mailed link: the new one that the customer gave, until it
-- is proved, and then the former one, so that its owner can take the change back.
create table contact_changes (
  id          integer generated always as identity primary key,
  booking_id  integer not null references bookings on delete cascade,
  email       varchar(254) not null,
  is_undo     boolean not null,
  owner_id    integer references users on delete set null,
  token_hash  bytea unique,
  expires_at  timestamptz not null default now() + interval '7 days',
  created_at  timestamptz not null default now()
);
create index contact_changes_booking on contact_changes (booking_id);
create index contact_changes_owner on contact_changes (owner_id);
create index contact_changes_end on contact_changes (expires_at);
