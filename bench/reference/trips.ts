const named = (table: string, name: string) =>
  `(select json_build_object('id', x.id, 'name', x.name, 'name_en', x.name_en) from ${table} x where x.id = t.${name}_id) as ${name}`

/** The columns of a trip in the service's list for staff, from `t` and the joined tables. */
export const tripColumns = `
  t.id, t.is_public, t.serial, t.package_id, t.name, t.name_en, t.departure_date, t.return_date, t.status, t.area_id, t.category_id, t.season_id, t.branch_id, t.capacity, t.min_pax,
  t.op_user_id, t.sales_user_id, t.ticketing_user_id, t.assigned_leader_id, t.briefing_leader_id, t.briefing_starts_at, t.briefing_ends_at,
  t.assembly, t.price_overrides, t.cancel_reason, t.cancel_reason_en, t.cancel_cause, t.cancel_costs, t.notes, t.created_at, t.updated_at, t.version,
  case when k.id is not null then json_build_object('id', k.id, 'package_code', k.package_code, 'name', k.name, 'name_en', k.name_en) end as package,
  ${named('geographical_areas', 'area')}, ${named('categories', 'category')}, ${named('seasons', 'season')}, ${named('branches', 'branch')},
  ${named('users', 'op_user')}, ${named('users', 'sales_user')}, ${named('users', 'ticketing_user')},
  case when l.id is not null then json_build_object('id', l.id, 'leader_number', l.leader_number, 'name', l.name, 'name_en', l.name_en) end as assigned_leader,
  (select json_build_object('id', x.id, 'leader_number', x.leader_number, 'name', x.name, 'name_en', x.name_en)
     from tour_leaders x where x.id = t.briefing_leader_id) as briefing_leader,
  json_build_object('held', held, 'confirmed', confirmed, 'waitlisted', waitlisted, 'remaining', greatest(t.capacity - held - confirmed, 0)) as seats,
  case
    when t.status = 'cancelled' then 'failed'
    when t.status in ('guaranteed', 'closed', 'departed', 'returned', 'settled') or confirmed >= t.min_pax then 'guaranteed'
    when t.departure_date <= today or exists (
      select from trip_deadlines d where d.planned_trip_id = t.id and d.key = 'guarantee' and d.due_on < today) then 'failed'
    when held + confirmed >= t.min_pax or confirmed >= t.min_pax * 0.8 then 'almost'
    else 'pending'
  end as guarantee_state,
  null as readiness`

export const tripTables = `
  left join packages k on k.id = t.package_id
  left join tour_leaders l on l.id = t.assigned_leader_id
  cross join lateral (
    select count(*) filter (where b.status = 'held') as held,
           count(*) filter (where b.status in ('confirmed', 'completed')) as confirmed,
           count(*) filter (where b.status = 'waitlisted') as waitlisted
      from bookings b join travelers v on v.booking_id = b.id and v.status = 'active'
     where b.planned_trip_id = t.id) taken
  cross join (select (now() at time zone 'Asia/Taipei')::date as today) clock`
