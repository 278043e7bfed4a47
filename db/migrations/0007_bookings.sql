-- Bookings, the travelers on them, and what travelers hand in and wish for.

create table bookings (
  id                   integer generated always as identity primary key,
  booking_number       varchar(50) not null constraint bookings_number unique,
  planned_trip_id      integer not null references planned_trips,
  branch_id            integer references branches,
  source               varchar(10) not null default 'staff' check (source in ('public', 'staff')),
  status               varchar(20) not null default 'held'
                       check (status in ('waitlisted', 'held', 'confirmed', 'cancelled', 'completed', 'expired')),
  contact_name         varchar(100) not null,
  contact_phone        varchar(30),
  contact_email        varchar(254),
  contact_line_id      varchar(50),
  -- When the mailbox of the contact was proved: by a link that was mailed to it, or by the word of the colleague who books.
  contact_proved_at    timestamptz default now(),
  locale               varchar(10) not null default 'zh-TW' check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  customer_user_id     integer references users,
  sales_user_id        integer references users,
  payment_method       varchar(30),
  travel_purpose       varchar(30),
  marketing_source     varchar(30),
  customer_note        varchar(2000),
  notes                varchar(2000),
  -- When and how the consent to keep their data was given. Staff book people who telephone; then it may come later.
  privacy_consent_at   timestamptz,
  privacy_consent_how  varchar(10) check (privacy_consent_how in ('online', 'phone', 'paper', 'in_person')),

  -- What the trip cost on the day it was booked; and the account: the lines and payments add themselves up here.
  price                jsonb,
  currency             varchar(3) not null default house_currency(),
  total                numeric(16, 2) not null default 0,
  paid                 numeric(16, 2) not null default 0,
  balance              numeric(16, 2) generated always as (total - paid) stored,
  deposit              numeric(16, 2) not null default 0 check (deposit >= 0),
  deposit_due_on       date,
  balance_due_on       date,
  payment_due_on       date generated always as (case when status not in ('held', 'confirmed', 'completed') then null
                                                      when paid < deposit then deposit_due_on
                                                      when paid < total then balance_due_on end) stored,

  -- Since when it stands in line; since when a seat is offered to it; until when its seats are kept; and until when they are kept, once,
  -- for a waitlisted party whose turn it is and whose mailbox is not proved.
  queued_at            timestamptz not null default clock_timestamp(),
  offered_at           timestamptz,
  hold_expires_at      timestamptz,
  proof_until          timestamptz,

  cancelled_at         timestamptz,
  cancelled_by         integer references users,
  cancel_cause         varchar(20)
                       check (cancel_cause in ('traveler', 'below_minimum', 'house_fault', 'force_majeure', 'objective_risk', 'other')),
  cancel_reason        varchar(2000),
  cancellation_fee     numeric(16, 2) check (cancellation_fee >= 0),
  official_fees        numeric(16, 2) check (official_fees >= 0),
  proven_costs         numeric(16, 2) check (proven_costs >= 0),
  penalty              numeric(16, 2) check (penalty >= 0),
  cancel_paper         varchar(200),
  refund               numeric(16, 2) check (refund >= 0),

  -- What a person may look for, in one text, so that one index finds it.
  sought               text not null generated always as (booking_number || ' ' || contact_name || coalesce(' ' || contact_email, '')
                         || coalesce(' ' || contact_phone, '')) stored,
  -- Equal where trip, contact and travelers are, and telling nothing else.
  twin_mark            bytea,
  -- The version and the time of the last change as a customer knows them: a change of the office's notes alone does not count.
  public_version       integer not null default 1,
  public_updated_at    timestamptz not null default now(),
  version              integer not null default 1,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  -- A penalty is paid out beside what was paid in, so a booking whose total is below zero may be paid below zero, down to its total.
  constraint bookings_paid check (paid >= least(total, 0))
);
create index bookings_trip on bookings (planned_trip_id, status, id);
create index bookings_customer on bookings (customer_user_id, id);
create index bookings_sales on bookings (sales_user_id, id);
create index bookings_status on bookings (status, created_at, id);
create index bookings_source on bookings (source, created_at, id);
create index bookings_created on bookings (created_at, id);
create index bookings_total on bookings (total, id);
create index bookings_payment_due on bookings (payment_due_on, id);
create index bookings_canceller on bookings (cancelled_by);
create index bookings_queue on bookings (planned_trip_id, queued_at, id) where status = 'waitlisted';
create index bookings_holds on bookings (hold_expires_at) where status = 'held';
create index bookings_twins on bookings (planned_trip_id, twin_mark) where twin_mark is not null;
create index bookings_branch on bookings (branch_id, created_at, id) where branch_id is not null;
-- The newest bookings of whoever is in charge of them; of an account without any, the whole list would be read.
create index bookings_sales_created on bookings (sales_user_id, created_at, id);
-- Null comes last in both directions, so a descending order of a column that may be null has an index of its own.
create index bookings_payment_due_last on bookings (payment_due_on desc nulls last, id desc);
create index bookings_owing on bookings (payment_due_on, id) where balance > 0;
create index bookings_unproved on bookings (planned_trip_id, lower(contact_email)) where contact_proved_at is null;
create index bookings_proof on bookings (planned_trip_id, proof_until) where proof_until is not null;
-- Bookings whose contact may turn out to have an account.
create index bookings_without_account on bookings (lower(contact_email)) where customer_user_id is null;
create index bookings_search on bookings using gin (sought gin_trgm_ops);
select keep_named('bookings', '{customer}', 'customer_user_id');
select keep_named('bookings', '{admin, sales}', 'sales_user_id');
select keep_record('bookings', 'contact_name', 'contact_phone', 'contact_email', 'contact_line_id', 'sought', 'twin_mark');

