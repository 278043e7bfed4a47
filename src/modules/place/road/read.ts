import { sql } from 'kysely'
import { theRow } from '../../../kit/db/statement.ts'
import type { BookingStatus } from '../../booking-statuses.ts'
import { moves, startsIn } from '../../planned-trips/whereabouts.ts'

type Names = { name: string; name_en: string | null }
type Leader = Names & { mobile: string | null }
type Night = Names & {
  address: string | null
  address_en: string | null
  phone: string | null
  check_in: string
  check_out: string
}

const leader = sql<Leader | null>`(
  select json_build_object('name', l.name, 'name_en', l.name_en, 'mobile', l.mobile)
    from tour_leaders l where l.id = t.assigned_leader_id)`

const nights = sql<Night[]>`(
  select coalesce(json_agg(json_build_object('name', h.name, 'name_en', h.name_en, 'address', h.address, 'address_en', h.address_en,
      'phone', h.phone, 'check_in', s.check_in, 'check_out', s.check_out) order by s.check_in, s.id), '[]')
    from planned_trip_stays s join hotels h on h.id = s.hotel_id where s.planned_trip_id = t.id and s.status <> 'cancelled')`

/** What a traveler needs to know on the road of a booking, and what tells which day it is there. */
export const roadOf = theRow((db, { booking }: { booking: number }) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['t.departure_date', 't.return_date', sql<BookingStatus>`b.status`.as('status')])
    .select([leader.as('leader'), nights.as('nights'), moves.as('moves'), startsIn.as('starts_in')])
    .select(sql<string>`now()`.as('now'))
    .where('b.id', '=', booking),
)
export type Road = Awaited<ReturnType<typeof roadOf>>
