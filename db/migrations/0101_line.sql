-- The LINE official account of the house. It is off until LINE has named it by its token, and an event that its secret signs was heard.
create table line_channel (
  id              integer primary key default 1 constraint line_channel_is_one check (id = 1),
  basic_id        varchar(20),
  channel_id      varchar(20),
  -- Its secret and its access token, sealed. `proved_at` is when a test succeeded with exactly these.
  sealed          bytea,
  proved_at       timestamptz,
  -- Messages of a month that may be pushed, and the hours of the night in which nothing is.
  monthly_cap     integer not null default 200 check (monthly_cap >= 0),
  quiet_from      varchar(5),
  quiet_to        varchar(5),
  -- When administrators were told last that no more is pushed.
  limited_on      date,
  -- Answers that are often given, which colleagues may put into what they write.
  quick_replies   text[] not null default '{}',
  is_on           boolean not null default false,
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint line_channel_quiet check ((quiet_from is null) = (quiet_to is null)),
  constraint line_channel_known check ((sealed is null) = (basic_id is null) and (sealed is null) = (channel_id is null)),
  constraint line_channel_on check (not is_on or proved_at is not null)
);
insert into line_channel default values;
select keep_record('line_channel', 'sealed');

create table line_trials (
  id            integer primary key default 1 constraint line_trials_is_one check (id = 1),
  key           varchar(30) not null,
  step          varchar(10) not null check (step in ('asked', 'named', 'heard', 'refused', 'silent')),
  bot_name      varchar(100),
  error         varchar(500),
  started_by    integer references users,
  started_at    timestamptz not null default now()
);
create index line_trials_starter on line_trials (started_by);

-- Who has added the account as a friend. The person is that of the record whose page has shown the code, so that it follows a merge and a split.
create table line_friends (
  id                integer generated always as identity primary key,
  line_user_id      varchar(50) not null constraint line_friends_user unique,
  display_name      varchar(100),
  language          varchar(10),
  -- When they came, and since when they block the account; both as LINE told it last.
  followed_at       timestamptz,
  blocked_at        timestamptz,
  person_record_id  integer references person_records on delete set null,
  linked_at         timestamptz,
  linked_by         integer references users,
  assignee_id       integer references users,
  -- Kept by the trigger of the messages.
  last_message_at   timestamptz not null default now(),
  unread            integer not null default 0,
  is_unread         boolean not null generated always as (unread > 0) stored,
  version           integer not null default 1,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  constraint line_friends_linked check (person_record_id is null or linked_at is not null)
);
create index line_friends_record on line_friends (person_record_id) where person_record_id is not null;
create index line_friends_linker on line_friends (linked_by) where linked_by is not null;
create index line_friends_assignee on line_friends (assignee_id) where assignee_id is not null;
create index line_friends_unread on line_friends (is_unread, last_message_at, id);
create index line_friends_last on line_friends (last_message_at, id);
select keep_record('line_friends', 'line_user_id', 'display_name');
-- Each message moves the counters, which are no history.
drop trigger audit on line_friends;
create trigger audit
  after insert or delete or update of display_name, language, followed_at, blocked_at, person_record_id, linked_at, linked_by, assignee_id
  on line_friends for each row execute function audit('line_user_id', 'display_name');
select keep_named('line_friends', '{admin, sales, department}', 'assignee_id');

-- What LINE has told and is not worked on yet. An event is kept once, however often it is told.
create table line_events (
  id                integer generated always as identity primary key,
  webhook_event_id  varchar(50) not null constraint line_events_once unique,
  line_user_id      varchar(50),
  body              jsonb,
  happened_at       timestamptz not null,
  worked_at         timestamptz,
  created_at        timestamptz not null default now()
);
create index line_events_waiting on line_events (line_user_id, happened_at, id) where worked_at is null;
create index line_events_age on line_events (created_at);

-- One message of a thread. What goes out waits here until LINE has taken it: `retry_key` is the same at each try, so that it comes once.
create table line_messages (
  id               integer generated always as identity primary key,
  line_friend_id   integer not null references line_friends on delete cascade,
  direction        varchar(3) not null check (direction in ('in', 'out')),
  kind             varchar(10) not null check (kind in ('text', 'image', 'file', 'sticker', 'location', 'other')),
  text             varchar(5000) not null,
  line_message_id  varchar(50) constraint line_messages_once unique,
  -- With it the next message is free of charge. It is good for a minute, once.
  reply_token      varchar(100),
  retry_key        uuid not null default gen_random_uuid(),
  delivery_id      integer references deliveries on delete cascade,
  -- The page of this booking is linked to when it is sent.
  booking_id       integer references bookings on delete set null,
  -- A picture or a file of the friend, until it is filed as a document.
  file_id          integer references files constraint line_messages_file unique,
  document_id      integer references traveler_documents on delete set null,
  -- The offer that it shows with buttons.
  communication_id integer references addon_communications on delete cascade,
  sent_by          integer references users,
  state            varchar(10) not null check (state in ('received', 'waiting', 'sent', 'failed', 'unsure')),
  via              varchar(5) check (via in ('reply', 'push')),
  -- Why it did not arrive, or why its file was not taken, in both languages.
  fault            jsonb,
  happened_at      timestamptz not null default now(),
  sent_at          timestamptz,
  read_at          timestamptz,
  created_at       timestamptz not null default now(),
  constraint line_messages_delivery unique (delivery_id, line_friend_id),
  constraint line_messages_offer unique (communication_id, line_friend_id),
  constraint line_messages_direction check ((direction = 'in') = (state = 'received'))
);
create index line_messages_waiting on line_messages (line_friend_id, id) where state = 'waiting';
create index line_messages_thread on line_messages (line_friend_id, happened_at, id);
create index line_messages_sender on line_messages (sent_by) where sent_by is not null;
create index line_messages_booking on line_messages (booking_id) where booking_id is not null;
create index line_messages_document on line_messages (document_id) where document_id is not null;
create index line_messages_age on line_messages (created_at);
create index line_messages_pushed on line_messages (sent_at) where via = 'push';

