import { sql } from 'kysely'
import { remove } from '../../kit/db/rows.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import { type Locale, plural } from '../../kit/words/words.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import { refuseNeedless } from '../leader-calendar/actions.ts'
import { seasonOn } from '../packages/prices/queries.ts'
import { life } from './flow.ts'
import { freeTripLeaders, keepBriefing } from './leaders/actions.ts'
import { type LockedTrip, lockedTrip } from './leaders/queries.ts'
import { datesAfter, moveParts } from './moving.ts'
import { plannedOn, planTrips } from './planning/actions.ts'
import { faultsOf } from './planning/bulk.ts'
import { departuresOn, packageFor } from './planning/grounds.ts'
import { nextSerials } from './planning/serials.ts'
import { contradictions, onAnotherDay } from './planning/windows.ts'
import { serialForm, wholeAssembly } from './rules.ts'
import type { NewTrip, TripChange } from './schema.ts'
import { takesSeat } from './seats.ts'
import { breakages, shownBreakages } from './steps/breakage.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'planned-trip.resized': { planned_trip_id: number }
    'trip-assembly.changed': { planned_trip_id: number; actor_id: number }
  }
}

/** Plans one trip of a package. Returns it with what its days leave open, such as a day without an itinerary. */
export const createTrip = async (
  tx: Tx,
  { package_id, departure_date, ...details }: NewTrip,
  { pattern, zone, locale }: { pattern: string; zone: string; locale: Locale },
) => {
  const from = await packageFor(tx, package_id)
  const departures = await departuresOn(tx, from, [departure_date])
  const faults = departures.flatMap(faultsOf)
  const [wrong = {}] = departures.map((departure) => contradictions(plannedOn(departure, from, details), zone))
  const errors = { ...(faults.length && { departure_date: faults }), ...wrong }
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
  const trips = await planTrips(tx, from, departures, details, pattern)
  const { id } = found(trips.get(departure_date))
  const to = details.return_date ?? found(departures[0]).return_date
  const broke = await breakages(tx, 'moved', { id, from: departure_date, to, shift: 0 })
  return { id, broke: shownBreakages(broke, locale) }
}