-- The last number given among the bookings of a trip. It is counted in the transaction that books, so there are no gaps.
create table booking_numbers (
  planned_trip_id  integer primary key references planned_trips on delete cascade,
  last             integer not null
);

create table travelers (
  id                   integer generated always as identity primary key,
  booking_id           integer not null references bookings,
  name                 varchar(100) not null,
  surname_en           varchar(60),
  given_name_en        varchar(60),
  gender               varchar(10) check (gender in ('female', 'male', 'other')),
  birth_date           personal,
  nationality          varchar(30),
  national_id          personal,
  mobile               varchar(30),
  email                varchar(254),
  -- The mail address was usually typed by somebody else. It is asked once to confirm, by the job of this id, and is told things only after
  -- that. Another address starts again.
  email_asked_id       uuid,
  email_proved_at      timestamptz,
  language             varchar(5),
  emergency_name       varchar(100),
  emergency_phone      varchar(30),
  emergency_relation   varchar(50),
  passport_status      varchar(30),
  passport_number      personal,
  passport_expires_on  date,
  passport_country     varchar(30),
  meal_requirement     varchar(30),
  food_restrictions    text[] not null default '{}',
  ticket_handling      varchar(30),
  class_preference     varchar(30),
  bed_type             varchar(30),
  bed                  boolean not null default true,
  seat_preference      varchar(30),
  allergies            personal,
  roommate_group       varchar(30),
  notes                varchar(2000),
  status               varchar(20) not null default 'active' check (status in ('active', 'cancelled')),

  -- Sealed with this; there is none before something is.
  person_key           uuid references person_keys,
  -- What follows from a birth date, which cannot be read from here.
  passenger_type       varchar(10) check (passenger_type in ('adult', 'child', 'infant')),
  is_minor             boolean,
  -- Equal where the sealed values are equal, and telling nothing else.
  passport_mark        bytea,
  identity_mark        bytea,
  birth_mark           bytea,

  -- As for bookings.
  public_version       integer not null default 1,
  public_updated_at    timestamptz not null default now(),
  version              integer not null default 1,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now()
);
create index travelers_booking on travelers (booking_id, id);
create index travelers_person on travelers (person_key);
create index travelers_name on travelers (name, id);
create index travelers_created on travelers (created_at, id);
create index travelers_status on travelers (status, id);
create index travelers_passenger_type on travelers (passenger_type, id);
create index travelers_nationality on travelers (nationality, id);
create index travelers_passport_status on travelers (passport_status, id);
create index travelers_passport_expires on travelers (passport_expires_on, id);
create index travelers_passport_mark on travelers (passport_mark) where passport_mark is not null;
create index travelers_identity_mark on travelers (identity_mark) where identity_mark is not null;
create index travelers_passport_expires_last on travelers (passport_expires_on desc nulls last, id desc);
-- Whoever is on a trip twice is found by the marks of passport, identity number and birth date.
create index travelers_birth_mark on travelers (birth_mark) where birth_mark is not null;
create index travelers_search on travelers using gin (name gin_trgm_ops);
create index travelers_search_surname on travelers using gin (surname_en gin_trgm_ops);
create index travelers_search_given_name on travelers using gin (given_name_en gin_trgm_ops);
select keep_record('travelers', 'passport_mark', 'identity_mark', 'birth_mark');

