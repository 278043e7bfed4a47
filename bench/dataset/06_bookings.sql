-- Which travelers belong to which booking, and which booking still found seats in order: no waiting party fits into the seats left.
create temporary table going on commit preserve rows as
select i, case when i <= 60000 * scale then i else 1 + floor(60000 * scale::float8 * power(random(), 1.3))::integer end as booking
  from (select current_setting('bench.scale')::numeric as scale) size, generate_series(1, (150000 * scale)::integer) i;
create temporary table wanted on commit preserve rows as
select w.*, taken <= capacity as is_seated, size > capacity - max(taken) filter (where taken <= capacity) over (partition by trip) as is_waiting
  from (select i, trip, size, row_number() over turns as turn, sum(size) over turns as taken
          from (select i, 1 + floor(20000 * scale::float8 * power(random(), 0.8))::integer as trip
                  from (select current_setting('bench.scale')::numeric as scale) size, generate_series(1, (60000 * scale)::integer) i) drawn
          join (select booking as i, count(*)::integer as size from going group by booking) parties using (i)
        window turns as (partition by trip order by i)) w
  join planned_trips t on t.id = trip;

-- No hold expires during a measurement.
insert into bookings (id, booking_number, planned_trip_id, status, contact_name, contact_phone, contact_email, customer_user_id, sales_user_id,
                      price, total, paid, deposit, deposit_due_on, balance_due_on, hold_expires_at, queued_at, created_at, updated_at)
overriding system value
select i, format('%s-%s', serial, lpad(turn::text, 3, '0')), t.id, b.status,
       format('%s %s', (array['林', '陳', '黃', '張', '李', '王', '吳', '劉'])[1 + i % 8], i), '+886 912 345 678', format('contact%s@example.com', i),
       case when i % 10 < 3 then 10301 + floor(power(random(), 2) * (700 * current_setting('bench.scale')::numeric)::integer)::integer end,
       10011 + floor(power(random(), 1.5) * 60)::integer,
       t.price - '{price_id,season_id,valid_from,valid_to,land_only}'::text[], total, case b.status when 'completed' then total when 'confirmed' then deposit else 0 end,
       deposit, t.created_at::date + 3, t.departure_date - 30, case b.status when 'held' then now() + interval '10 years' end, t.created_at, t.created_at, t.updated_at
  from wanted join planned_trips t on t.id = trip,
       lateral (select size * (price ->> 'adult')::numeric as total, size * (price ->> 'deposit')::numeric as deposit) cost,
       lateral (select case when t.status = 'cancelled' or not (is_seated or is_waiting) then 'cancelled'
                            when t.return_date < current_date then case when is_seated then 'completed' else 'cancelled' end
                            when not is_seated then 'waitlisted'
                            else (array['confirmed', 'confirmed', 'held'])[1 + i % 3] end as status) b;
insert into booking_numbers (planned_trip_id, last) select trip, max(turn) from wanted group by trip;

insert into booking_price_lines (booking_id, kind, description, quantity, unit_price, amount, currency, rate, source, created_at)
select b.id, 'adult', '大人', size, total / size, total, currency, 1, 'default', b.created_at from bookings b join wanted on i = b.id;
insert into booking_payments (booking_id, amount, method, received_at, created_at, updated_at)
select id, paid, 'bankTransfer', created_at, created_at, created_at from bookings where paid > 0;

insert into travelers (id, booking_id, name, surname_en, given_name_en, status, created_at, updated_at)
overriding system value
select i, b.id, format('%s%s', (array['林怡君', '陳志明', '黃淑芬', '張家豪', '李雅婷', '王建宏', '吳佩珊', '劉俊傑'])[1 + i % 8], i), 'CHEN', 'MEI LING',
       case when b.status = 'cancelled' then 'cancelled' else 'active' end, b.created_at, b.updated_at
  from going join bookings b on b.id = booking
 order by i;
