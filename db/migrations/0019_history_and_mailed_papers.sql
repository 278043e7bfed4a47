-- What staff want to remember of a booking, beside its changes and its mails. A note is never changed.
create table booking_notes (
  id          integer generated always as identity primary key,
  booking_id  integer not null references bookings on delete cascade,
  written_by  integer not null references users,
  words       varchar(2000) not null,
  created_at  timestamptz not null default now()
);
create index booking_notes_booking on booking_notes (booking_id, id);
create index booking_notes_author on booking_notes (written_by);

-- Mails about a step of a booking, by the name of what they said. All other mails are in `deliveries`.
create table booking_letters (
  id          integer generated always as identity primary key,
  booking_id  integer not null references bookings on delete cascade,
  -- The job that sent it: one that is tried again is one mail.
  mail_id     varchar(60) not null constraint booking_letters_mail unique,
  sentence    varchar(80) not null,
  sent_to     varchar(254),
  created_at  timestamptz not null default now()
);
create index booking_letters_booking on booking_letters (booking_id, id);
create index booking_letters_age on booking_letters (created_at);

-- A payment slip can be mailed too.
alter table booking_papers drop constraint booking_papers_kind_check,
  add constraint booking_papers_kind_check check (kind in ('quotation', 'confirmation', 'payment_slip', 'receipt', 'departure_notice'));

-- A paper of a trip that was mailed to a hotel, a land operator or an insurer. Its bytes are not kept, because lists show personal data;
-- the hash is what was sent. `sent_at` is null while it waits.
create table trip_papers (
  id               integer generated always as identity primary key,
  planned_trip_id  integer not null references planned_trips on delete cascade,
  kind             varchar(20) not null check (kind in ('rooming_list', 'land_order', 'insurance_list')),
  stay_id          integer references planned_trip_stays on delete set null,
  hotel_id         integer references hotels,
  locale           varchar(10) not null,
  sent_to          varchar(254) not null,
  message          varchar(2000),
  reason           varchar(500),
  asked_by         integer not null references users,
  sha256           bytea,
  sent_at          timestamptz,
  created_at       timestamptz not null default now()
);
create index trip_papers_trip on trip_papers (planned_trip_id, id);
create index trip_papers_kind on trip_papers (kind, id);
create index trip_papers_stay on trip_papers (stay_id) where stay_id is not null;
create index trip_papers_hotel on trip_papers (hotel_id, id) where hotel_id is not null;
create index trip_papers_asked_by on trip_papers (asked_by);
create trigger audit after insert or update or delete on trip_papers for each row execute function audit('sha256');
