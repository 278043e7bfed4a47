import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { columnList } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { mayTake } from '../../kit/flow.ts'
import type { Role } from '../../kit/http/server/guard.ts'
import { Stretch } from '../packages/schema.ts'
import { deriveLegs } from './create.ts'
import { tripFlow } from './flow.ts'
import { contradictions, daysBetween, hasPassed } from './rules.ts'
import { serialForm, takeSerials } from './serials.ts'
import { lockedTrip, PlannedTrip } from './trip.ts'

const { departure_date, capacity, min_pax } = PlannedTrip.properties

/** A second departure of a trip. What is not given is that of the trip. */
export const SecondDeparture = Type.Object({
  departure_date,
  capacity: Type.Optional(capacity),
  min_pax: Type.Optional(min_pax),
})
type SecondDeparture = Static<typeof SecondDeparture>

/** What a second departure has from the first: what was promised and who cares for it, but nothing that was booked for it. */
const kept = [
  ...['package_id', 'name', 'name_en', 'area_id', 'category_id', 'season_id', 'branch_id'],
  ...['op_user_id', 'sales_user_id', 'ticketing_user_id', 'price', 'price_overrides', 'terms', 'is_public'],
]

/**
 * Plans a second departure like a trip: the same days, prices, terms, deadlines and people in charge. Flights, hotels, leader, meeting
 * point and briefing are its own.
 */
export async function splitOff(
  tx: Tx,
  id: number,
  asked: SecondDeparture,
  { pattern, zone, roles }: { pattern: string; zone: string; roles: readonly Role[] },
): Promise<number> {
  const trip = await lockedTrip(tx, id)
  mayTake(tripFlow, 'move', trip, roles)
  const { departure_date, capacity = trip.capacity, min_pax = trip.min_pax } = asked
  const shift = daysBetween(trip.departure_date, departure_date)
  const errors = contradictions({ departure_date, return_date: departure_date, capacity, min_pax }, zone)
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
  const serial = await nextSerial(tx, trip, departure_date, pattern)
  const { rows } = await sql<{ id: number }>`
    insert into planned_trips (serial, status, departure_date, return_date, capacity, min_pax, ${columnList(kept)})
    select ${serial}, 'open', departure_date + ${shift}::integer, return_date + ${shift}::integer, ${capacity}, ${min_pax}, ${columnList(kept)}
      from planned_trips where id = ${id} and departure_date + ${shift}::integer >= today()
    returning id`.execute(tx)
  const [made] = rows
  if (!made) return refuseField('new_trip.departure_date', hasPassed)
  await copyParts(tx, { from: id, to: made.id, shift })
  return made.id
}

const nextSerial = async (tx: Tx, { package_id }: { package_id: number | null }, day: string, pattern: string) => {
  const from = await tx.selectFrom('packages').select('package_code').where('id', '=', package_id).executeTakeFirst()
  if (!from)
    return refuseField('new_trip', [
      '這團沒有行程，無法取得新的團號；請先開團，再選它。',
      'The trip has no package, so no serial can be given: plan the second trip first, and choose it.',
    ])
  const [serial = ''] = await takeSerials(tx, [serialForm(pattern, from.package_code, day)])
  return serial
}

const dayColumns = Object.keys(Stretch.properties)

const copyParts = async (tx: Tx, { from, to, shift }: { from: number; to: number; shift: number }) => {
  await sql`
    insert into planned_trip_segments (planned_trip_id, sequence, starts_on, ends_on, ${columnList(dayColumns)})
    select ${to}, sequence, starts_on + ${shift}::integer, ends_on + ${shift}::integer, ${columnList(dayColumns)}
      from planned_trip_segments where planned_trip_id = ${from} order by sequence`.execute(tx)
  await sql`
    insert into planned_trip_segment_cities (segment_id, city_id, sequence)
    select own.id, c.city_id, c.sequence
      from planned_trip_segments own join planned_trip_segments s on s.sequence = own.sequence
      join planned_trip_segment_cities c on c.segment_id = s.id
     where own.planned_trip_id = ${to} and s.planned_trip_id = ${from}`.execute(tx)
  await deriveLegs(tx, [to])
  await sql`
    insert into trip_countries (planned_trip_id, country_id)
    select ${to}, country_id from trip_countries where planned_trip_id = ${from}`.execute(tx)
  await sql`
    insert into trip_deadlines (planned_trip_id, key, name, name_en, owner, due_on)
    select ${to}, key, name, name_en, owner, due_on + ${shift}::integer
      from trip_deadlines where planned_trip_id = ${from} order by id`.execute(tx)
}
