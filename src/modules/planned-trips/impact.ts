import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Json } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { anyText, flag, oneOf, orNull, shownFields } from '../../kit/fields.ts'
import { possibleSteps } from '../../kit/flow.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf, type Role } from '../../kit/http/server/guard.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { labelsOf } from '../record-labels.ts'
import { staff } from '../roles.ts'
import { plannedStatuses, type TripStatus } from '../trip-statuses.ts'
import type { Asked, Check, TripChangeKind } from './check.ts'
import { isBack, steps, type TripStep, tripFlow } from './flow.ts'
import { moveChecks } from './move-checks.ts'
import { namedIn, only, recordsFor } from './readiness.ts'
import { backwards, datesAfter } from './rules.ts'
import { stepChecks } from './step-checks.ts'
import { PlannedTrip } from './trip.ts'

/**
 * The effect of a change: count, kind, sentence and the affected records. Red: the trip cannot depart like this. `blocks`: the
 * change needs a reason.
 */
export const Impact = Type.Object({
  kind: Type.String({ examples: ['flights'] }),
  count: Type.Integer(),
  says: Type.String(),
  ...shownFields({ light: oneOf(['amber', 'red']), blocks: flag() }),
  subjects: Type.Array(Type.Object({ type: Type.String(), id: Type.Integer(), name: orNull(anyText('王小美')) })),
})
export type Impact = Static<typeof Impact>

/** The `meta` in the answer to a change of a trip. */
export const ImpactMeta = Type.Object({ broke: Type.Array(Impact) })
export function withImpact(trip: Json, broke: object[]): Json {
  return { ...trip, meta: { broke } }
}

const Preview = Type.Object({
  ...shownFields({ is_possible: flag(), needs_reason: flag() }),
  ...ImpactMeta.properties,
})

type Subject = { type: string; id: number; name: string | null }
type Records = { count: number; subjects: Subject[]; named: string | null; named_en: string | null }
type Found = Records & { check: Check }

const SHOWN = 50
const checks = [...stepChecks, ...moveChecks]

/** What a change would affect, computed before the change. */
export async function impactOf(db: Db, what: TripChangeKind, asked: Asked): Promise<Found[]> {
  const due = checks.filter(({ when }) => when.includes(what))
  if (!due.length) return []
  const { rows } = await sql<Records & { nth: number }>`
    select nth, count(*) as count, ${namedIn(due, 0)} as named, ${namedIn(due, 1)} as named_en,
           json_agg(json_build_object('type', type, 'id', numbered.id) order by numbered.id) filter (where n <= ${SHOWN}) as subjects
      from (select *, row_number() over (partition by nth order by id) as n from (${recordsFor(db, due, asked)}) all_found) numbered
     cross join ${only(asked.id)} group by nth, the_trip.id order by nth`.execute(db)
  const nameOf = await namesOf(
    db,
    rows.flatMap(({ subjects }) => subjects),
  )
  return rows.flatMap(({ nth, subjects, ...row }) => {
    const check = due[nth]
    return check ? [{ check, ...row, subjects: subjects.map((each) => ({ ...each, name: nameOf(each) })) }] : []
  })
}

const tables: Record<string, string> = {
  addon_request: 'addon_requests',
  booking: 'bookings',
  planned_trip: 'planned_trips',
  seminar_session: 'seminar_sessions',
  tour_leader: 'tour_leaders',
  traveler: 'travelers',
}

/** The names of the affected records that have a page. */
const namesOf = async (db: Db, subjects: readonly { type: string; id: number }[]) => {
  const ofTables = subjects.flatMap(({ type, id }) => (tables[type] ? [{ table: tables[type], id }] : []))
  const labels = await labelsOf(db, ofTables)
  return ({ type, id }: { type: string; id: number }) => labels.of(tables[type] ?? '', id)?.name ?? null
}

/** The same as sentences in the language of the reader. */
export function impactInWords(found: readonly Found[], locale: Locale): Impact[] {
  return found.map(({ check: { kind, says, light = 'amber', passedBy }, count, subjects, named, named_en }) => ({
    kind,
    says: say([named ?? says[0], named_en ?? says[1]], locale),
    light,
    blocks: passedBy !== undefined,
    count,
    subjects,
  }))
}

type StatusStep = { roles: readonly Role[]; reason: string | undefined; locale: Locale; step: string; from: string }

/**
 * Refuses a step that is blocked, unless the roles may override it and a reason is given. Returns the kinds of checks that are
 * overridden.
 */
export function refuseStopped(found: readonly Found[], { roles, reason, locale, step, from }: StatusStep): string[] {
  const { stops, isBarred } = stoppedBy(found, roles)
  const broke = impactInWords(stops, locale)
  const zh = stops.map(({ check }) => check.says[0]).join('；')
  const en = stops.map(({ check }) => check.says[1]).join('; ')
  if (isBarred)
    refuse('step_not_possible', {
      detail: [
        `${zh}。如確有必要，請管理員填寫原因後進行。`,
        `${en}. If necessary, an administrator may proceed and give a reason.`,
      ],
      also: { step, from, possible: [], broke },
    })
  if (stops.length && !reason)
    refuse('invalid_input', {
      errors: { reason: [[`${zh}；仍要進行請填寫原因。`, `${en}; to proceed anyway, give a reason.`]] },
      also: { broke },
    })
  return [...new Set(stops.map(({ check }) => check.kind))]
}

/** The checks that block a change, and whether these roles may not override them. Otherwise a reason is enough. */
const stoppedBy = (found: readonly Found[], roles: readonly Role[]) => {
  const stops = found.filter(({ check }) => check.passedBy)
  return { stops, isBarred: stops.some(({ check }) => !hasOneOf(roles, check.passedBy ?? [])) }
}

type Wanted = { status?: TripStatus; departure_date?: string; return_date?: string }

/** Previews other dates or another status. Nothing is changed. */
const previewOf = async (db: Db, { roles }: Actor, id: number, { status, ...dates }: Wanted, locale: Locale) => {
  const trip = found(await db.selectFrom('planned_trips').selectAll().where('id', '=', id).executeTakeFirst())
  const { departure_date: from, return_date: to, shift, isMoved } = datesAfter(trip, dates)
  if (from > to) refuseField('return_date', backwards)
  const asked = { id, from, to, shift }
  const goesBack = status !== undefined && isBack(trip.status, status)
  const entered = status ? await impactOf(db, goesBack ? `back-to-${status}` : status, asked) : []
  const moved = isMoved ? await impactOf(db, 'moved', asked) : []
  const { stops, isBarred } = stoppedBy([...entered, ...moved], roles)
  const step: TripStep | undefined = status && steps[status]
  const mayEnter = !status || possibleSteps(tripFlow, trip, roles).includes(status)
  const mayMove = !isMoved || plannedStatuses.includes(trip.status)
  return {
    is_possible: mayEnter && mayMove && !isBarred,
    needs_reason: goesBack || step?.needsReason === true || stops.length > 0,
    broke: impactInWords([...entered, ...moved], locale),
  }
}

const { status, departure_date, return_date } = PlannedTrip.properties

export const tripPreview = routes((on) => {
  on.get(
    '/:id/preview',
    {
      name: 'previewPlannedTrip',
      access: staff,
      summary: 'Preview what other dates or another status would break',
      slow: true,
      query: Type.Object(
        { status, departure_date: Type.Optional(departure_date), return_date: Type.Optional(return_date) },
        { additionalProperties: false },
      ),
      returns: Preview,
      etag: 'none',
    },
    ({ db, actor, params, query, locale }) => previewOf(db, actor, params.id, query, locale),
  )
})
