-- The seeded places, filled up with towns to 5,000 cities.
insert into cities (country_id, name, name_en, timezone, latitude, longitude, sort_order)
select c.id, format('城鎮 %s', i), format('Town %s', i), coalesce(c.timezone, 'UTC'), 180 * random() - 90, 360 * random() - 180, 10 * i
  from generate_series(1, 5000 - (select count(*)::integer from cities)) i
  join (select id, timezone, row_number() over (order by id) as n, count(*) over () as all_of_them from countries) c
    on c.n = 1 + floor(power(i::double precision / 5000, 2) * all_of_them)::integer;
