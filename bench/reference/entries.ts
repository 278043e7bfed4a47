/**
 * The columns of a conversation entry in the service's answers for staff, from `c` and the joined tables; $1 is the reading user.
 */
export const entryColumns = `
  c.id, c.addon_request_id, c.user_id,
  json_build_object('id', u.id, 'name', coalesce(u.name, case when c.sender_type = 'customer' then b.contact_name else '系統' end)) as user,
  c.sender_type,
  case c.sender_type when 'sales' then '業務' when 'customer' then '客戶' when 'system' then '系統' else
    case r.department when 'ticketing' then '票務' when 'line_control' then '線控' else 'OP' end end as sender_label,
  c.message_type,
  case c.message_type when 'inquiry' then '詢問' when 'quote' then '報價' when 'confirmation' then '確認' when 'rejection' then '婉拒'
    when 'modification' then '修改' when 'approval' then '核准' when 'completion' then '完成' when 'cancellation' then '取消' else '備註' end as message_type_label,
  c.message, c.quoted_price, c.on_behalf_of, c.answered_at,
  case r.currency when 'TWD' then 'NT$' else r.currency || ' ' end || rtrim(to_char(c.quoted_price, 'FM999,999,999,990.99'), '.') as formatted_quoted_price,
  c.customer_response,
  case when r.offer_id <> c.id and c.customer_response = 'pending' then '已由新的報價取代' else case c.customer_response when 'pending' then '等待回覆' when 'accepted' then '已接受' when 'rejected' then '已婉拒' when 'negotiating' then '議價中' end end as customer_response_label,
  c.is_internal, c.requires_customer_response, c.customer_response_deadline,
  (select coalesce(json_agg(json_build_object('id', a.id, 'name', f.name, 'url', '/api/attachments/' || a.id) order by a.id), '[]')
     from attachment_uses n join attachments a on a.id = n.attachment_id join files f on f.id = a.file_id
    where n.subject_type = 'addon_communication' and n.subject_id = c.id) as attachments,
  coalesce(r.offer_id <> c.id and c.customer_response = 'pending', false) as is_superseded,
  coalesce(r.offer_id = c.id and r.status = 'offered' and c.customer_response = 'pending' and c.customer_response_deadline < now(), false) as is_overdue,
  false as can_customer_respond,
  c.user_id is not distinct from $1
    or exists (select from addon_communication_reads x where x.user_id = $1 and x.communication_id = c.id) as is_read,
  to_char(c.created_at at time zone 'Asia/Taipei', 'YYYY-MM-DD HH24:MI') as formatted_date,
  c.created_at`

export const entryTables = `
  join addon_requests r on r.id = c.addon_request_id
  join bookings b on b.id = r.booking_id
  left join users u on u.id = c.user_id`
