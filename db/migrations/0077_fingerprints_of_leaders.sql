-- The passport of a leader is found like a traveler's: by a keyed fingerprint. Only the service has the key, so a job computes those of
-- leaders that were there before. Release 1.0.0 reads whole rows of leaders.
select close_idle_connections();
alter table tour_leaders add column passport_mark bytea, add column identity_mark bytea, add column birth_mark bytea;
create index tour_leaders_passport_mark on tour_leaders (passport_mark) where passport_mark is not null;
drop trigger audit on tour_leaders;
create trigger audit after insert or update or delete on tour_leaders for each row execute function audit('passport_mark', 'identity_mark', 'birth_mark');

create or replace view person_said as
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

drop trigger follow_record on tour_leaders;
select keep_said('tour_leaders', 'name', 'name_en', 'mobile', 'email', 'emergency_contact', 'passport_mark', 'identity_mark', 'birth_mark');

-- A leader profile takes the person of its passport and name, as a traveler does.
create or replace function give_persons(kind text, those integer[]) returns void language plpgsql as $$
declare given integer[];
begin
  if kind = 'tour_leaders' then
    with made as (insert into person_records (person_id, tour_leader_id)
      select coalesce(case when l.passport_mark is not null then
                      (select min(p.id) from persons p where p.passport_mark = l.passport_mark and name_key(p.name) = name_key(l.name)) end,
                      nextval('persons_id_seq')), l.id
        from tour_leaders l where l.id = any (those) order by l.id returning person_id)
    select array_agg(distinct person_id) into given from made;
  elsif kind = 'users' then
    with made as (insert into person_records (person_id, user_id)
      select coalesce(r.person_id, nextval('persons_id_seq')), u.id
        from users u left join person_records r on r.tour_leader_id = u.tour_leader_id
       where u.id = any (those) order by u.id returning person_id)
    select array_agg(distinct person_id) into given from made;
  elsif kind = 'bookings' then
    with made as (insert into person_records (person_id, booking_id)
      select coalesce(r.person_id, nextval('persons_id_seq')), b.id
        from bookings b left join users u on u.id = b.customer_user_id
             and (lower(u.email) = lower(b.contact_email) or name_key(b.contact_name) in (name_key(u.name), name_key(u.name_en)))
        left join person_records r on r.user_id = u.id
       where b.id = any (those) order by b.id returning person_id)
    select array_agg(distinct person_id) into given from made;
  else
    with made as (insert into person_records (person_id, traveler_id)
      select coalesce(r.person_id, case when t.passport_mark is not null then
                      (select min(p.id) from persons p where p.passport_mark = t.passport_mark and name_key(p.name) = name_key(t.name)) end,
                      nextval('persons_id_seq')), t.id
        from travelers t join bookings b on b.id = t.booking_id
        left join person_records r on r.booking_id = b.id and t.name <> '•••' and name_key(b.contact_name) = name_key(t.name)
             and not exists (select from travelers o where o.booking_id = b.id and o.id < t.id and name_key(o.name) = name_key(t.name))
       where t.id = any (those) order by t.id returning person_id)
    select array_agg(distinct person_id) into given from made;
  end if;
  perform write_persons(given);
end $$;
