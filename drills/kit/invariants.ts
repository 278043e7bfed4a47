import type { Query } from './database.ts'

/** Rules that the data must always follow. Each query returns the rows that break one. */
const invariants: Record<string, string> = {
  'a request agrees with its latest offer': `
    select r.id from addon_requests r join addon_communications c on c.id = r.offer_id
     where r.customer_response is distinct from c.customer_response or r.response_deadline is distinct from c.customer_response_deadline`,
  'an offer that waits belongs to a request that waits': `
    select r.id from addon_requests r join addon_communications c on c.id = r.offer_id
     where c.customer_response = 'pending' and r.status not in ('offered', 'cancelled', 'inquiring', 'quoted')`,
  'the latest offer is the last one made': `
    select r.id from addon_requests r where r.offer_id is distinct from
      (select max(id) from addon_communications c where c.addon_request_id = r.id and requires_customer_response)`,
  'an offer is accepted or rejected once': `
    select c.addon_request_id, c.customer_response from addon_communications c where c.requires_customer_response
       and c.customer_response in ('accepted', 'rejected') and c.answered_at is null`,
  'what is completed is charged once, and nothing else is': `
    select r.id from addon_requests r where r.status = 'completed' and
      (select count(*) from booking_price_lines l where l.addon_request_id = r.id) <> 1`,
  'there is one completion for what is completed': `
    select r.id from addon_requests r where (r.status = 'completed')::integer <>
      (select count(*) from addon_communications c where c.addon_request_id = r.id and message_type = 'completion')`,
  'every request was opened by an entry of its conversation': `
    select r.id from addon_requests r where not exists (select from addon_communications c where c.addon_request_id = r.id)`,
  'a request belongs to the booking and trip of its traveler': `
    select r.id from addon_requests r join travelers t on t.id = r.traveler_id join bookings b on b.id = t.booking_id
     where r.booking_id <> b.id or r.planned_trip_id <> b.planned_trip_id`,
  'request numbers are used once': `select request_number from addon_requests group by 1 having count(*) > 1`,
  'trip serials are used once': `select serial from planned_trips group by 1 having count(*) > 1`,
  'booking numbers are used once': `select booking_number from bookings group by 1 having count(*) > 1`,
  'no session has more guests than seats': `
    select s.id from seminar_sessions s join session_attendances a on a.session_id = s.id
     group by s.id having sum(a.people) filter (where a.status in ('registered', 'attended')) > s.capacity`,
  'no leader is in two places': `
    select a.id from leader_calendar a join leader_calendar b on a.tour_leader_id = b.tour_leader_id and a.id < b.id and a.during && b.during
     where a.is_firm and b.is_firm and not a.is_override and not b.is_override`,
  'the calendar and the trips agree on who leads': `
    select p.id from planned_trips p
      full join (select * from leader_calendar where kind = 'trip' and subject_type = 'planned_trip') c on c.subject_id = p.id
     where p.assigned_leader_id is distinct from c.tour_leader_id and p.status is distinct from 'cancelled'`,
  'days off that hold stand in the calendar': `
    select u.id from leader_unavailabilities u where u.status = 'approved' and not exists
      (select from leader_calendar c where c.subject_type = 'leader_unavailability' and c.subject_id = u.id)`,
  'every change of a season is in the audit, once': `
    select s.id from seasons s where s.version <>
      (select count(*) from audit a where a.table_name = 'seasons' and a.record_id = s.id and a.action in ('created', 'changed'))`,
  'every change of a leader is in the audit': `
    select l.id from tour_leaders l where not exists (select from audit a where a.table_name = 'tour_leaders' and a.record_id = l.id)`,
  'no idempotency key is kept without its answer': `select key from idempotency_keys where answer is null`,
  'every leader has a key, and every sealed value a person': `
    select l.id from tour_leaders l left join person_keys k on k.id = l.person_key where k.id is null`,
  'a token belongs to somebody': `select t.id from tokens t left join users u on u.id = t.user_id where u.id is null`,
  'a department is where the role says so': `select id from users where ('department' = any(roles)) <> (department is not null) or department is distinct from departments[1] or role is distinct from roles[1]`,
  'a notification speaks of a request that is there': `
    select n.id from notifications n where n.subject_type = 'addon_request' and not exists (select from addon_requests r where r.id = n.subject_id)`,
  'an attachment has its file': `
    select a.id from attachments a left join files f on f.id = a.file_id where f.id is null`,
  'no file of a record is markerFor as deleted': `
    select f.id from files f join leader_files l on l.file_id = f.id where f.deleted_at is not null`,
}

export const INVARIANTS = Object.keys(invariants).length

/** The broken invariants, with the first rows that break them. */
export const brokenInvariants = async (query: Query): Promise<string[]> => {
  const broken = []
  for (const [what, text] of Object.entries(invariants)) {
    const rows = await query(text)
    if (rows.length) broken.push(`${what}: ${JSON.stringify(rows.slice(0, 5))}`)
  }
  return broken
}
