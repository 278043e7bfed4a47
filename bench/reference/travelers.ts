/** The columns of a traveler as the service lists it for staff, from `v` and the joined tables. */
export const travelerColumns = `
  v.id, v.booking_id, v.name, v.surname_en, v.given_name_en, v.gender, (v.birth_date).mask as birth_date, v.nationality,
  (v.national_id).mask as national_id, v.mobile, v.email, v.passport_status, (v.passport_number).mask as passport_number,
  v.passport_expires_on, v.passport_country, v.language, v.emergency_name, v.emergency_phone, v.emergency_relation, v.meal_requirement,
  v.food_restrictions, v.ticket_handling, v.class_preference, v.bed_type, v.bed, v.seat_preference, (v.allergies).mask as allergies,
  v.roommate_group, v.notes, v.status, v.created_at, v.updated_at, v.version, v.passenger_type, v.is_minor,
  array_remove(array[
    case when v.passenger_type is null then 'birth_date_missing' end,
    case when rules.needs_passport and not has_passport then 'passport_missing' end,
    case when rules.needs_passport and has_passport and (v.passport_number is null or v.passport_expires_on is null)
         then 'passport_details_missing' end,
    case when rules.needs_passport and num_nonnulls(v.surname_en, v.given_name_en) < 2 then 'passport_name_missing' end,
    case when rules.needs_passport and v.passport_expires_on < t.departure_date then 'passport_expired' end,
    case when rules.needs_passport and v.passport_expires_on >= t.departure_date and v.passport_expires_on < valid_until
         then 'passport_expiring' end,
    case when rules.needs_passport and v.passport_expires_on >= valid_until and v.passport_expires_on < home_on + interval '6 months'
         then 'passport_under_six_months' end,
    case when not is_foreign and rules.visas > papers.visas then 'visa_missing' end,
    case when rules.needs_passport and is_foreign then 'entry_rules_unknown' end,
    case when papers.missing then 'document_missing' end,
    case when papers.rejected then 'document_rejected' end,
    case when v.is_minor and not exists (
      select from travelers o where o.booking_id = v.booking_id and o.status = 'active' and not o.is_minor) then 'minor_without_guardian' end,
    case when num_nonnulls(v.passport_mark, v.identity_mark, v.birth_mark) > 0 and exists (
      select from bookings ob join travelers o on o.booking_id = ob.id
       where ob.planned_trip_id = t.id and ob.status not in ('cancelled', 'expired') and o.status = 'active' and o.id <> v.id
         and (o.passport_mark = v.passport_mark or o.identity_mark = v.identity_mark
              or (o.birth_mark = v.birth_mark and lower(o.name) = lower(v.name)))) then 'duplicate_traveler' end], null) as checks,
  case when rules.needs_passport then valid_until end as passport_needed_until,
  json_build_object('id', b.id, 'booking_number', b.booking_number, 'status', b.status) as booking,
  json_build_object('id', t.id, 'serial', t.serial, 'name', t.name, 'name_en', coalesce(t.name_en, (select k.name_en from packages k where k.id = t.package_id)),
    'departure_date', t.departure_date, 'return_date', t.return_date) as trip`

/** What the checks of a traveler stand on, each read once: the day of return, its papers, and the entry rules of the countries. */
export const travelerTables = `
  join bookings b on b.id = v.booking_id
  join planned_trips t on t.id = b.planned_trip_id
  cross join lateral (
    select greatest(t.return_date, max((f.arrives_at at time zone f.arrives_timezone)::date)) as home_on,
           coalesce(v.nationality, 'TW') <> 'TW' as is_foreign
      from planned_trip_flights f where f.planned_trip_id = t.id and f.status <> 'cancelled') way
  cross join lateral (
    select count(*) filter (where d.kind = 'visa' and d.status in ('received', 'verified') and (d.expires_on is null or d.expires_on >= home_on)) as visas,
           coalesce(bool_or(d.status = 'missing'), false) as missing, coalesce(bool_or(d.status = 'rejected'), false) as rejected,
           coalesce(bool_or(d.kind = 'passport' and d.status in ('received', 'verified')), false)
             or num_nonnulls(v.passport_number, v.passport_expires_on) > 0 as has_passport
      from traveler_documents d where d.traveler_id = v.id) papers
  cross join lateral (
    select count(c.id) > 0 or count(*) = 0 as needs_passport, count(c.id) filter (where c.visa_policy in ('visa_required', 'e_visa', 'eta')) as visas,
           greatest(home_on, coalesce(max((case c.passport_validity_basis when 'return' then home_on else t.departure_date end
             + c.passport_min_validity_months * interval '1 month')::date), (home_on + interval '6 months')::date)) as valid_until
      from trip_countries tc left join countries c on c.id = tc.country_id and c.iso_alpha2 <> coalesce(v.nationality, 'TW')
     where tc.planned_trip_id = t.id) rules`
