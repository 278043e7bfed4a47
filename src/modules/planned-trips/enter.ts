import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { nullable, oneOf, ref } from '../../kit/fields.ts'
import { callOffCauses, staffedStatuses, type TripStatus, tripStatuses } from '../trip-statuses.ts'
import { departuresOn, packageOf, plannedOn, refuseUnpublished, writeTrips } from './create.ts'
import { assignLeader } from './leaders.ts'
import { contradictions } from './rules.ts'
import { countSerial, serialForm } from './serials.ts'
import { editable, PlannedTrip } from './trip.ts'

const { serial, name, departure_date, return_date, cancel_reason } = PlannedTrip.properties

/** A trip that the house had before: it brings its serial and its status, and its days may be over. */
export const EnteredTrip = Type.Object({
  serial,
  package_id: ref(),
  name: Type.Optional(name),
  departure_date,
  return_date: Type.Optional(return_date),
  status: Type.Optional(oneOf(tripStatuses)),
  cancel_cause: nullable(oneOf(callOffCauses)),
  cancel_reason,
  tour_leader_id: nullable(ref()),
  ...editable,
})
export type EnteredTrip = Static<typeof EnteredTrip>
type By = { actor_id: number | undefined; zone: string; pattern: string }

/**
 * Writes a trip as it was planned elsewhere, with everything derived from its package. The next trip of the package on that day gets the
 * serial after it. A price of its own will do, because packages have no prices for days long ago, and a package that is sold no more needs no
 * publication, which asks for its days and the legal record of the house.
 */
export async function enterTrip(
  tx: Tx,
  { serial, package_id, departure_date, status, tour_leader_id, cancel_cause, cancel_reason, ...details }: EnteredTrip,
  { actor_id, zone, pattern }: By,
) {
  const from = await packageOf(tx, package_id)
  const [departure] = await departuresOn(tx, from, [departure_date])
  if (!departure) return refuseField('departure_date', noDay)
  if (!departure.is_past) refuseUnpublished(from)
  if (!departure.price && details.price_overrides?.adult === undefined) refuseField('departure_date', noPrice)
  const days = { departure_date, return_date: details.return_date ?? departure.return_date }
  const { status: usual, currency } = await statusOn(tx, days)
  // A price of the package would have its currency.
  if (!departure.price) details.price_overrides = { currency, ...details.price_overrides }
  const entered = status ?? usual
  if (!isPossible(entered, usual)) refuseField('status', otherDays)
  const errors = contradictions(plannedOn(departure, from, details), zone)
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
  await countSerial(tx, serialForm(pattern, from.package_code, departure_date), serial)
  const trips = await writeTrips(tx, from, [departure], { ...details, status: entered }, [serial])
  const { id } = found(trips.get(departure_date))
  if (entered === 'cancelled')
    await tx
      .updateTable('planned_trips')
      .set({ cancel_cause: cancel_cause ?? 'other', cancel_reason: cancel_reason ?? null })
      .where('id', '=', id)
      .execute()
  if (tour_leader_id) await lead(tx, { id, status: entered, tour_leader_id }, { actor_id, zone })
  return id
}

const noDay = ['須為真實日期，格式 YYYY-MM-DD。', 'Must be a real date, YYYY-MM-DD.'] as const
const noPrice = [
  '這一天沒有適用的價格；請填本團的成人價，或為行程加上這一天的價格。',
  'No price holds on that day: give the trip its own price of an adult, or the package a price for that day.',
] as const
const otherDays = ['此狀態與出發日、回程日不符。', 'The days of the trip do not allow this status.'] as const

/** The status that a trip has by its days alone, and the currency of the house. */
const statusOn = async (tx: Tx, { departure_date, return_date }: { departure_date: string; return_date: string }) => {
  const { rows } = await sql<{ status: 'open' | 'departed' | 'returned'; currency: string }>`
    select house_currency() as currency, case when ${departure_date}::date > today() then 'open'
                when ${return_date}::date >= today() then 'departed' else 'returned' end as status`.execute(tx)
  return found(rows[0])
}

const isPossible = (status: TripStatus, usual: 'open' | 'departed' | 'returned') =>
  status === 'cancelled' || possible[usual].includes(status)
const possible: Record<'open' | 'departed' | 'returned', readonly TripStatus[]> = {
  open: ['draft', 'open', 'guaranteed', 'closed'],
  departed: ['departed'],
  returned: ['returned', 'settled'],
}

// A trip that is over had its leader: nothing can be in conflict any more.
const lead = async (
  tx: Tx,
  { id, status, tour_leader_id }: { id: number; status: TripStatus; tour_leader_id: number },
  { actor_id, zone }: Pick<By, 'actor_id' | 'zone'>,
) => {
  if (staffedStatuses.includes(status)) {
    const by = { id: actor_id, roles: ['admin'] as const }
    return assignLeader(tx, by, 'assigned', id, { tour_leader_id }, { expected: undefined, zone })
  }
  await tx.updateTable('planned_trips').set({ assigned_leader_id: tour_leader_id }).where('id', '=', id).execute()
  await tx
    .insertInto('trip_leader_changes')
    .values({
      planned_trip_id: id,
      duty: 'assigned',
      tour_leader_id,
      is_override: false,
      reason: null,
      changed_by: actor_id ?? null,
    })
    .execute()
}
