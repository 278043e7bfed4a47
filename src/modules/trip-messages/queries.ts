import { sql } from 'kysely'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonArrayOf } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { travelingStatuses } from '../booking-statuses.ts'
import { tripsSeenBy } from '../planned-trips/visible.ts'
import { checks } from '../travelers/checks.ts'
import type { Reader } from '../users/reader.ts'
import { TripMessage, type ways } from './schema.ts'

type Row = {
  booking_id: number
  booking_number: string
  traveler_id: number | null
  name: string
  by: (typeof ways)[number]
}

/** The recipients of a message. An empty list of faults means all travelers. */
export async function recipientsOf(db: Db, trip: number, lacking: readonly string[]) {
  const { rows } = await sql<Row>`
    with concerned as materialized (
      select travelers.id, travelers.booking_id from travelers join bookings own on own.id = travelers.booking_id
       where own.planned_trip_id = ${trip} and ${isOneOf('own.status', travelingStatuses)} and travelers.status = 'active'
         and (${lacking.length === 0} or ${checks} && ${lacking}::text[])
    )
    select b.id as booking_id, booking_number, null::integer as traveler_id, contact_name as name,
           case when u.status = 'suspended' then 'suspended' when u.id is not null then 'account' when contact_email is null then 'none'
                when contact_proved_at is null then 'unproved' else 'mail' end as "by"
      from bookings b left join users u on u.id = b.customer_user_id where b.id in (select booking_id from concerned)
     union all
    select b.id, b.booking_number, v.id, v.name, case when v.email_proved_at is null then 'unproved' else 'mail' end
      from concerned join travelers v using (id) join bookings b on b.id = v.booking_id left join users u on u.id = b.customer_user_id
     where v.email is not null and lower(v.email) not in (lower(coalesce(b.contact_email, '')), lower(coalesce(u.email, '')))
     order by booking_id, traveler_id nulls first`.execute(db)
  return rows
}

type OneTrip = Reader & { id: number }
const seen = (db: Db, { id, ...reader }: OneTrip) =>
  tripsSeenBy(db, reader).select('planned_trips.id').where('planned_trips.id', '=', id)
export const messageArray = jsonArrayOf(seen, (db, { id }) =>
  db
    .selectFrom('trip_messages')
    .select(columnsOf('trip_messages', TripMessage))
    .where('planned_trip_id', '=', id)
    .orderBy('id', 'desc')
    .limit(200),
)
