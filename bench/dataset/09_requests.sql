insert into addon_requests (id, request_number, type_id, traveler_id, booking_id, planned_trip_id, quantity, details, needed_by, priority, status,
                            status_since, department, assignee_id, sales_user_id, created_by, estimated_cost, quoted_price, final_cost, currency,
                            offer_id, customer_response, response_deadline, cancel_reason, completed_at, public_status, version, public_version,
                            public_updated_at, created_at, updated_at)
overriding system value
select a.i, 'AR' || lpad(a.i::text, 7, '0'), type_id, traveler_id, booking_id, planned_trip_id, quantity,
       case when a.i % 3 = 0 then jsonb_build_object('seat', format('%sA', 1 + a.i % 40), 'note', '靠窗') else '{}' end,
       case when a.i % 2 = 0 then created_at::date + 30 end, (array['normal', 'normal', 'normal', 'normal', 'high', 'low', 'urgent'])[1 + a.i % 7], status,
       least(created_at + interval '2 days', now()), department,
       case when a.i % 7 > 0 then 10071 + array_position(array['ticketing', 'line_control', 'op'], department::text) % 3 + 3 * (a.i % 40) end,
       sales_user_id, sales_user_id, price, case when o.id is not null then coalesce(price, 1200 + a.i % 5000) end,
       case when status = 'completed' then coalesce(price, 1200 + a.i % 5000) end, 'TWD', o.id,
       case when o.id is null then null when status = 'offered' then 'pending' when status = 'negotiating' then 'negotiating'
            when status in ('rejected', 'cancelled') then 'rejected' else 'accepted' end,
       case when o.id is not null then o.at + interval '7 days' end,
       case when status = 'cancelled' then '旅客行程變更，取消加購。' end,
       case when status = 'completed' then least(created_at + interval '3 days', now()) end,
       case when status in ('inquiring', 'quoted') then 'open' else status end, 1 + a.i % 6, 1 + a.i % 4,
       least(created_at + interval '2 days', now()), created_at, least(created_at + interval '3 days', now())
  from (select asked.*, case pricing_type when 'free' then 0 when 'fixed_price' then base_cost * quantity end as price from asked) a
  left join said o on o.i = a.i and o.is_offer
 order by a.i;
