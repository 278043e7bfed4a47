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

-- The release before reads and writes three tables of its own. While both releases serve, each of them has to know the links
-- of the other, and their ends: so every write of one side is repeated on the other. What a trigger repeats is not repeated back.
create function former_purpose(kind text) returns text language sql immutable as $$
  select case kind when 'password' then 'password_reset' when 'sign-in' then 'sign_in' else kind end $$;

create function repeat_link_for_release_before() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then return null; end if;
  if tg_op = 'DELETE' then
    delete from one_time_links where token_hash = old.token_hash;
    delete from addon_offer_links where token_hash = old.token_hash;
    delete from booking_links where token_hash = old.token_hash;
  elsif tg_op = 'UPDATE' then
    update one_time_links set used_at = new.used_at, expires_at = new.expires_at where token_hash = new.token_hash;
    update addon_offer_links set expires_at = new.expires_at where token_hash = new.token_hash;
    update booking_links set expires_at = new.expires_at where token_hash = new.token_hash;
  elsif new.user_id is not null then
    insert into one_time_links (purpose, token_hash, user_id, expires_at, used_at)
    values (former_purpose(new.kind), new.token_hash, new.user_id, new.expires_at, new.used_at);
  elsif new.kind = 'offer' then
    insert into addon_offer_links (token_hash, communication_id, expires_at)
    values (new.token_hash, new.communication_id, new.expires_at);
  elsif new.kind = 'booking' then
    insert into booking_links (token_hash, booking_id, is_mailed, expires_at)
    values (new.token_hash, new.booking_id, new.is_mailed, new.expires_at);
  end if;
  return null;
end $$;

create function take_link_of_release_before() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then return null; end if;
  if tg_op = 'DELETE' then
    delete from links where token_hash = old.token_hash;
  elsif tg_op = 'UPDATE' and tg_table_name = 'one_time_links' then
    update links set used_at = new.used_at, expires_at = new.expires_at where token_hash = new.token_hash;
  elsif tg_op = 'UPDATE' then
    update links set expires_at = new.expires_at where token_hash = new.token_hash;
  elsif tg_table_name = 'one_time_links' then
    insert into links (token_hash, kind, user_id, expires_at, used_at)
    select new.token_hash, kind, new.user_id, new.expires_at, new.used_at
      from unnest(array['invitation', 'password', 'sign-in']) kind where former_purpose(kind) = new.purpose;
  elsif tg_table_name = 'addon_offer_links' then
    insert into links (token_hash, kind, communication_id, expires_at)
    values (new.token_hash, 'offer', new.communication_id, new.expires_at);
  else
    insert into links (token_hash, kind, booking_id, is_mailed, expires_at)
    values (new.token_hash, 'booking', new.booking_id, new.is_mailed, new.expires_at);
  end if;
  return null;
end $$;

create trigger repeat_link after insert or update or delete on links
  for each row execute function repeat_link_for_release_before();
create trigger take_link after insert or update or delete on one_time_links
  for each row execute function take_link_of_release_before();
create trigger take_link after insert or update or delete on addon_offer_links
  for each row execute function take_link_of_release_before();
create trigger take_link after insert or update or delete on booking_links
  for each row execute function take_link_of_release_before();

-- The triggers lock these tables until the commit, so nothing is written between them and this copy.
alter table links disable trigger repeat_link;
insert into links (token_hash, kind, user_id, expires_at, used_at, created_at)
select token_hash, kind, user_id, expires_at, used_at, l.created_at
  from one_time_links l join unnest(array['invitation', 'password', 'sign-in']) kind on former_purpose(kind) = purpose
 where user_id is not null;
insert into links (token_hash, kind, communication_id, expires_at, created_at)
select token_hash, 'offer', communication_id, expires_at, created_at from addon_offer_links;
insert into links (token_hash, kind, booking_id, is_mailed, expires_at, created_at)
select token_hash, 'booking', booking_id, is_mailed, expires_at, created_at from booking_links;
alter table links enable trigger repeat_link;
