-- Trips from four years back to one ahead; the later ones are asked for more.
insert into planned_trips (id, serial, name, departure_date, return_date, status, created_at, updated_at)
overriding system value
select i, format('%s%s%s', code, to_char(departs, 'YYMMDD'), i), format('%s %s 日', name, days), departs, departs + days - 1,
       case when departs + days < current_date then (array['settled', 'settled', 'settled', 'returned', 'cancelled'])[1 + i % 5]
            when departs < current_date then 'departed'
            else (array['open', 'open', 'guaranteed', 'closed', 'draft'])[1 + i % 5] end,
       departs - interval '9 months', departs - interval '1 month'
  from (select i, current_date - 1460 + floor(1825.0 * i / many)::integer as departs, 4 + i % 9 as days,
               (array['JPN', 'KOR', 'EUR', 'THA', 'USA', 'TUR', 'ITA', 'NZL'])[1 + i % 8] as code,
               (array['北海道賞雪', '首爾購物', '德瑞法精選', '曼谷自由行', '美西大峽谷', '土耳其熱氣球', '義大利深度', '紐西蘭南島'])[1 + i % 8] as name
          from (select 20000 * current_setting('bench.scale')::integer as many) size, generate_series(1, many) i) trips;

insert into bookings (id, booking_number, planned_trip_id, status, contact_name, contact_phone, contact_email, customer_user_id, sales_user_id, created_at, updated_at)
overriding system value
select i, format('BK%s', lpad(i::text, 8, '0')), t.id,
       case when t.status = 'cancelled' then 'cancelled' when t.return_date < current_date then 'completed'
            else (array['confirmed', 'confirmed', 'held', 'waitlisted'])[1 + i % 4] end,
       format('%s %s', (array['林', '陳', '黃', '張', '李', '王', '吳', '劉'])[1 + i % 8], i), '+886 912 345 678', format('contact%s@example.com', i),
       case when i % 10 < 3 then 10301 + floor(power(random(), 2) * 700 * scale)::integer end,
       10011 + floor(power(random(), 1.5) * 60)::integer, t.created_at, t.updated_at
  from (select current_setting('bench.scale')::integer as scale) size,
       lateral (select i, 1 + floor(20000 * scale * power(random(), 0.8))::integer as trip from generate_series(1, 60000 * scale) i) wanted
  join planned_trips t on t.id = trip;

insert into travelers (id, booking_id, name, surname_en, given_name_en, status, created_at, updated_at)
overriding system value
select i, b.id, format('%s%s', (array['林怡君', '陳志明', '黃淑芬', '張家豪', '李雅婷', '王建宏', '吳佩珊', '劉俊傑'])[1 + i % 8], i), 'CHEN', 'MEI LING',
       case when b.status = 'cancelled' then 'cancelled' else 'active' end, b.created_at, b.updated_at
  from (select current_setting('bench.scale')::integer as scale) size,
       lateral (select i, case when i <= 60000 * scale then i else 1 + floor(60000 * scale * power(random(), 1.3))::integer end as booking
                  from generate_series(1, 150000 * scale) i) going
  join bookings b on b.id = booking;
