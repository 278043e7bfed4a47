-- 400 packages, each with a price and what is sold with it.
insert into packages (id, package_code, name, name_en, category_id, area_id, days, nights, min_pax, max_pax, payment_policy, cancellation_policy, status)
overriding system value
select 10000 + i, format('%s%s', code, lpad(i::text, 3, '0')), format('%s %s 日 %s', place, days, i), format('%s days in %s, %s', days, code, i),
       (select id from categories order by hashint4(id + i) limit 1), (select id from geographical_areas order by hashint4(id + i) limit 1),
       days, days - 1, 10, 16 + 4 * (i % 4), '{"deposit": 10000, "balance_days_before": 30}',
       '[{"days_before": 30, "fee_percent": 10}, {"days_before": 7, "fee_percent": 50}]', case when i % 10 > 0 then 'published' else 'archived' end
  from (select i, 4 + i % 9 as days, (array['JPN', 'KOR', 'EUR', 'THA', 'USA', 'TUR', 'ITA', 'NZL'])[1 + i % 8] as code,
               (array['北海道賞雪', '首爾購物', '德瑞法精選', '曼谷自由行', '美西大峽谷', '土耳其熱氣球', '義大利深度', '紐西蘭南島'])[1 + i % 8] as place
          from generate_series(1, 400) i) sold;

insert into package_prices (package_id, adult, child_with_bed, child_no_bed, infant, single_supplement, deposit)
select id, adult, adult * 0.9, adult * 0.8, 5000, 2000 * (days - 1), 10000
  from (select id, days, 6000 * days as adult from packages where id > 10000) sold;
