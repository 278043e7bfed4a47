-- Papers that left by mail, byte for byte: later price lines must not change what the customer holds. A job that is repeated
-- sends the same bytes again. When the contact is erased, the bytes go and the hash stays.
create table booking_papers (
  id          integer generated always as identity primary key,
  booking_id  integer not null references bookings,
  kind        varchar(20) not null check (kind in ('quotation', 'confirmation')),
  locale      varchar(10) not null,
  mail_id     varchar(60) not null constraint booking_papers_mail unique,
  sent_to     varchar(254),
  sha256      bytea not null,
  bytes       bytea,
  created_at  timestamptz not null default now()
);
create index booking_papers_booking on booking_papers (booking_id, id);
