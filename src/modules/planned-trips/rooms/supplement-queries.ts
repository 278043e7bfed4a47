import { sql } from 'kysely'
import { statement } from '../../../kit/db/statement.ts'
import { seatedStatuses } from '../../booking-statuses.ts'

/** Whether someone sleeps alone in a room of the trip; null as long as there is no room for them. */
const isAlone = sql<boolean | null>`(
  select bool_or(shared.guests = 1)
    from (select count(*) as guests
            from planned_trip_stays s
            join stay_room_travelers own on own.stay_id = s.id and own.traveler_id = v.id
            join stay_room_travelers other on other.room_id = own.room_id
            join travelers guest on guest.id = other.traveler_id and guest.status = 'active'
           where s.planned_trip_id = b.planned_trip_id and s.status <> 'cancelled' group by own.room_id) shared)`

/** Who sleeps on a trip, with what their booking asks for a room of one's own, and whether they are charged it. */
export const sleepersOf = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('travelers as v')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.id as traveler_id', 'v.name', 'b.id as booking_id', 'b.booking_number', 'b.currency'])
    .select([
      sql<number>`coalesce((b.price ->> 'single_supplement')::numeric, 0)`.as('amount'),
      sql<boolean>`v.bed_type is not distinct from 'single'`.as('is_charged'),
      isAlone.as('is_alone'),
    ])
    .where('b.planned_trip_id', '=', id)
    .where('b.status', 'in', seatedStatuses)
    .where('v.status', '=', 'active')
    .where(sql<boolean>`v.passenger_type is distinct from 'infant'`)
    .orderBy('v.id'),
)
export type Sleeper = Awaited<ReturnType<typeof sleepersOf>>[number]
