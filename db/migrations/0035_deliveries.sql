-- What a person is told outside the application: one row for each notice, person and channel.
-- `sentence` names the words of a notice; a notification without it keeps its text.
select close_idle_connections();
alter table notifications add column sentence varchar(80);

create table deliveries (
  id                integer generated always as identity primary key,
  channel           varchar(10) not null default 'mail' check (channel in ('mail', 'line')),
  -- The person: an account, the contact of a booking, a traveler, or a leader without an account.
  user_id           integer references users on delete cascade,
  booking_id        integer references bookings on delete cascade,
  traveler_id       integer references travelers on delete cascade,
  tour_leader_id    integer references tour_leaders on delete cascade,
  person            varchar(20) not null generated always as (case when user_id is not null then 'user ' || user_id
    when booking_id is not null then 'contact ' || booking_id when traveler_id is not null then 'traveler ' || traveler_id else 'leader ' || tour_leader_id end) stored,
  sentence          varchar(80) not null,
  params            jsonb not null,
  subject_type      varchar(50) not null,
  subject_id        integer not null,
  -- The account that answers replies: the sales person in charge.
  reply_to_id       integer references users,
  -- Why it may be sent: the contract asks for it, or the person agreed to it.
  consent           varchar(20) not null default 'contract' check (consent in ('contract', 'agreed')),
  is_proved         boolean not null,
  -- `unproved`: its person has not proved the address, and gets nothing there.
  state             varchar(10) not null check (state in ('waiting', 'taken', 'sent', 'unproved')),
  tries             integer not null default 0,
  -- The job that took it, whose id is that of the mail, and the address that the mail was sent to.
  mail_id           uuid,
  address           varchar(254),
  sent_at           timestamptz,
  created_at        timestamptz not null default now(),
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
