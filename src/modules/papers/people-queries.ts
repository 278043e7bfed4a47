import { sql } from 'kysely'
import { statement } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import { specialRequests } from '../planned-trips/manifest.ts'
import { needsOf } from '../planned-trips/needs.ts'
import { tripsSeenBy } from '../planned-trips/visible.ts'
import type { Reader } from '../users/reader.ts'

const visa = sql<string | null>`(
  select d.status from traveler_documents d where d.traveler_id = v.id and d.kind = 'visa' order by d.id desc limit 1)`

/** The travelers of a trip with the fields of its papers and what its leader knows of their needs, without encrypted data, in the order of its lists. */
export async function peopleOf(db: Db, given: Reader & { id: number }) {
  return (await aboard(db, given)).map((one) => ({ ...one, needs: needsOf(one) }))
}

const aboard = statement((db, { id, ...reader }: Reader & { id: number }) =>
  tripsSeenBy(db, reader)
    .innerJoin('bookings as b', 'b.planned_trip_id', 'planned_trips.id')
    .innerJoin('travelers as v', 'v.booking_id', 'b.id')
    .select(sql<number>`row_number() over (order by b.booking_number, v.id)`.as('number'))
    .select([
      'v.id as traveler_id',
      'b.booking_number',
      'v.name',
      'v.surname_en',
      'v.given_name_en',
      'v.gender',
      'v.passenger_type',
    ])
    .select(['v.nationality', 'v.passport_country', 'v.passport_expires_on', 'v.passport_status', 'v.mobile'])
    .select(['v.emergency_name', 'v.emergency_phone', 'v.emergency_relation', 'b.contact_name', 'b.contact_phone'])
    .select(['v.meal_requirement', 'v.food_restrictions'])
    .select([visa.as('visa_status'), sql<boolean>`v.allergies is not null`.as('has_allergies')])
    .select(specialRequests(true).as('special_requests'))
    .where('planned_trips.id', '=', id)
    .where('b.status', 'in', seatedStatuses)
    .where('v.status', '=', 'active')
    .orderBy('number'),
)
export type PersonOnPaper = Awaited<ReturnType<typeof peopleOf>>[number]

/** The leader of a trip, who needs insurance and documents like the travelers. */
export const leaderOf = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('tour_leaders as l')
    .innerJoin('planned_trips as t', 't.assigned_leader_id', 'l.id')
    .select(['l.id', 'l.name', 'l.name_en', 'l.gender', 'l.mobile', 'l.person_key'])
    .select(['l.nationality', 'l.passport_country', 'l.passport_expires_on'])
    .where('t.id', '=', id),
)
