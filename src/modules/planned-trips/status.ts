import type { Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import { jsonArrayOf } from '../../kit/db/json.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { anyText, flag, labelled, moment, nullable, oneOf, orNull, ref, shown, text } from '../../kit/fields.ts'
import { mayTake, whoTakes } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Locale } from '../../kit/words/words.ts'
import { staff } from '../roles.ts'
import { type TripStatus, tripStatuses } from '../trip-statuses.ts'
import { actingOf, readerOf } from '../users/reader.ts'
import { Cancellation, cancellationColumns, onlyCancelled, refuseCancellation } from './cancellation.ts'
import { isBack, steps, type TripStep, tripFlow } from './flow.ts'
import { type Impact, ImpactMeta, impactInWords, impactOf, refuseStopped, withImpact } from './impact.ts'
import { freeTripLeaders } from './leaders.ts'
import { withNews } from './news.ts'
import { oneTrip, ShownTrip } from './read.ts'
import { lockedTrip } from './trip.ts'
import { tripSeen } from './visible.ts'

const status = oneOf(tripStatuses)

/**
 * A step and its reason, which is required to cancel, to go back, and to override a blocking check. Travelers are told that their trip
 * is guaranteed to depart, unless `tell_travelers` is false.
 */
const NewStatus = Type.Object({
  status,
  reason: Type.Optional(text(2000, '未達最低成團人數')),
  /** The reason of a cancellation for customers who read English; without it they read the cause alone. */
  reason_en: labelled(Type.Optional(text(2000, 'Too few travelers')), ['原因（英文）', 'Reason in English']),
  tell_travelers: Type.Optional(flag()),
  ...Cancellation.properties,
})
type NewStatus = Static<typeof NewStatus>

const storedChange = Type.Object({
  id: ref(),
  from_status: status,
  to_status: status,
  reason: nullable(text(2000)),
  changed_by: nullable(ref()),
  created_at: moment(),
})

/** A step that a trip took, its reason, and the overridden checks. */
const StatusChange = Type.Object({
  ...shown(storedChange).properties,
  in_spite_of: Type.Array(Type.String({ examples: ['day'] })),
  changed_by_name: orNull(anyText()),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    trip_status_changes: {
      id: Generated<number>
      planned_trip_id: number
      from_status: TripStatus
      to_status: TripStatus
      reason: string | null
      in_spite_of: string[]
      changed_by: number | null
      created_at: Generated<string>
    }
  }
}

declare module '../../kit/events.ts' {
  interface Events {
    'planned-trip.entered': { planned_trip_id: number; status: TripStatus; from: TripStatus; actor_id: number }
  }
}

/** Sets the status of a trip by its flow, or reverts it; the answer lists what remains open. */
export async function setStatus(
  tx: Tx,
  id: number,
  { status, reason, reason_en, tell_travelers, ...cancellation }: NewStatus,
  { actor, expected, locale }: { actor: Actor; expected: Expected; locale: Locale },
): Promise<Impact[]> {
  const trip = await lockedTrip(tx, id)
  const { status: from } = trip
  guardVersion(trip, expected)
  mayTake(tripFlow, status, trip, actor.roles)
  const step: TripStep = steps[status]
  if (step.needsReason && !reason) refuseField('reason', ['取消出團須填寫原因。', 'A cancellation needs its reason.'])
  if (reason_en && status !== 'cancelled') refuseField('reason_en', onlyCancelled)
  await refuseCancellation(tx, status, id, cancellation)
  if (isBack(from, status) && !reason) refuseField('reason', backNeedsReason)

  const asked = { id, from: trip.departure_date, to: trip.return_date, shift: 0 }
  const broke = await impactOf(tx, isBack(from, status) ? `back-to-${status}` : status, asked)
  const in_spite_of = refuseStopped(broke, { roles: actor.roles, reason, locale, step: status, from })
  const change = {
    status,
    ...(step.needsReason && {
      cancel_reason: reason ?? null,
      cancel_reason_en: reason_en ?? null,
      ...cancellationColumns(cancellation),
    }),
  }
  // Customers hear that their trip is guaranteed to depart, and of no other status.
  const told = { actor_id: actor.id, tell_travelers: tell_travelers ?? status === 'guaranteed' }
  await withNews(tx, id, told, () => tx.updateTable('planned_trips').set(change).where('id', '=', id).execute())
  const row = { planned_trip_id: id, from_status: from, to_status: status, reason: reason ?? null, in_spite_of }
  await tx
    .insertInto('trip_status_changes')
    .values({ ...row, changed_by: actor.id })
    .execute()
  if (step.frees) await freeTripLeaders(tx, id)
  await emit(tx, 'planned-trip.entered', { planned_trip_id: id, status, from, actor_id: actor.id })
  return impactInWords(broke, locale)
}

const backNeedsReason = ['退回前一個狀態須填寫原因。', 'Going back to an earlier status needs its reason.'] as const

const statusHistory = jsonArrayOf(tripSeen, (db, { id }) =>
  db
    .selectFrom('trip_status_changes as c')
    .leftJoin('users as u', 'u.id', 'c.changed_by')
    .select(['c.id', 'c.from_status', 'c.to_status', 'c.reason', 'c.in_spite_of'])
    .select(['c.changed_by', 'u.name as changed_by_name', 'c.created_at'])
    .where('c.planned_trip_id', '=', id)
    .orderBy('c.id', 'desc')
    .limit(500),
)

export const tripStatus = routes((on) => {
  on.put(
    '/:id/status',
    {
      access: whoTakes(steps),
      summary: 'Set the next status of a trip; `meta.broke` lists what is left undone',
      body: NewStatus,
      returns: ShownTrip,
      meta: ImpactMeta,
      etag: 'content',
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected, locale }) => {
      const broke = await setStatus(tx, params.id, body, { actor, expected, locale })
      return withImpact(await oneTrip(tx, { ...actingOf(actor), ...params }), broke)
    },
  )

  on.get(
    '/:id/status-history',
    {
      access: staff,
      summary: 'The steps that a trip took with their reasons, latest first',
      returns: Type.Array(StatusChange),
      etag: 'content',
    },
    ({ db, actor, params }) => statusHistory(db, { ...readerOf(actor), ...params }),
  )
})
