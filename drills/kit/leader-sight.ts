import type { Query } from './database.ts'
import type { Person } from './people.ts'

/**
 * The people whom a leader may see besides their own records, as decided in src/modules/tour-leaders/README.md: the other leader of
 * a trip, the staff responsible for the trip, both sides of its handovers, who wrote or decided on what was entered on it, the organizer
 * and the briefing leader of a seminar of their trips or one that they brief, the briefing leader of a public seminar, and everyone on
 * the list of a session that they brief.
 */
export const leaderSight = async (query: Query, { id }: Person) => {
  const rows = await query<{ seen: string }>(sight, [id])
  const seen = new Set(rows.map((row) => row.seen))
  return (table: string, row: number, column: string) => seen.has(`${table} ${row} ${column}`)
}

const sight = `
  with me as (select tour_leader_id as id from users where id = $1),
       fellows as (select other.id from me join planned_trips p on me.id in (p.assigned_leader_id, p.briefing_leader_id)
                    cross join lateral (values (p.assigned_leader_id), (p.briefing_leader_id)) as other (id)),
       in_charge as (select p.op_user_id, p.sales_user_id, p.ticketing_user_id
                       from me join planned_trips p on me.id in (p.assigned_leader_id, p.briefing_leader_id)),
       handing as (select h.from_user_id, h.to_user_id from me join planned_trips p on me.id in (p.assigned_leader_id, p.briefing_leader_id)
                     join trip_handovers h on h.planned_trip_id = p.id where h.kind <> 'sales_to_op'),
       on_the_road as (select unnest(e.users) as user_id from me join planned_trips p on p.assigned_leader_id = me.id cross join lateral (
                         select array[entered_by] as users from day_notes where planned_trip_id = p.id
                         union all select array[entered_by] from roll_calls where planned_trip_id = p.id
                         union all select array[entered_by, decided_by] from trip_expenses where planned_trip_id = p.id
                         union all select array[given_by] from leader_advances where planned_trip_id = p.id
                         union all select array[decided_by] from leader_accounts where planned_trip_id = p.id) e),
       seminars_seen as (select m.host_user_id, m.briefing_leader_id from me join seminars m on m.briefing_leader_id = me.id
                           or exists (select from seminar_trips st join planned_trips p on p.id = st.planned_trip_id
                                       where st.seminar_id = m.id and me.id in (p.assigned_leader_id, p.briefing_leader_id))),
       listed as (select v.id, v.booking_id from me join seminars m on m.briefing_leader_id = me.id
                    join seminar_sessions s on s.seminar_id = m.id join session_attendances a on a.session_id = s.id
                    join travelers v on v.id = a.traveler_id)
  select concat_ws(' ', 'tour_leaders', id, unnest(array['leader_number', 'name', 'name_en', 'mobile'])) as seen from fellows
  union select concat_ws(' ', 'users', unnest(array[op_user_id, sales_user_id, ticketing_user_id]), c) from in_charge, unnest(array['name', 'name_en', 'phone']) c
  union select concat_ws(' ', 'users', unnest(array[from_user_id, to_user_id]), 'name') from handing
  union select concat_ws(' ', 'users', user_id, unnest(array['name', 'name_en'])) from on_the_road
  union select concat_ws(' ', 'tour_leaders', briefing_leader_id, unnest(array['name', 'name_en'])) from seminars where is_public
  union select concat_ws(' ', 'users', host_user_id, unnest(array['name', 'name_en'])) from seminars_seen
  union select concat_ws(' ', 'tour_leaders', briefing_leader_id, unnest(array['leader_number', 'name', 'name_en'])) from seminars_seen
  union select concat_ws(' ', 'travelers', id, 'name') from listed
  union select concat_ws(' ', 'bookings', booking_id, 'booking_number') from listed`
