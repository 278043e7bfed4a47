-- Users and customers, each with a token of known text: `gdn_bench_` and the id in 33 digits.
insert into users (id, name, name_en, email, role, roles, departments, locale, password_hash, created_at, updated_at)
overriding system value
select 10000 + i, format('%s %s', name, i), format('Person %s', i), format('person%s@example.com', i), role, array[role],
       array_remove(array[department], null),
       case when i % 12 = 0 then 'en' else 'zh-TW' end, current_setting('bench.password_hash'), joined, joined
  from (select i, case when i between 71 and 190 then (array['ticketing', 'line_control', 'op'])[1 + i % 3] end as department,
               case when i <= 10 then 'admin' when i <= 70 then 'sales' when i <= 190 then 'department'
                    when i <= 300 then 'leader' else 'customer' end as role,
               (array['林怡君', '陳志明', '黃淑芬', '張家豪', '李雅婷', '王建宏', '吳佩珊', '劉俊傑', '蔡欣怡', '楊宗翰'])[1 + i % 10] as name,
               now() - interval '5 years' * random() as joined
          from generate_series(1, 300 + (700 * current_setting('bench.scale')::numeric)::integer) i) people;

insert into tokens (user_id, kind, name, token_hash, last_used_at, expires_at)
select id, 'personal', 'bench', sha256(convert_to('gdn_bench_' || lpad(id::text, 33, '0'), 'UTF8')), now(), now() + interval '10 years'
  from users where id > 10000;
