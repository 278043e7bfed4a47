import { shortDay } from 'guidon-design/formats'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { flag, line } from '../../kit/fields.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { type Locale, plural } from '../../kit/words/words.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import { refuseNeedless } from '../leader-calendar/block.ts'
import { seasonOn } from '../packages/prices/queries.ts'
import { actingOf } from '../users/reader.ts'
import { assemblyWarnings, refuseLateAssembly } from './assembly.ts'
import { editors, tripFlow } from './flow.ts'
import { type Impact, ImpactMeta, impactInWords, impactOf } from './impact.ts'
import { freeTripLeaders, keepBriefing, keepLeader } from './leaders.ts'
import { zoneOf } from './legs.ts'
import { withNews } from './news.ts'
import { oneTrip, ShownTrip } from './read.ts'
import { contradictions, datesAfter, hasPassed, onAnotherDay } from './rules.ts'
import { keptForUndo, takesSeat } from './seats.ts'
import { editable, type LockedTrip, lockedTrip, PlannedTrip, wholeAssembly } from './trip.ts'

const { name, departure_date, return_date } = PlannedTrip.properties

/** New times of a briefing need an override with a reason if its leader has a conflict. */
const exception = { override: flag(), reason: line(500, '由本人確認可以') }

/** Whether the travelers are told of a new assembly or of new dates; without it, of new dates alone. */
const TripChange = Type.Partial(
  Type.Object({ name, departure_date, return_date, ...editable, ...exception, tell_travelers: flag() }),
)
type TripChange = Static<typeof TripChange>

declare module '../../kit/events.ts' {
  interface Events {
    'planned-trip.resized': { planned_trip_id: number }
    'planned-trip.moved': { planned_trip_id: number; actor_id: number; from: string; to: string; ended: string }
  }
}

/** Changes a trip; new dates move everything that is dated, and the answer lists the conflicts. */
export async function changeTrip(
  tx: Tx,
  id: number,
  { tell_travelers, ...change }: TripChange,
  by: { actor: Actor; expected: Expected; zone: string; locale: Locale },
): Promise<Impact[]> {
  const isMoved = change.departure_date !== undefined || change.return_date !== undefined
  const isTold = isMoved || change.assembly !== undefined || tell_travelers !== undefined
  if (!isTold) return writeTrip(tx, id, change, by)
  await lockedTrip(tx, id)
  const told = { actor_id: by.actor.id, tell_travelers: tell_travelers ?? isMoved }
  return withNews(tx, id, told, () => writeTrip(tx, id, change, by))
}

const writeTrip = async (
  tx: Tx,
  id: number,
  { override, reason, ...change }: Omit<TripChange, 'tell_travelers'>,
  { actor, expected, ...by }: { actor: Actor; expected: Expected; zone: string; locale: Locale },
): Promise<Impact[]> => {
  const trip = await lockedTrip(tx, id)
  guardVersion(trip, expected)
  const dates = datesAfter(trip, change)
  const { departure_date, return_date } = dates
  if (dates.isMoved) mayTake(tripFlow, 'move', trip, actor.roles)
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
  // After new dates the flights are of the old ones: what does not fit is named in the answer.
  if (change.assembly && !dates.isMoved) await refuseLateAssembly(tx, id)
  if (change.capacity !== undefined) await emit(tx, 'planned-trip.resized', { planned_trip_id: id })
  if (dates.isMoved && change.season_id === undefined) await keepSeason(tx, trip, departure_date)
  const broke = await moveParts(tx, trip, dates, { actor_id: actor.id, ...by })
  if (isBriefingMoved(trip, change)) await keepBriefing(tx, actor, id, by.zone, { override, reason })
  else refuseNeedless({ override }, false)
  return broke
}

const refuseTooFew = async (tx: Tx, id: number, capacity: number) => {
  const { taken } = await tx
    .selectFrom('bookings as b')
    .innerJoin('travelers as v', 'v.booking_id', 'b.id')
    .select(sql<number>`count(*)`.as('taken'))
    .where('b.planned_trip_id', '=', id)
    .where((b) => b.or([b('b.status', 'in', seatedStatuses), keptForUndo('b')]))
    .where(takesSeat('v'))
    .executeTakeFirstOrThrow()
  if (capacity < taken)
    refuseField('capacity', [`已有 ${taken} 個名額被占用。`, `${plural(taken, 'seat')} taken already.`])
}

