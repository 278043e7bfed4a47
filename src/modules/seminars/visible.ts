import { sql } from 'kysely'
import { type Condition, everyRow, noRow } from '../../kit/db/fragments.ts'
import { isTripSeen } from '../planned-trips/visible.ts'
import type { Reader } from '../users/reader.ts'

/** SQL: whether a reader may see a seminar. A leader sees those that they brief and those of their trips. */
export function isSeminarSeen(reader: Reader): Condition {
  switch (reader.sees) {
    case 'all':
      return everyRow
    case 'leader':
      return sql`(seminars.briefing_leader_id = ${reader.leader} or exists (
        select from seminar_trips st join planned_trips on planned_trips.id = st.planned_trip_id
         where st.seminar_id = seminars.id and ${isTripSeen(reader)}))`
    case 'money':
    case 'customer':
    case 'booking':
    case 'traveler':
    case 'offer':
    case 'nothing':
      return noRow
  }
}

/** SQL: whether a reader may see an attendee. A briefing leader sees all, another leader those of their own trips. */
export function isPersonSeen(reader: Reader): Condition {
  switch (reader.sees) {
    case 'all':
      return everyRow
    case 'leader':
      return sql`(exists (
        select from seminar_sessions s join seminars m on m.id = s.seminar_id
         where s.id = session_attendances.session_id and m.briefing_leader_id = ${reader.leader})
      or exists (
        select from travelers own join bookings on bookings.id = own.booking_id
          join planned_trips on planned_trips.id = bookings.planned_trip_id
         where own.id = session_attendances.traveler_id and ${isTripSeen(reader)}))`
    case 'money':
    case 'customer':
    case 'booking':
    case 'traveler':
    case 'offer':
    case 'nothing':
      return noRow
  }
}
