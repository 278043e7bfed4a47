-- What leaves the application: links, notices in the app and by mail, and messages to other systems.

-- Every link that is mailed, or shown once. Only its hash is stored. It speaks for exactly one subject: an account, a booking
-- (its contact), a traveler, an offer, or a place on the list of a session.
create table links (
  token_hash        bytea primary key,
  kind              varchar(20) not null
    check (kind in ('invitation', 'password', 'sign-in', 'offer', 'booking', 'traveler', 'session')),
  user_id           integer references users on delete cascade,
  booking_id        integer references bookings on delete cascade,
  traveler_id       integer references travelers on delete cascade,
  communication_id  integer references addon_communications on delete cascade,
  attendance_id     integer references session_attendances on delete cascade,
  is_mailed         boolean not null default true,
  expires_at        timestamptz not null,
  used_at           timestamptz,
  created_at        timestamptz not null default now(),
  check (num_nonnulls(user_id, booking_id, traveler_id, communication_id, attendance_id) = 1)
);
create index links_end on links (expires_at);
create index links_user on links (user_id) where user_id is not null;
create index links_booking on links (booking_id) where booking_id is not null;
create index links_traveler on links (traveler_id) where traveler_id is not null;
create index links_offer on links (communication_id) where communication_id is not null;
create index links_attendance on links (attendance_id) where attendance_id is not null;

-- The links that were sent to the former address of a traveler end with it.
create function forget_former_address() returns trigger language plpgsql as $$
begin
  new.email_asked_id := null;
  new.email_proved_at := null;
  delete from links where traveler_id = new.id;
  return new;
end $$;
create trigger forget_former_address before update of email on travelers
  for each row when (lower(old.email) is distinct from lower(new.email)) execute function forget_former_address();

-- What an account is told in the application. `sentence` names the words of a notice, which are put together with its parameters when it is
-- read; one about an erased record has none.
create table notifications (
  id            integer generated always as identity primary key,
  user_id       integer not null references users on delete cascade,
  event         varchar(60) not null,
  sentence      varchar(80),
  params        jsonb,
  subject_type  varchar(40) not null,
  subject_id    integer not null,
  read_at       timestamptz,
  created_at    timestamptz not null default now()
);
create index notifications_user on notifications (user_id, id);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_age on notifications (created_at);
create index notifications_user_created on notifications (user_id, created_at, id);
-- Every process that holds this person's stream hears of it once it is committed.
create function announce_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('notifications', json_build_object('id', new.id, 'user_id', new.user_id)::text);
  return null;
end $$;
create trigger announce after insert on notifications for each row execute function announce_notification();

