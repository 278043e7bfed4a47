-- 500 leaders. Encrypted personal fields are left out: no measurement decrypts them.
create temporary table guides on commit preserve rows as
select i, 10000 + i as id, gen_random_uuid() as person_key from generate_series(1, (500 * current_setting('bench.scale')::numeric)::integer) i;
insert into person_keys (id, wrapped) select person_key, decode(repeat('00', 60), 'hex') from guides;
insert into tour_leaders (id, person_key, leader_number, name, name_en, gender, mobile, email, employment_type, joined_on, grade, languages, daily_fee)
overriding system value
select id, person_key, 'TL' || lpad(id::text, 5, '0'),
       format('%s %s', (array['郭美玲', '何志偉', '許雅雯', '鄭俊宏', '謝佩君', '洪嘉玲', '曾國強', '廖淑惠'])[1 + i % 8], i), format('Leader %s', i),
       (array['female', 'male'])[1 + i % 2], '+886 922 345 678', format('leader%s@example.com', i), (array['staff', 'contract', 'freelance'])[1 + i % 3],
       current_date - 365 * (1 + i % 20), (array['trainee', 'junior', 'senior', 'expert'])[1 + i % 4],
       '[{"language": "en", "level": "fluent"}, {"language": "ja", "level": "basic"}]', 2000 + 100 * (i % 20)
  from guides;
