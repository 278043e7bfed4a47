-- When the mailbox of the contact was proved: by a link that was mailed to it, or by the word of a colleague. Bookings
-- that are there already, and those the release before still writes, count as proved.
alter table bookings add column contact_proved_at timestamptz default now();
create index bookings_unproved on bookings (planned_trip_id, lower(contact_email)) where contact_proved_at is null;

-- Whether a link went out by mail. The one told in the answer to a registration proves no mailbox.
alter table booking_links add column is_mailed boolean not null default true;