type Moved = ReturnType<typeof datesAfter>

// Only what the change sets is refused. The rest may contradict the new dates: that is listed in the answer.
const refuseContradictions = (
  trip: LockedTrip,
  change: Partial<LockedTrip | TripChange>,
  { departure_date, return_date }: Moved,
  zone: string,
) => {
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

/** Moves everything that has a date and is not done yet, by the same number of days. Returns the impact of new dates. */
const moveParts = async (
  tx: Tx,
  trip: LockedTrip,
  { isMoved, shift, departure_date, return_date }: Moved,
  { actor_id, zone, locale }: { actor_id: number; zone: string; locale: Locale },
): Promise<Impact[]> => {
  const asked = { id: trip.id, from: departure_date, to: return_date, shift }
  const broke = isMoved ? await impactOf(tx, 'moved', asked) : []
  if (broke.some(({ check }) => check.passedBy)) refuseField('departure_date', hasPassed)
  if (shift !== 0) await shiftParts(tx, trip.id, shift)
  if (isMoved)
    await keepLeader(
      tx,
      trip.id,
      zone,
      `出團日期由 ${shortDay(trip.departure_date, 'zh-TW')}改為 ${shortDay(departure_date, 'zh-TW')}`,
    )
  if (isMoved)
    await emit(tx, 'planned-trip.moved', {
      planned_trip_id: trip.id,
      actor_id,
      from: trip.departure_date,
      to: departure_date,
      ended: trip.return_date,
    })
  return impactInWords(broke, locale)
}

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

// A leg keeps the time on the clock of its city, also across a change of the clocks.
const onOtherDay = (end: 'starts_at' | 'ends_at', days: number) =>
  sql`(${sql.ref(end)} at time zone ${zoneOf(end)} + ${days} * interval '1 day') at time zone ${zoneOf(end)}`

type Briefing = { briefing_starts_at?: string | null; briefing_ends_at?: string | null }
/** Whether a change gives the briefing other hours. */
export function isBriefingMoved(was: Briefing, { briefing_starts_at, briefing_ends_at }: Briefing) {
  return isOther(was.briefing_starts_at, briefing_starts_at) || isOther(was.briefing_ends_at, briefing_ends_at)
}
const isOther = (was: string | null | undefined, is: string | null | undefined) =>
  is !== undefined && (was ? Date.parse(was) : null) !== (is === null ? null : Date.parse(is))

/** Removes a trip. Its serial is never used again. */
const removeTrip = async (tx: Tx, id: number, expected: Expected) => {
  guardVersion(await lockedTrip(tx, id), expected)
  await freeTripLeaders(tx, id)
  await remove(tx, 'planned_trips', id)
}

const ChangeMeta = Type.Object({ ...ImpactMeta.properties, warnings: Type.Array(Type.String()) })

export const tripChanges = routes((on, { zone }) => {
  on.put(
    '/:id',
    {
      access: editors,
      summary:
        'Change a trip; new dates move everything dated, `meta.broke` lists the conflicts and `meta.warnings` a close assembly',
      body: TripChange,
      returns: ShownTrip,
      meta: ChangeMeta,
      unchanged: { broke: [], warnings: [] },
      etag: 'content',
      refuses: ['stale', 'step_not_possible', 'leader_conflict'],
    },
    async ({ tx, actor, params, body, expected, locale }) => {
      const broke = await changeTrip(tx, params.id, body, { actor, expected, zone, locale })
      const trip = await oneTrip(tx, { ...actingOf(actor), ...params })
      const isMet = body.assembly !== undefined || broke.length > 0
      const warnings = isMet ? await assemblyWarnings(tx, params.id, locale) : []
      return { ...trip, meta: { broke, warnings } }
    },
  )

  on.delete(
    '/:id',
    {
      access: editors,
      summary: 'Remove a trip without bookings; its serial is not used again',
      returns: Type.Null(),
      refuses: ['in_use', 'stale'],
    },
    async ({ tx, params, expected }) => {
      await removeTrip(tx, params.id, expected)
      return null
    },
  )
})
