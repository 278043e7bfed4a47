-- What a customer and its salesperson write to each other about a booking, in the traveler's place and in the console.
create table booking_messages (
  id          integer generated always as identity primary key,
  booking_id  integer not null references bookings on delete cascade,
  "from"      varchar(10) not null check ("from" in ('customer', 'agency')),
  -- The account that wrote it; null for the holder of a mailed link.
  written_by  integer references users,
  text        varchar(2000) not null,
  -- When the other side has read it, or has answered.
  read_at     timestamptz,
  created_at  timestamptz not null default now()
);
create index booking_messages_booking on booking_messages (booking_id, id);
create index booking_messages_author on booking_messages (written_by) where written_by is not null;
create index booking_messages_unread on booking_messages (booking_id, id) where read_at is null and "from" = 'customer';
-- The words are not copied into the audit.
create trigger audit after insert or update or delete on booking_messages for each row execute function audit('text');
