-- Everybody has been reminded of every answer, so that no reminder is sent during a measurement.
insert into addon_reminders (communication_id, kind)
select offer_id, unnest(array['soon', 'passed']) from addon_requests where status = 'offered';

do $$
declare kept record;
begin
  for kept in select definition from kept_indexes loop execute kept.definition; end loop;
end $$;

-- Triggers did not run, so nobody has a person yet. Accounts follow leaders, bookings accounts, and travelers bookings.
select give_persons('tour_leaders', array(select id from tour_leaders));
select give_persons('users', array(select id from users u where not exists (select from person_records r where r.user_id = u.id)));
select give_persons('bookings', array(select id from bookings));
select give_persons('travelers', array(select id from travelers));

-- Identity columns continue after the highest id.
do $$
declare identity record;
begin
  for identity in select c.table_name, c.column_name from information_schema.columns c where c.table_schema = 'public' and c.is_identity = 'YES' loop
    execute format('select setval(pg_get_serial_sequence(%L, %L), greatest((select max(%I) from %I), 1))',
                   identity.table_name, identity.column_name, identity.column_name, identity.table_name);
  end loop;
end $$;
select setval('addon_request_numbers', (select max(id) from addon_requests));

-- Checks all foreign keys, which were not checked while the rows were written.
do $$
declare reference record; orphans bigint;
begin
  for reference in select conrelid::regclass as from_table, confrelid::regclass as to_table, conname,
                          (select string_agg(format('a.%I = b.%I', f.attname, t.attname), ' and ')
                             from unnest(conkey, confkey) as k(f, t)
                             join pg_attribute f on f.attrelid = conrelid and f.attnum = k.f
                             join pg_attribute t on t.attrelid = confrelid and t.attnum = k.t) as matches,
                          (select string_agg(format('a.%I is not null', attname), ' and ')
                             from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as there
                     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace loop
    execute format('select count(*) from %s a where %s and not exists (select from %s b where %s)',
                   reference.from_table, reference.there, reference.to_table, reference.matches) into orphans;
    if orphans > 0 then raise exception '% rows break %', orphans, reference.conname; end if;
  end loop;
end $$;

-- Triggers were off, so what they keep is written here.
update addon_requests r set due = due_of(r) where status in ('offered', 'open', 'inquiring', 'confirmed');

-- Highest ids of the data set: rows with higher ids were written by a measurement.
create table bench_marks as
select (select max(id) from addon_communications) as addon_communications, (select max(id) from notifications) as notifications,
       (select max(id) from tokens) as tokens, (select max(id) from bookings) as bookings, (select max(id) from travelers) as travelers,
       (select max(id) from person_records) as person_records, (select max(id) from persons) as persons,
       (select max(id) from booking_price_lines) as booking_price_lines, coalesce((select max(id) from audit), 0) as audit,
       coalesce((select max(id) from deliveries), 0) as deliveries, clock_timestamp() as written_at;