-- Counts a change that a customer may know of.
create function touch_publicly() returns trigger language plpgsql as $$
declare
  inside constant text[] := '{notes,version,updated_at,public_version,public_updated_at}';
  -- Generated columns are not computed yet in the new row; they follow from the others.
  generated constant text[] := '{balance,payment_due_on,sought}';
begin
  -- The rows are compared only if the notes changed, because comparing whole rows takes time.
  if new.notes is distinct from old.notes and to_jsonb(new) - inside - generated = to_jsonb(old) - inside - generated then
    return new;
  end if;
  new.public_version := old.public_version + 1;
  new.public_updated_at := now();
  return new;
end $$;
create trigger touch_publicly before update on bookings for each row execute function touch_publicly();
create trigger touch_publicly before update on travelers for each row execute function touch_publicly();

-- Every process hears which bookings changed, so that open pages and the counts of the morning are read again. A customer hears of a booking
-- only what it may know.
create function announce_booking() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('type', 'booking', 'id', new.id, 'version', new.version,
    'customer', case when tg_op = 'INSERT' or new.public_version <> old.public_version then new.customer_user_id end,
    'customer_version', new.public_version)::text);
  return null;
end $$;
create trigger announce_change after insert or update on bookings for each row execute function announce_booking();

-- What a customer wants to change of a traveler whose booking is confirmed: sales accept or decline it. The birth date is sealed with
-- the key of the traveler's person. There is one open request for a traveler; what is asked later is added to it.
create table change_requests (
  id                     integer generated always as identity primary key,
  traveler_id            integer not null references travelers on delete cascade,
  fields                 text[] not null check (fields <> '{}' and fields <@ array['name', 'surname_en', 'given_name_en', 'birth_date',
                                                                                   'bed', 'bed_type', 'roommate_group']),
  name                   varchar(100),
  surname_en             varchar(60),
  given_name_en          varchar(60),
  birth_date             personal,
  bed                    boolean,
  bed_type               varchar(30),
  roommate_group         varchar(30),
  name_before            varchar(100),
  surname_en_before      varchar(60),
  given_name_en_before   varchar(60),
  bed_before             boolean,
  bed_type_before        varchar(30),
  roommate_group_before  varchar(30),
  passenger_type_before  varchar(10) check (passenger_type_before in ('adult', 'child', 'infant')),
  passenger_type_after   varchar(10) check (passenger_type_after in ('adult', 'child', 'infant')),
  currency               varchar(3) not null,
  price_before           numeric(12, 2) not null,
  price_after            numeric(12, 2) not null,
  status                 varchar(20) not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  decided_at             timestamptz,
  decided_by             integer references users,
  decline_reason         varchar(500),
  person_key             uuid references person_keys,
  version                integer not null default 1,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);
