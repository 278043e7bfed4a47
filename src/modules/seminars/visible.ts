import { type SqlBool, sql } from 'kysely'
import { isSeen as isTripSeen, type Seer } from '../planned-trips/visible.ts'

export { type Seer, seerOf } from '../planned-trips/visible.ts'

const everybody = sql<SqlBool>`true`

/** Whether a seminar, under its own name, is one a reader may know of: a leader briefs it, or knows one of its trips. */
export const isSeen = (seer: Seer) =>
  seer.leader === undefined
    ? everybody
    : sql<SqlBool>`(seminars.briefing_leader_id = ${seer.leader} or exists (
        select from seminar_trips st join planned_trips on planned_trips.id = st.planned_trip_id
         where st.seminar_id = seminars.id and ${isTripSeen(seer)}))`

/** Whether a reader may know of somebody on the list of a session: whoever briefs sees all, another leader the people of its own trips. */
export const isPersonSeen = (seer: Seer) =>
  seer.leader === undefined
    ? everybody
    : sql<SqlBool>`(exists (
        select from seminar_sessions s join seminars m on m.id = s.seminar_id
         where s.id = session_attendances.session_id and m.briefing_leader_id = ${seer.leader})
      or exists (
        select from travelers own join bookings on bookings.id = own.booking_id
          join planned_trips on planned_trips.id = bookings.planned_trip_id
         where own.id = session_attendances.traveler_id and ${isTripSeen(seer)}))`
