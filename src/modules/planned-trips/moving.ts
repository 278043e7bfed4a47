import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import type { Locale } from '../../kit/words/words.ts'
import { zoneOf } from './itinerary/zones.ts'
import { keepLeader } from './leaders/actions.ts'
import type { LockedTrip } from './leaders/queries.ts'
import { daysBetween, daysLater, hasPassed } from './rules.ts'
import { type Breakage, breakages, shownBreakages } from './steps/breakage.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'planned-trip.moved': { planned_trip_id: number; actor_id: number; from: string; to: string; ended: string }
  }
}

type Dates = Partial<Pick<LockedTrip, 'departure_date' | 'return_date'>>

/** The new dates. If only the departure changes, the return moves by the same number of days. */
export const datesAfter = (trip: Required<Dates>, change: Dates) => {
  const departure_date = change.departure_date ?? trip.departure_date
  const shift = daysBetween(trip.departure_date, departure_date)
  const return_date = change.return_date ?? daysLater(trip.return_date, shift)
  const isMoved = shift !== 0 || return_date !== trip.return_date
  return { departure_date, return_date, shift, isMoved }
}

/** Moves everything that has a date and is not done yet, by the same number of days. Returns what this breaks. */
export const moveParts = async (
  tx: Tx,
  trip: LockedTrip,
  { isMoved, shift, departure_date, return_date }: ReturnType<typeof datesAfter>,
  { actor_id, zone, locale }: { actor_id: number; zone: string; locale: Locale },
): Promise<Breakage[]> => {
  const asked = { id: trip.id, from: departure_date, to: return_date, shift }
  const broke = isMoved ? await breakages(tx, 'moved', asked) : []
  if (broke.some(({ check }) => check.passedBy)) refuseField('departure_date', hasPassed)
  if (shift !== 0) await shiftParts(tx, trip.id, shift)
  if (isMoved) await keepLeader(tx, trip.id, zone, `出團日期由 ${trip.departure_date} 改為 ${departure_date}`)
  if (isMoved)
    await emit(tx, 'planned-trip.moved', {
      planned_trip_id: trip.id,
      actor_id,
      from: trip.departure_date,
      to: departure_date,
      ended: trip.return_date,
    })
  return shownBreakages(broke, locale)
}

// A leg keeps the time on the clock of its city, also across a change of the clocks.
const onOtherDay = (end: 'starts_at' | 'ends_at', days: number) =>
  sql`(${sql.ref(end)} at time zone ${zoneOf(end)} + ${days} * interval '1 day') at time zone ${zoneOf(end)}`

const shiftParts = async (tx: Tx, id: number, days: number) => {
  await sql`
    update planned_trip_segments set starts_on = starts_on + ${days}::integer, ends_on = ends_on + ${days}::integer
     where planned_trip_id = ${id}`.execute(tx)
  await sql`
    update planned_trip_segment_legs set starts_at = ${onOtherDay('starts_at', days)}, ends_at = ${onOtherDay('ends_at', days)}
     where segment_id in (select id from planned_trip_segments where planned_trip_id = ${id})
       and num_nonnulls(starts_at, ends_at) > 0`.execute(tx)
  await sql`
    update planned_trip_stays set check_in = check_in + ${days}::integer, check_out = check_out + ${days}::integer
     where planned_trip_id = ${id}`.execute(tx)
  await sql`
    update trip_deadlines set due_on = due_on + ${days}::integer, reminded_at = null, escalated_at = null
     where planned_trip_id = ${id} and done_at is null`.execute(tx)
}
