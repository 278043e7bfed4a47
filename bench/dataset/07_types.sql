-- The seeded types, filled up to 60.
insert into addon_categories (name, name_en, department)
select format('其他服務 %s', department), format('Other services %s', department), department
  from unnest(array['ticketing', 'line_control', 'op']) department;

insert into addon_request_types (category_id, name, name_en, type_code, pricing_type, base_cost, processing_time_hours, sort_order, description, description_en)
select c.id, format('加購服務 %s', i), format('Extra service %s', i), format('EXTRA_%s', i),
       case when i % 7 = 0 then 'free' when i % 5 < 3 then 'fixed_price' else 'quotation_required' end,
       case when i % 7 <> 0 and i % 5 < 3 then 150 * (1 + i % 40) end, 12 * (1 + i % 6), 10 * i,
       '依行程與供應情況安排，實際價格以當日匯率與航空公司規定為準。', 'Arranged as the trip allows; the day''s rate and the carrier''s rules decide the price.'
  from generate_series(1, 60 - (select count(*)::integer from addon_request_types)) i
  join (select id, row_number() over (order by id) as n, count(*) over () as many from addon_categories) c on c.n = 1 + i % c.many;
