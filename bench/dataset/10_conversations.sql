-- The first entry is the system's, as an import brings it, then come inquiry, quote, offer and answer, then free messages.
insert into addon_communications (id, addon_request_id, user_id, sender_type, message_type, message, quoted_price, customer_response, is_internal,
                                  requires_customer_response, customer_response_deadline, answered_at, created_at)
overriding system value
select s.id, s.i,
       case sender when 'sales' then r.sales_user_id when 'department' then coalesce(r.assignee_id, 10071) when 'customer' then b.customer_user_id end,
       sender, kind,
       case turn when 1 then '申請已建立：加購服務，由負責部門處理。'
            else repeat((array['請協助確認座位與價格，旅客希望靠窗。', '航空公司回覆需補差額，含稅。', '客人想再考慮一下。', '已與旅客電話確認。'])[1 + s.id % 4], 1 + (s.id % 5)::integer) end,
       case when turn in (3, 4) then coalesce(r.quoted_price, r.estimated_cost, 1500) end,
       case when is_offer then coalesce(r.customer_response, 'pending') end,
       sender <> 'customer' and not is_offer and turn % 3 > 0, is_offer, case when is_offer then s.at + interval '7 days' end,
       case when is_offer and r.customer_response <> 'pending' then s.at + interval '2 days' end, s.at
  from (select *, case when turn = 1 then 'system' when turn in (2, 4) then 'sales' when turn = 3 then 'department' when turn = 5 then 'customer'
                       else (array['sales', 'department', 'sales', 'customer'])[1 + turn % 4] end as sender,
               case when turn = 2 then 'inquiry' when turn in (3, 4) then 'quote' when turn = 5 then 'confirmation' else 'note' end as kind
          from said) s
  join addon_requests r on r.id = s.i
  join bookings b on b.id = r.booking_id
 order by s.id;

-- Most entries were read by the sales person in charge.
insert into addon_communication_reads (communication_id, user_id, read_at)
select c.id, r.sales_user_id, c.created_at + interval '1 hour'
  from addon_communications c join addon_requests r on r.id = c.addon_request_id
 where c.user_id is distinct from r.sales_user_id and c.id % 5 > 0;

insert into files (id, place, name, media_type, size, sha256, uploaded_by, created_at)
overriding system value
select row_number() over (order by id), gen_random_uuid(), format('報價單-%s.pdf', id), 'application/pdf', 80000 + id % 9000, sha256(id::text::bytea), user_id, created_at
  from addon_communications where user_id is not null and id % 40 = 0;
insert into attachments (id, file_id, uploaded_by, created_at, updated_at)
overriding system value
select id, id, uploaded_by, created_at, created_at from files;
insert into attachment_uses (attachment_id, subject_type, subject_id, created_at)
select row_number() over (order by id), 'addon_communication', id, created_at
  from addon_communications where user_id is not null and id % 40 = 0;

insert into notifications (user_id, event, sentence, params, subject_type, subject_id, read_at, created_at)
select r.assignee_id, 'addon-request.message', 'addon-request.message',
       jsonb_build_object('number', r.request_number, 'serial', 'KIX270310A', 'traveler', '王小美', 'type', '加購服務', 'type_en', 'Extra',
         'price', null, 'words', '加購服務'), 'addon_request', r.id,
       case when r.id % 10 > 0 then r.created_at + interval '1 day' end, r.created_at
  from addon_requests r where r.assignee_id is not null;
