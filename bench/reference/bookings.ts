/** The steps of a booking that sales may take. */
const possible = `
  ('[' || concat_ws(',',
    case when b.status in ('waitlisted', 'held', 'confirmed', 'expired') and b.contact_proved_at is null then '"confirm-contact"' end,
    case when b.status = 'held' and b.offered_at is not null then '"accept"' end,
    case when b.status = 'held' then '"confirm"' end,
    case when b.status in ('waitlisted', 'held', 'confirmed') then '"cancel"' end,
    case when b.status = 'expired' then '"reinstate"' end,
    case when b.status in ('waitlisted', 'held', 'confirmed') or (b.status = 'cancelled' and coalesce(b.cancel_cause, 'traveler') <> 'traveler')
         then '"transfer"' end) || ']')::json as possible`

const named = (table: string, name: string) =>
  `(select json_build_object('id', x.id, 'name', x.name, 'name_en', x.name_en) from ${table} x where x.id = b.${name}_id) as ${name}`

/** The columns of a booking in the service's list for staff, from `b`. */
export const bookingColumns = `
  b.id, b.booking_number, b.planned_trip_id, b.source, b.status, b.locale, b.customer_user_id, b.sales_user_id, b.branch_id,
  b.payment_method, b.travel_purpose, b.marketing_source, b.customer_note, b.notes, b.privacy_consent_at, b.privacy_consent_how,
  b.contact_proved_at, b.proof_until, b.publication_id,
  b.currency, b.total, b.paid, b.deposit, b.deposit_due_on, b.balance_due_on, b.offered_at, b.hold_expires_at,
  b.created_at, b.updated_at, b.version, b.balance, greatest(-b.balance, 0) as refund_due, b.payment_due_on,
  json_build_object('name', b.contact_name, 'phone', b.contact_phone, 'email', b.contact_email, 'line_id', b.contact_line_id) as contact,
  json_build_object('id', t.id, 'serial', t.serial, 'name', t.name, 'name_en', coalesce(t.name_en, (select k.name_en from packages k where k.id = t.package_id)),
    'departure_date', t.departure_date, 'return_date', t.return_date,
    'status', t.status) as trip,
  ${named('users', 'customer_user')}, ${named('users', 'sales_user')}, ${named('branches', 'branch')},
  (select count(*) from travelers v where v.booking_id = b.id and v.status = 'active') as party_size,
  case when b.status in ('held', 'waitlisted', 'confirmed') and b.price ->> 'adult' is not null and b.price ->> 'infant' is null and exists (
      select from travelers v where v.booking_id = b.id and v.status = 'active' and v.passenger_type = 'infant')
    then '["infant"]' else '[]' end::json as missing_prices,
  case b.status when 'waitlisted' then (
    select count(*) from bookings o
     where o.planned_trip_id = b.planned_trip_id and o.status = 'waitlisted' and (o.queued_at, o.id) <= (b.queued_at, b.id)) end as waitlist_position,
  coalesce(b.payment_due_on < (now() at time zone 'Asia/Taipei')::date, false) as is_overdue,
  case when b.status = 'cancelled' then json_build_object('at', b.cancelled_at, 'by', b.cancelled_by, 'cause', b.cancel_cause,
    'reason', b.cancel_reason, 'fee', b.cancellation_fee, 'official_fees', b.official_fees, 'proven_costs', b.proven_costs,
    'paper', b.cancel_paper, 'penalty', b.penalty, 'refund', b.refund) end as cancellation, ${possible}`

export const bookingTables = 'join planned_trips t on t.id = b.planned_trip_id'
