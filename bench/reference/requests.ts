const turnAt = (path: string, name: string, method = 'POST') =>
  `'{"turn":"${name}","method":"${method}","path":"/api/addon-requests/' || ${path} || '${name}"}'`
const turn = (name: string) => turnAt(`r.id || '/communications/'`, name)

/** The turns of a request that sales may take. */
const possible = `
  case when r.status in ('completed', 'cancelled') then '[]' else '[' || concat_ws(',', ${turnAt(`r.id || '/'`, 'cancel')},
    case when r.status in ('open', 'inquiring', 'quoted', 'negotiating', 'rejected') then ${turn('sales-inquiry')} end,
    case when r.status <> 'pending_approval' then ${turn('sales-forward')} end,
    case when r.status in ('inquiring', 'quoted', 'offered', 'negotiating', 'rejected') and r.customer_response in ('pending', 'negotiating')
         then ${turnAt(`'communications/' || r.offer_id || '/'`, 'customer-response', 'PATCH')} end,
    case when r.status in ('offered', 'negotiating', 'accepted') or (r.status = 'rejected' and r.customer_response is not distinct from 'rejected')
         then ${turn('sales-confirm')} end) || ']' end::json as possible`

/** The columns of an add-on request in the service's list for staff, from `r` and the joined tables; $1 is the reading user. */
export const requestColumns = `
  r.id, r.request_number, r.type_id, t.pricing_type,
  json_build_object('id', t.id, 'name', t.name, 'name_en', t.name_en, 'type_code', t.type_code) as type,
  r.traveler_id, json_build_object('id', v.id, 'name', v.name) as traveler, r.booking_id, r.planned_trip_id,
  json_build_object('id', p.id, 'serial', p.serial, 'name', p.name, 'name_en', coalesce(p.name_en, (select k.name_en from packages k where k.id = p.package_id)),
    'departure_date', p.departure_date) as trip,
  r.created_pricing_type, r.due,
  r.quoted_price as cost,
  (select o.quoted_price from addon_communications o where o.id = r.offer_id) as offered_price,
  coalesce(r.final_cost, (select o.quoted_price from addon_communications o where o.id = r.offer_id), r.estimated_cost) - r.quoted_price as margin,
  case when r.customer_response = 'accepted' then (select o.quoted_price from addon_communications o where o.id = r.offer_id) end as accepted_price,
  (select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = r.sales_user_id) as sales_user,
  (select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = r.assignee_id) as assignee,
  r.quantity, r.needed_by, r.priority, r.status, r.department, r.assignee_id, r.sales_user_id, r.estimated_cost, r.quoted_price, r.quoted_until,
  r.final_cost, r.currency, r.offer_id, r.customer_response, r.response_deadline, r.cancel_reason, r.completed_at,
  coalesce(r.customer_response = 'pending' and r.response_deadline < now(), false) as is_overdue,
  case r.status
    when 'pending_approval' then json_build_object('who', 'admin', 'what', 'approve', 'due', null)
    when 'open' then json_build_object('who', 'department', 'due', r.status_since + t.processing_time_hours * interval '1 hour', 'what',
      case when t.pricing_type = 'quotation_required' or (t.pricing_type = 'fixed_price' and t.base_cost is null) then 'department-quote' else 'department-final' end)
    when 'inquiring' then json_build_object('who', 'department', 'what', 'department-quote', 'due', r.status_since + t.processing_time_hours * interval '1 hour')
    when 'quoted' then json_build_object('who', 'sales', 'what', 'sales-forward', 'due', null)
    when 'offered' then json_build_object('due', r.response_deadline,
      'who', case when r.response_deadline < now() then 'sales' else 'customer' end,
      'what', case when r.response_deadline < now() then 'sales-forward' else 'customer-response' end)
    when 'negotiating' then json_build_object('who', 'sales', 'what', 'sales-forward', 'due', null)
    when 'accepted' then json_build_object('who', 'sales', 'what', 'sales-confirm', 'due', null)
    when 'rejected' then json_build_object('who', 'sales', 'due', null,
      'what', case when r.customer_response is distinct from 'rejected' then 'cancel' else 'sales-confirm' end)
    when 'confirmed' then json_build_object('who', 'department', 'what', 'department-final', 'due', r.status_since + t.processing_time_hours * interval '1 hour')
  end as next_action, ${possible},
  (select count(*) from addon_communications c
    where c.addon_request_id = r.id and c.user_id is distinct from $1
      and not exists (select from addon_communication_reads x where x.user_id = $1 and x.communication_id = c.id)) as unread_count,
  r.created_at, r.updated_at, r.version`

export const requestTables = `
  join addon_request_types t on t.id = r.type_id
  join travelers v on v.id = r.traveler_id
  join planned_trips p on p.id = r.planned_trip_id`