/** Changes a trip; new dates move everything that is dated, and the answer lists the conflicts. */
export const changeTrip = async (
  tx: Tx,
  id: number,
  { override, reason, ...change }: TripChange,
  { actor, expected, ...by }: { actor: Actor; expected: Expected; zone: string; locale: Locale },
) => {
  const trip = await lockedTrip(tx, id)
  guardVersion(trip, expected)
  const dates = datesAfter(trip, change)
  const { departure_date, return_date } = dates
  if (dates.isMoved) mayTake(life, 'move', trip, actor.role)
  if (change.capacity !== undefined) await refuseTooFew(tx, id, change.capacity)
  refuseContradictions(trip, change, dates, by.zone)
  await tx
    .updateTable('planned_trips')
    .set({
      ...change,
      assembly: assemblyAfter(trip, change, dates.shift, by.zone),
      departure_date,
      return_date,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  await announce(tx, trip, change, actor)
  if (dates.isMoved && change.season_id === undefined) await keepSeason(tx, trip, departure_date)
  const broke = await moveParts(tx, trip, dates, { actor_id: actor.id, ...by })
  if (isBriefingMoved(trip, change)) await keepBriefing(tx, actor, id, by.zone, { override, reason })
  else refuseNeedless({ override }, false)
  return broke
}

const announce = async (tx: Tx, trip: LockedTrip, change: TripChange, { id: actor_id }: Actor) => {
  if (change.capacity !== undefined) await emit(tx, 'planned-trip.resized', { planned_trip_id: trip.id })
  if (isAssemblyMoved(trip, change)) await emit(tx, 'trip-assembly.changed', { planned_trip_id: trip.id, actor_id })
}

// A season that was derived follows the departure; one that was chosen stays.
const keepSeason = (tx: Tx, { id, departure_date: before, season_id }: LockedTrip, departure_date: string) => {
  const on = (day: string) => seasonOn(sql`planned_trips.package_id`, sql`${day}::date`)
  return tx
    .updateTable('planned_trips')
    .set({ season_id: on(departure_date) })
    .where('id', '=', id)
    .where(sql<boolean>`${season_id}::integer is not distinct from ${on(before)}`)
    .execute()
}

type Moved = ReturnType<typeof datesAfter>

// What is not changed may contradict the new dates: that is named, not refused.
const refuseContradictions = (
  trip: LockedTrip,
  change: Partial<LockedTrip | TripChange>,
  moved: Moved,
  zone: string,
) => {
  const { departure_date, return_date } = moved
  const { assembly, briefing_starts_at } = change
  const { capacity, min_pax } = { ...trip, ...change }
  const isSized = 'capacity' in change || 'min_pax' in change
  const size = isSized ? { capacity: capacity ?? 1, min_pax: min_pax ?? 1 } : { capacity: 1, min_pax: 1 }
  const errors = contradictions({ departure_date, return_date, assembly, briefing_starts_at, ...size }, zone)
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

/** The meeting point of a change, or that of the trip on its new day. */
const assemblyAfter = (trip: LockedTrip, { assembly }: TripChange, shift: number, zone: string) => {
  if (assembly !== undefined) return wholeAssembly(assembly)
  const at = trip.assembly?.at
  return trip.assembly && at ? { ...trip.assembly, at: onAnotherDay(at, shift, zone) } : trip.assembly
}

// One that is taken away is not told: the next one is.
const isAssemblyMoved = ({ assembly: was }: LockedTrip, { assembly: is }: TripChange) =>
  !!is && (isOther(was?.at, is.at) || inWords.some((name) => isAnother(was?.[name], is[name])))
const inWords = ['place', 'place_en', 'contact', 'contact_en'] as const
const isAnother = (was: string | null | undefined, is: string | null | undefined) => (was ?? null) !== (is ?? null)

type Briefing = { briefing_starts_at?: string | null; briefing_ends_at?: string | null }
const isBriefingMoved = (was: Briefing, { briefing_starts_at, briefing_ends_at }: Briefing) =>
  isOther(was.briefing_starts_at, briefing_starts_at) || isOther(was.briefing_ends_at, briefing_ends_at)
const isOther = (was: string | null | undefined, is: string | null | undefined) =>
  is !== undefined && (was ? Date.parse(was) : null) !== (is === null ? null : Date.parse(is))

/** Removes a trip. Its serial is never used again. */
export const removeTrip = async (tx: Tx, id: number, expected: Expected) => {
  guardVersion(await lockedTrip(tx, id), expected)
  await freeTripLeaders(tx, id)
  await remove(tx, 'planned_trips', id)
}

/** The serial that the next trip of a package on a day would get. */
export const nextSerial = async (db: Db, package_id: number, departure_date: string, pattern: string) => {
  const from = await db.selectFrom('packages').select('package_code').where('id', '=', package_id).executeTakeFirst()
  if (!from) return refuseField('package_id', ['沒有這筆資料。', 'There is no such record.'])
  const [serial = ''] = await nextSerials(db, [serialForm(pattern, from.package_code, departure_date)])
  return serial
}

const refuseTooFew = async (tx: Tx, id: number, capacity: number) => {
  const { taken } = await tx
    .selectFrom('bookings as b')
    .innerJoin('travelers as v', 'v.booking_id', 'b.id')
    .select(sql<number>`count(*)`.as('taken'))
    .where('b.planned_trip_id', '=', id)
    .where('b.status', 'in', seatedStatuses)
    .where(takesSeat('v'))
    .executeTakeFirstOrThrow()
  if (capacity < taken)
    refuseField('capacity', [`已有 ${taken} 個座位被占用。`, `${plural(taken, 'seat')} taken already.`])
}