-- What a person is told outside the application: one row for each notice, person and channel. They wait in the queue of jobs; a row says what
-- was told to whom, when, and with which result.
create table deliveries (
  id              integer generated always as identity primary key,
  channel         varchar(10) not null default 'mail' check (channel in ('mail', 'line')),
  -- The person: an account, the contact of a booking, a traveler, or a leader without an account.
  user_id         integer references users on delete cascade,
  booking_id      integer references bookings on delete cascade,
  traveler_id     integer references travelers on delete cascade,
  tour_leader_id  integer references tour_leaders on delete cascade,
  person          varchar(20) not null generated always as (case when user_id is not null then 'user ' || user_id
                    when booking_id is not null then 'contact ' || booking_id
                    when traveler_id is not null then 'traveler ' || traveler_id
                    else 'leader ' || tour_leader_id end) stored,
  -- The booking that a notice to an account is about, if it was sent to the account as the contact of that booking: its mail links to it.
  party_id        integer references bookings on delete cascade,
  sentence        varchar(80) not null,
  params          jsonb not null,
  subject_type    varchar(50) not null,
  subject_id      integer not null,
  -- The account that answers replies: the sales person in charge.
  reply_to_id     integer references users,
  -- Why it may be sent: the contract asks for it, or the person agreed to it.
  consent         varchar(20) not null default 'contract' check (consent in ('contract', 'agreed')),
  is_proved       boolean not null,
  -- `unproved`: its person has not proved the address, and gets nothing there. `dropped`: when its turn came, its person had no address
  -- any more, or the account was suspended.
  state           varchar(10) not null check (state in ('waiting', 'taken', 'sent', 'unproved', 'dropped')),
  tries           integer not null default 0,
  -- The job that took it, whose id is that of the mail, and the address that the mail was sent to.
  mail_id         uuid,
  address         varchar(254),
  sent_at         timestamptz,
  created_at      timestamptz not null default now(),
  constraint deliveries_person check (num_nonnulls(user_id, booking_id, traveler_id, tour_leader_id) = 1)
);
create index deliveries_waiting on deliveries (person, id) where state = 'waiting';
create index deliveries_mail on deliveries (mail_id) where mail_id is not null;
create index deliveries_user on deliveries (user_id) where user_id is not null;
create index deliveries_booking on deliveries (booking_id) where booking_id is not null;
create index deliveries_traveler on deliveries (traveler_id) where traveler_id is not null;
create index deliveries_leader on deliveries (tour_leader_id) where tour_leader_id is not null;
create index deliveries_reply_to on deliveries (reply_to_id) where reply_to_id is not null;
create index deliveries_subject on deliveries (subject_type, subject_id);
create index deliveries_age on deliveries (created_at);
create index deliveries_party on deliveries (party_id) where party_id is not null;

-- Another system that is told what happens here. Without events of its own choice it is told of all.
create table webhooks (
  id               integer generated always as identity primary key,
  name             varchar(100) not null,
  url              varchar(500) not null,
  events           varchar(60)[] not null default '{}',
  is_active        boolean not null default true,
  disabled_reason  varchar(20) check (disabled_reason in ('gone', 'failing')),
  disabled_at      timestamptz,
  notes            varchar(2000),
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint webhooks_disabled check ((disabled_reason is null) = (disabled_at is null) and not (is_active and disabled_at is not null))
);
select keep_record('webhooks');

-- What its messages are signed with, sealed. While one takes the place of another, both sign.
create table webhook_secrets (
  id          integer generated always as identity primary key,
  webhook_id  integer not null references webhooks on delete cascade,
  sealed      bytea not null,
  expires_at  timestamptz,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index webhook_secrets_webhook on webhook_secrets (webhook_id, id);
create index webhook_secrets_end on webhook_secrets (expires_at) where expires_at is not null;
select keep_record('webhook_secrets', 'sealed');

-- A message to one of them, written with the change it speaks of; it waits in the queue of jobs. `tried_since` is when this round of tries began.
create table webhook_deliveries (
  id            integer generated always as identity primary key,
  webhook_id    integer not null references webhooks on delete cascade,
  message_id    uuid not null default gen_random_uuid() unique,
  event         varchar(60) not null,
  data          jsonb not null,
  status        varchar(20) not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  tries         integer not null default 0,
  tried_since   timestamptz not null default now(),
  next_try_at   timestamptz default now(),
  delivered_at  timestamptz,
  created_at    timestamptz not null default now(),
  constraint webhook_deliveries_next check ((status = 'pending') = (next_try_at is not null))
);
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_delivered on webhook_deliveries (webhook_id, delivered_at);
create index webhook_deliveries_status on webhook_deliveries (webhook_id, status, id);
create index webhook_deliveries_waiting on webhook_deliveries (next_try_at) where status = 'pending';
create index webhook_deliveries_age on webhook_deliveries (created_at);

-- The delivery log: each try, and what came of it.
create table webhook_attempts (
  id           integer generated always as identity primary key,
  delivery_id  integer not null references webhook_deliveries on delete cascade,
  status       integer,
  fault        varchar(20),
  answer       varchar(500) not null default '',
  ms           integer not null,
  created_at   timestamptz not null default now()
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id, id);