create unique index change_requests_open on change_requests (traveler_id) where status = 'open';
create index change_requests_traveler on change_requests (traveler_id, id);
create index change_requests_status on change_requests (status, id);
create index change_requests_created on change_requests (created_at, id);
create index change_requests_decided_by on change_requests (decided_by);
create index change_requests_person_key on change_requests (person_key);
select keep_record('change_requests');

-- A paper of a traveler: asked for, handed in, looked at. Its picture goes some time after the trip, the row stays. `given_by` is the link it
-- was handed in with, so that no other link shows it: that of the booking, also where nothing is said, that of the traveler, or one of a
-- former contact.
create table traveler_documents (
  id             integer generated always as identity primary key,
  traveler_id    integer not null references travelers,
  kind           varchar(20) not null check (kind in ('passport', 'visa', 'id', 'photo', 'insurance', 'consent', 'other')),
  number         personal,
  expires_on     date,
  status         varchar(10) not null default 'missing' check (status in ('missing', 'received', 'verified', 'rejected', 'expired')),
  file_id        integer constraint traveler_documents_file unique references files,
  given_by       varchar(10) check (given_by in ('booking', 'traveler', 'former')),
  reject_reason  varchar(500),
  verified_by    integer references users,
  verified_at    timestamptz,
  purged_at      timestamptz,
  notes          varchar(2000),
  -- That of the traveler, where something here is sealed with it.
  person_key     uuid references person_keys,
  version        integer not null default 1,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  constraint traveler_documents_rejected check ((status = 'rejected') = (reject_reason is not null)),
  constraint traveler_documents_verified check ((verified_by is null) = (verified_at is null))
);
create index traveler_documents_traveler on traveler_documents (traveler_id, kind, id);
create index traveler_documents_kind on traveler_documents (kind, id);
create index traveler_documents_status on traveler_documents (status, id);
create index traveler_documents_expires on traveler_documents (expires_on, id);
create index traveler_documents_created on traveler_documents (created_at, id);
create index traveler_documents_person on traveler_documents (person_key) where person_key is not null;
create index traveler_documents_verifier on traveler_documents (verified_by) where verified_by is not null;
create index traveler_documents_pictures on traveler_documents (traveler_id) where file_id is not null;
select keep_record('traveler_documents');

-- A wish without a price.
create table traveler_requests (
  id                 integer generated always as identity primary key,
  traveler_id        integer not null references travelers,
  kind               varchar(20) not null check (kind in ('meal', 'seat', 'room', 'medical', 'mobility', 'celebration', 'other')),
  detail             varchar(2000) not null,
  status             varchar(20) not null default 'open' check (status in ('open', 'acknowledged', 'passed_on', 'confirmed', 'declined')),
  visible_to_leader  boolean not null default false,
  version            integer not null default 1,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);
create index traveler_requests_traveler on traveler_requests (traveler_id, id);
create index traveler_requests_kind on traveler_requests (kind, id);
create index traveler_requests_status on traveler_requests (status, id);
create index traveler_requests_leader on traveler_requests (visible_to_leader, id);
create index traveler_requests_created on traveler_requests (created_at, id);
select keep_record('traveler_requests');

-- What was told of a traveler already, so that it is told once for as long as it stands in the way.
create table traveler_check_notices (
  traveler_id  integer not null references travelers on delete cascade,
  "check"      varchar(40) not null,
  created_at   timestamptz not null default now(),
  primary key (traveler_id, "check")
);
create index traveler_check_notices_age on traveler_check_notices (created_at);

-- A traveler sleeps in one room of a stay.
create table stay_room_travelers (
  room_id      integer not null,
  stay_id      integer not null,
  traveler_id  integer not null references travelers on delete cascade,
  primary key (room_id, traveler_id),
  constraint stay_room_travelers_room foreign key (stay_id, room_id) references stay_rooms (stay_id, id) on delete cascade,
  constraint stay_room_travelers_once unique (stay_id, traveler_id)
);
create index stay_room_travelers_of_room on stay_room_travelers (stay_id, room_id);
select keep_link('stay_room_travelers', 'stay_rooms', 'room_id', 'traveler_id');