-- Threads are found by the name on LINE and by what was written.
create index line_friends_found on line_friends using gin
  (search_parts(array[display_name]::text[], array[]::text[]));
create index line_messages_found on line_messages using gin
  (search_parts(array[text]::text[], array[]::text[]));

create function count_line_messages() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update line_friends f
       set unread = (select count(*) from line_messages m where m.line_friend_id = f.id and m.direction = 'in' and m.read_at is null)
     where f.id = old.line_friend_id and old.direction = 'in' and old.read_at is null;
    return null;
  end if;
  update line_friends f
     set last_message_at = greatest(f.last_message_at, new.happened_at),
         unread = (select count(*) from line_messages m where m.line_friend_id = f.id and m.direction = 'in' and m.read_at is null)
   where f.id = new.line_friend_id;
  return null;
end $$;
create trigger count_line_messages after insert or delete or update of read_at on line_messages for each row execute function count_line_messages();

-- However a message goes, its file goes with it.
create function forget_line_file() returns trigger language plpgsql as $$
begin
  update files set deleted_at = now(), name = '•••' where id = old.file_id and deleted_at is null;
  return null;
end $$;
create trigger forget_file after delete on line_messages for each row when (old.file_id is not null) execute function forget_line_file();

-- So do the files that a colleague has attached to it, unless something else has them too.
create function forget_sent_files() returns trigger language plpgsql as $$
declare freed integer;
begin
  for freed in delete from attachment_uses where subject_type = 'line_message' and subject_id = old.id returning attachment_id loop
    continue when exists (select from attachment_uses where attachment_id = freed);
    update files set deleted_at = now(), name = '•••'
     where id = (select file_id from attachments where id = freed) and deleted_at is null;
  end loop;
  return null;
end $$;
create trigger forget_sent_files after delete on line_messages for each row when (old.sent_by is not null) execute function forget_sent_files();

-- By which way a customer has answered an offer, where it is not its page.
alter table addon_communications add column channel varchar(5) check (channel = any (array['line'::varchar]));

-- A code that proves a record: who sends it in the chat is the person of that record. Used once.
create table line_link_codes (
  code_hash         bytea primary key,
  person_record_id  integer not null references person_records on delete cascade,
  shown_by          integer references users,
  expires_at        timestamptz not null,
  used_at           timestamptz,
  created_at        timestamptz not null default now()
);
create index line_link_codes_record on line_link_codes (person_record_id);
create index line_link_codes_shower on line_link_codes (shown_by) where shown_by is not null;
create index line_link_codes_age on line_link_codes (expires_at);

-- Bookings that got another contact: who was linked by another record of the former person hears nothing of them.
create table line_closed_bookings (
  booking_id  integer primary key references bookings on delete cascade,
  closed_at   timestamptz not null default now()
);

-- Who hears of what while LINE is used: a friend stands for the person of the record that has shown its code, for the other records of that
-- person, and for the bookings of its account. What is told, shown and answered on LINE asks here.
create view line_hearers as
  select f.id as line_friend_id, f.blocked_at, own.booking_id, own.user_id, own.tour_leader_id
    from line_friends f
    join person_records linked on linked.id = f.person_record_id
    join person_records own on own.person_id = linked.person_id
   where (own.id = linked.id or not exists (select from line_closed_bookings c where c.booking_id = own.booking_id))
     and exists (select from line_channel where is_on)
  union
  select f.id, f.blocked_at, b.id, null, null
    from line_friends f
    join person_records linked on linked.id = f.person_record_id
    join person_records own on own.person_id = linked.person_id
    join bookings b on b.customer_user_id = own.user_id
   where exists (select from line_channel where is_on);

-- Every process hears which threads changed, so that an open inbox is read again.
create function announce_line_friend() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('type', 'line_thread', 'id', new.id, 'version', new.version)::text);
  return null;
end $$;
create trigger announce after insert or update on line_friends for each row execute function announce_line_friend();

-- So it does when a message was sent, or a picture was fetched or filed.
create function announce_line_message() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('type', 'line_thread', 'id', f.id, 'version', f.version)::text)
     from line_friends f where f.id = new.line_friend_id;
  return null;
end $$;
create trigger announce after update of state, file_id, document_id, fault on line_messages for each row execute function announce_line_message();
