import { type RawBuilder, sql } from 'kysely'
import type { LinkKind } from './schema.ts'

type Moment = RawBuilder<string>
type Id = RawBuilder<number>

const ofTrip = (subject: Id): Moment => sql`(
  select greatest(t.return_date + interval '2 days', now() + interval '7 days') from planned_trips t where t.id = ${subject})`

/** Until when a link of each kind is valid. The link to an offer lasts until the deadline for its answer, if there is one. */
export const ends: Record<LinkKind, (id: Id) => Moment> = {
  invitation: () => sql`now() + interval '7 days'`,
  password: () => sql`now() + interval '1 hour'`,
  'sign-in': () => sql`now() + interval '15 minutes'`,
  offer: (id) => sql`(
    select coalesce(customer_response_deadline, now() + interval '14 days') from addon_communications where id = ${id})`,
  booking: (id) => ofTrip(sql`(select planned_trip_id from bookings where id = ${id})`),
  traveler: (id) =>
    ofTrip(sql`(select b.planned_trip_id from travelers v join bookings b on b.id = v.booking_id where v.id = ${id})`),
  session: (id) => sql`(
    select s.ends_at + interval '7 days' from session_attendances a join seminar_sessions s on s.id = a.session_id where a.id = ${id})`,
}
