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
create or replace function give_persons(kind text, those integer[]) returns void language plpgsql as $$
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

-- A batch of those who have no person yet, of one kind; 0 once everybody has one.
create function give_missing_persons(most integer) returns integer language plpgsql as $$
declare
  kind text;
  those integer[];
begin
  foreach kind in array '{tour_leaders, users, bookings, travelers}'::text[] loop
    execute format('select array(select t.id from %I t where not exists (select from person_records r where r.%I = t.id) order by t.id limit %s)',
                   kind, left(kind, -1) || '_id', most) into those;
    if those <> '{}' then
      perform give_persons(kind, those);
      return cardinality(those);
    end if;
  end loop;
  return 0;
end $$;
