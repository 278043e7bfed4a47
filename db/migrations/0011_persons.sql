-- A person is found again over its records: the travelers, contacts of bookings, accounts and leader profiles that are the same human being.

-- Names are equal in either order, case and spelling: of Latin names the words are sorted, of others only the signs count.
create function latin_key(name text) returns text language sql immutable strict parallel safe as $$
  select string_agg(word, ' ' order by word collate "C") from regexp_split_to_table(name, '[^a-z0-9]+') word where word <> ''
$$;
create function name_key(name text) returns text language sql immutable parallel safe as $$
  select case when name ~ '[^\x01-\x7f]' then translate(lower(normalize(name, NFKC)), ' -.,·‧・''', '') else latin_key(lower(name)) end
$$;
-- Telephone numbers are equal by their digits, with the country's code or without.
create function phone_key(phone text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^0*(886)?0*', '')
$$;

-- Two persons who have one of these in common look the same: the reason, then what is equal.
create function person_clues(name text, name_en text, phone text, email text, email_proved_at timestamptz, passport bytea, identity bytea, birth bytea)
  returns text[] language sql immutable parallel safe as $$
  select array_remove(array['passport ' || encode(passport, 'hex'), 'national_id ' || encode(identity, 'hex'),
    case when email_proved_at is not null then 'mailbox ' || lower(email) end,
    case when birth is not null then 'birth_date ' || encode(birth, 'hex') || ' ' || name_key(name) end,
    case when birth is not null then 'birth_date ' || encode(birth, 'hex') || ' ' || name_key(name_en) end,
    case when phone is not null then 'phone ' || phone_key(phone) || ' ' || name_key(name) end,
    case when phone is not null then 'phone ' || phone_key(phone) || ' ' || name_key(name_en) end,
    case when email is not null then 'email ' || lower(email) || ' ' || name_key(name) end,
    case when email is not null then 'email ' || lower(email) || ' ' || name_key(name_en) end], null)
$$;

-- A human being, found again over its records. What it is called and how it is reached is what its newest records say;
-- consents, opt-outs and the proof of the mailbox are its own.
create table persons (
  id                  integer generated always as identity primary key,
  name                varchar(100) not null,
  name_en             varchar(130),
  phone               varchar(30),
  email               varchar(254),
  language            varchar(5),
  emergency_name      varchar(100),
  emergency_phone     varchar(30),
  emergency_relation  varchar(50),
  passport_mark       bytea,
  identity_mark       bytea,
  birth_mark          bytea,
  email_proved_at     timestamptz,
  consents            varchar(30)[] not null default '{}',
  opt_outs            varchar(30)[] not null default '{}',
  merged_into         integer references persons,
  erased_at           timestamptz,
  -- Names twice, so that their words are found in either order.
  sought              text not null generated always as (lower(translate(name || ' ' || name || coalesce(' ' || name_en || ' ' || name_en, ''), '-', ' ')
                        || coalesce(' ' || phone_key(phone), '') || coalesce(' ' || email, ''))) stored,
  clues               text[] not null generated always as
                        (person_clues(name, name_en, phone, email, email_proved_at, passport_mark, identity_mark, birth_mark)) stored,
  version             integer not null default 1,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now()
);
create index persons_search on persons using gin (sought gin_trgm_ops);
create index persons_clues on persons using gin (clues);
create index persons_name on persons (name, id);
create index persons_created on persons (created_at, id);
create index persons_updated on persons (updated_at, id);
create index persons_merged on persons (merged_into) where merged_into is not null;
-- Each new traveler and leader is looked for by its passport.
create index persons_passport on persons (passport_mark) where passport_mark is not null;
create trigger touch before update on persons for each row execute function touch();
-- The records say in their own audit what they say; this is what is said of the person alone.
create trigger audit after update of email_proved_at, consents, opt_outs, merged_into, erased_at or delete on persons for each row
  execute function audit('name', 'name_en', 'phone', 'email', 'emergency_name', 'emergency_phone', 'emergency_relation',
                         'passport_mark', 'identity_mark', 'birth_mark', 'sought', 'clues');

-- The records of a person: what it travels as, books as, signs in with and leads as. A table of its own, because with a column in those four a
-- merge would change bookings and travelers. The person of a new record is written after it.
create table person_records (
  id              integer generated always as identity primary key,
  person_id       integer not null references persons deferrable initially deferred,
  traveler_id     integer references travelers on delete cascade,
  booking_id      integer references bookings on delete cascade,
  user_id         integer references users on delete cascade,
  tour_leader_id  integer references tour_leaders on delete cascade,
  created_at      timestamptz not null default now(),
  constraint person_records_one check (num_nonnulls(traveler_id, booking_id, user_id, tour_leader_id) = 1)
);
create index person_records_person on person_records (person_id, id);
create unique index person_records_traveler on person_records (traveler_id) where traveler_id is not null;
create unique index person_records_booking on person_records (booking_id) where booking_id is not null;
create unique index person_records_user on person_records (user_id) where user_id is not null;
create unique index person_records_leader on person_records (tour_leader_id) where tour_leader_id is not null;
create trigger audit after update on person_records for each row execute function audit();

-- Who was merged with whom, parted from whom or said to be somebody else; why, and by whom.
create table person_changes (
  id          integer generated always as identity primary key,
  person_id   integer not null references persons,
  other_id    integer not null references persons,
  kind        varchar(10) not null check (kind in ('merge', 'split', 'distinct')),
  cause       varchar(10) not null check (cause in ('staff', 'mailbox', 'passport')),
  reason      varchar(500),
  records     integer[] not null default '{}',
  actor_id    integer references users,
  created_at  timestamptz not null default now()
);
create index person_changes_person on person_changes (person_id, id);
create index person_changes_other on person_changes (other_id, id);
create index person_changes_actor on person_changes (actor_id) where actor_id is not null;

create view person_said as
select r.person_id, t.created_at as said_at, r.id, t.name, nullif(concat_ws(' ', t.surname_en, t.given_name_en), '') as name_en,
       t.mobile as phone, t.email, t.language, t.emergency_name, t.emergency_phone, t.emergency_relation,
       t.passport_mark, t.identity_mark, t.birth_mark
  from person_records r join travelers t on t.id = r.traveler_id
union all
select r.person_id, b.created_at, r.id, b.contact_name, null, b.contact_phone, b.contact_email, b.locale, null, null, null, null, null, null
  from person_records r join bookings b on b.id = r.booking_id
union all
select r.person_id, u.created_at, r.id, u.name, u.name_en, u.phone, u.email, u.locale, null, null, null, null, null, null
  from person_records r join users u on u.id = r.user_id
union all
select r.person_id, l.created_at, r.id, l.name, l.name_en, l.mobile, l.email, null, l.emergency_contact ->> 'name',
       l.emergency_contact ->> 'phone', l.emergency_contact ->> 'relation', l.passport_mark, l.identity_mark, l.birth_mark
  from person_records r join tour_leaders l on l.id = r.tour_leader_id;

-- What a record says of its person, without the person: for those that are new.
create view record_said as
select 'travelers' as kind, t.id as record_id, t.name, nullif(concat_ws(' ', t.surname_en, t.given_name_en), '') as name_en,
       t.mobile as phone, t.email, t.language, t.emergency_name, t.emergency_phone, t.emergency_relation,
       t.passport_mark, t.identity_mark, t.birth_mark
  from travelers t
union all
select 'bookings', id, contact_name, null, contact_phone, contact_email, locale, null, null, null, null, null, null from bookings
union all
select 'users', id, name, name_en, phone, email, locale, null, null, null, null, null, null from users
union all
select 'tour_leaders', id, name, name_en, mobile, email, null, emergency_contact ->> 'name', emergency_contact ->> 'phone',
       emergency_contact ->> 'relation', passport_mark, identity_mark, birth_mark from tour_leaders;

-- The last value that is not null. Strict, so that it is called from the second value on.
create function later(was anyelement, value anyelement) returns anyelement language sql immutable strict parallel safe as $$
  select value
$$;
create aggregate latest(anyelement) (sfunc = later, stype = anyelement);

create view person_latest as
select person_id, coalesce(latest(nullif(name, '•••')), '•••') as name, latest(name_en) as name_en, latest(phone) as phone,
       latest(email) as email, latest(language) as language, latest(emergency_name) as emergency_name,
       latest(emergency_phone) as emergency_phone, latest(emergency_relation) as emergency_relation,
       latest(passport_mark) as passport_mark, latest(identity_mark) as identity_mark, latest(birth_mark) as birth_mark
  from (select * from person_said order by person_id, said_at, id) said group by person_id;

-- An erased person, or one that was merged into another, has no name, and with it nothing else.
create function keep_person() returns trigger language plpgsql as $$
begin
  if new.name <> '•••' then
    new.erased_at = null;
    if tg_op = 'UPDATE' and lower(new.email) is distinct from lower(old.email) then new.email_proved_at = null; end if;
    return new;
  end if;
  select new.id, new.name, new.version, new.created_at, new.updated_at, new.merged_into, '{}', '{}',
         case when new.merged_into is null then coalesce(new.erased_at, now()) end
    into new.id, new.name, new.version, new.created_at, new.updated_at, new.merged_into, new.consents, new.opt_outs, new.erased_at;
  new.name_en = null; new.phone = null; new.email = null; new.email_proved_at = null; new.language = null;
  new.emergency_name = null; new.emergency_phone = null; new.emergency_relation = null;
  new.passport_mark = null; new.identity_mark = null; new.birth_mark = null;
  return new;
end $$;
create trigger keep_person before insert or update on persons for each row execute function keep_person();

-- Writes persons from what their records say; an erased record says nothing. One without records is removed, if it has no history.
create function write_persons(those integer[]) returns void language plpgsql as $$
begin
  -- Locked first, so that the next statement sees what others have just written.
  perform from persons where id = any (those) order by id for update;
  insert into persons (id, name, name_en, phone, email, language, emergency_name, emergency_phone, emergency_relation,
                       passport_mark, identity_mark, birth_mark)
  overriding system value
  select * from person_latest where person_id = any (those)
  on conflict (id) do update
    set (name, name_en, phone, email, language, emergency_name, emergency_phone, emergency_relation, passport_mark, identity_mark,
         birth_mark) = row (excluded.name, excluded.name_en, excluded.phone, excluded.email, excluded.language,
         excluded.emergency_name, excluded.emergency_phone, excluded.emergency_relation, excluded.passport_mark,
         excluded.identity_mark, excluded.birth_mark);
  delete from persons p where id = any (those) and not exists (select from person_records where person_id = p.id)
     and not exists (select from person_changes where person_id = p.id or other_id = p.id);
  update persons p set name = '•••' where id = any (those) and not exists (select from person_records where person_id = p.id);
end $$;

-- The person that a record without one belongs to, null for a new person: an account to that of its leader profile, the contact of a
-- booking to that of the account it was made for, a traveler to that of the contact of its name, and a traveler or leader to that of
-- its passport and name.
create function known_persons(kind text, those integer[]) returns table (record_id integer, person_id integer) language plpgsql stable as $$
begin
  if kind = 'tour_leaders' then return query
    select l.id, case when l.passport_mark is not null then
           (select min(p.id) from persons p where p.passport_mark = l.passport_mark and name_key(p.name) = name_key(l.name)) end
      from tour_leaders l where l.id = any (those);
  elsif kind = 'users' then return query
    select u.id, r.person_id from users u left join person_records r on r.tour_leader_id = u.tour_leader_id where u.id = any (those);
  elsif kind = 'bookings' then return query
    select b.id, r.person_id
      from bookings b left join users u on u.id = b.customer_user_id
           and (lower(u.email) = lower(b.contact_email) or name_key(b.contact_name) in (name_key(u.name), name_key(u.name_en)))
      left join person_records r on r.user_id = u.id
     where b.id = any (those);
  else return query
    select t.id, coalesce(r.person_id, case when t.passport_mark is not null then
           (select min(p.id) from persons p where p.passport_mark = t.passport_mark and name_key(p.name) = name_key(t.name)) end)
      from travelers t join bookings b on b.id = t.booking_id
      left join person_records r on r.booking_id = b.id and t.name <> '•••' and name_key(b.contact_name) = name_key(t.name)
           and not exists (select from travelers o where o.booking_id = b.id and o.id < t.id and name_key(o.name) = name_key(t.name))
     where t.id = any (those);
  end if;
end $$;

-- New persons are written with their only record, in one statement; only those that were known are put together from all of theirs.
create function give_persons(kind text, those integer[]) returns void language plpgsql as $$
declare known integer[];
begin
  with own as materialized (
    select record_id, person_id, coalesce(person_id, nextval('persons_id_seq'))::integer as given
      from (select * from known_persons(kind, those) k order by k.record_id) each
  ), linked as (
    insert into person_records (person_id, traveler_id, booking_id, user_id, tour_leader_id)
    select given, case kind when 'travelers' then record_id end, case kind when 'bookings' then record_id end,
           case kind when 'users' then record_id end, case kind when 'tour_leaders' then record_id end
      from own
  ), made as (
    insert into persons (id, name, name_en, phone, email, language, emergency_name, emergency_phone, emergency_relation,
                         passport_mark, identity_mark, birth_mark)
    overriding system value
    select own.given, s.name, s.name_en, s.phone, s.email, s.language, s.emergency_name, s.emergency_phone, s.emergency_relation,
           s.passport_mark, s.identity_mark, s.birth_mark
      from own join record_said s using (record_id)
     where s.kind = give_persons.kind and s.record_id = any (those) and own.person_id is null
  )
  select array_agg(distinct person_id) into known from own where person_id is not null;
  if known is not null then perform write_persons(known); end if;
end $$;

-- Generic plans: with a list of ids, each call would be planned anew, which takes longer than the call.
create function give_persons() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform give_persons(tg_table_name, array(select id from added));
  return null;
end $$;
create trigger give_persons after insert on travelers referencing new table as added for each statement execute function give_persons();
create trigger give_persons after insert on bookings referencing new table as added for each statement execute function give_persons();
create trigger give_persons after insert on users referencing new table as added for each statement execute function give_persons();
create trigger give_persons after insert on tour_leaders referencing new table as added for each statement execute function give_persons();

-- `execute function follow_record('traveler_id')`: the record says something else now.
create function follow_record() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare own integer;
begin
  execute format('select person_id from person_records where %I = $1', tg_argv[0]) into own using new.id;
  perform write_persons(array[own]);
  return null;
end $$;

create function follow_move() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform write_persons(array(select person_id from before union select person_id from after));
  return null;
end $$;
create trigger follow_move after update on person_records referencing old table as before new table as after
  for each statement execute function follow_move();

create function follow_removal() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform write_persons(array(select distinct person_id from before));
  return null;
end $$;
create trigger follow_removal after delete on person_records referencing old table as before for each statement execute function follow_removal();

-- An account that becomes the account of a leader profile is that person.
create function follow_profile() returns trigger language plpgsql as $$
begin
  update person_records own set person_id = leader.person_id from person_records leader
   where own.user_id = new.id and leader.tour_leader_id = new.tour_leader_id and own.person_id <> leader.person_id;
  return null;
end $$;
create trigger follow_profile after update of tour_leader_id on users
  for each row when (new.tour_leader_id is distinct from old.tour_leader_id) execute function follow_profile();

-- Gives a table of records the trigger that follows what they say.
create function keep_said(of regclass, variadic columns text[]) returns void language plpgsql as $$
declare
  kind text := left(of::text, -1) || '_id';
  olds text := (select string_agg(format('old.%I', name), ', ') from unnest(columns) name);
  news text := (select string_agg(format('new.%I', name), ', ') from unnest(columns) name);
  listed text := (select string_agg(quote_ident(name), ', ') from unnest(columns) name);
begin
  execute format('create trigger follow_record after update of %s on %s for each row when ((%s) is distinct from (%s)) execute function follow_record(%L)',
                 listed, of, olds, news, kind);
end $$;
select keep_said('travelers', 'name', 'surname_en', 'given_name_en', 'mobile', 'email', 'language', 'emergency_name', 'emergency_phone',
                 'emergency_relation', 'passport_mark', 'identity_mark', 'birth_mark');
select keep_said('bookings', 'contact_name', 'contact_phone', 'contact_email', 'locale');
select keep_said('users', 'name', 'name_en', 'phone', 'email', 'locale');
select keep_said('tour_leaders', 'name', 'name_en', 'mobile', 'email', 'emergency_contact', 'passport_mark', 'identity_mark', 'birth_mark');
