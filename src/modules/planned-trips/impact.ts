import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Json } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { flag, oneOf, shownFields } from '../../kit/fields.ts'
import { possibleSteps } from '../../kit/flow.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor, Role } from '../../kit/http/server/access.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { staff } from '../roles.ts'
import { seatedTravelers } from '../travelers/checks.ts'
import { plannedStatuses, type TripStatus } from '../trip-statuses.ts'
import { type Asked, type Check, moveChecks, stepChecks, type TripChangeKind } from './checks.ts'
import { isBack, steps, type TripStep, tripFlow } from './flow.ts'
import { backwards, datesAfter } from './rules.ts'
import { PlannedTrip } from './trip.ts'

/** What a change breaks: count, kind, sentence and the records. Red: the trip cannot take place like this. `blocks`: it stops the change without a reason. */
export const Impact = Type.Object({
  kind: Type.String({ examples: ['flights'] }),
  count: Type.Integer(),
  says: Type.String(),
  ...shownFields({ light: oneOf(['amber', 'red']), blocks: flag() }),
  subjects: Type.Array(Type.Object({ type: Type.String(), id: Type.Integer() })),
})
export type Impact = Static<typeof Impact>

/** What a changed trip is answered with besides itself. */
export const ImpactMeta = Type.Object({ broke: Type.Array(Impact) })
export function withImpact(trip: Json, broke: object[]): Json {
  return { ...trip, meta: { broke } }
}

const Preview = Type.Object({
  ...shownFields({ is_possible: flag(), needs_reason: flag() }),
  ...ImpactMeta.properties,
})

type Records = { count: number; subjects: { type: string; id: number }[] }
type Found = Records & { check: Check }

const SHOWN = 50
const checks = [...stepChecks, ...moveChecks]

/** What a change would break, computed before it. */
export async function impactOf(db: Db, what: TripChangeKind, asked: Asked): Promise<Found[]> {
  const due = checks.filter(({ when }) => when.includes(what))
  if (!due.length) return []
  const each = due.map(
    ({ rows }, place) =>
      sql`select ${sql.lit(place)}::integer as place, type, id from (${rows(asked)}) found (type, id)`,
  )
  const { rows } = await sql<Records & { place: number }>`
    with ready as materialized (${seatedTravelers(db, asked)})
    select place, count(*) as count,
           json_agg(json_build_object('type', type, 'id', id) order by id) filter (where n <= ${SHOWN}) as subjects
      from (select *, row_number() over (partition by place order by id) as n from (${sql.join(each, sql` union all `)}) all_found) numbered
     group by place order by place`.execute(db)
  return rows.flatMap(({ place, ...records }) => {
    const check = due[place]
    return check ? [{ check, ...records }] : []
  })
}

/** The same in the words of its reader. */
export function impactInWords(found: readonly Found[], locale: Locale): Impact[] {
  return found.map(({ check: { kind, says, light = 'amber', passedBy }, count, subjects }) => ({
    kind,
    says: say(says, locale),
    light,
    blocks: passedBy !== undefined,
    count,
    subjects,
  }))
}

type StatusStep = { role: Role; reason: string | undefined; locale: Locale; step: string; from: string }

/** Refuses a step that is stopped, unless the role may go on and says why. Returns the kinds that it goes on in spite of. */
export function refuseStopped(found: readonly Found[], { role, reason, locale, step, from }: StatusStep): string[] {
  const { stops, isBarred } = stoppedBy(found, role)
  const broke = impactInWords(stops, locale)
  const zh = stops.map(({ check }) => check.says[0]).join('；')
  const en = stops.map(({ check }) => check.says[1]).join('; ')
  if (isBarred)
    refuse('step_not_possible', {
      detail: [
        `${zh}。如確有必要，請管理員填寫原因後進行。`,
        `${en}. If it has to be, an administrator may go on with a reason.`,
      ],
      also: { step, from, possible: [], broke },
    })
  if (stops.length && !reason)
    refuse('invalid_input', {
      errors: { reason: [[`${zh}；仍要進行請填寫原因。`, `${en}; to go on all the same, say why.`]] },
      also: { broke },
    })
  return [...new Set(stops.map(({ check }) => check.kind))]
}

/** What stops a change, and whether it stops this role for good: others may go on if they say why. */
const stoppedBy = (found: readonly Found[], role: Role) => {
  const stops = found.filter(({ check }) => check.passedBy)
  return { stops, isBarred: stops.some(({ check }) => !check.passedBy?.includes(role)) }
}

type Wanted = { status?: TripStatus; departure_date?: string; return_date?: string }

/** Previews other dates or another status; nothing is changed. */
const previewOf = async (db: Db, { role }: Actor, id: number, { status, ...dates }: Wanted, locale: Locale) => {
  const trip = found(await db.selectFrom('planned_trips').selectAll().where('id', '=', id).executeTakeFirst())
  const { departure_date: from, return_date: to, shift, isMoved } = datesAfter(trip, dates)
  if (from > to) refuseField('return_date', backwards)
  const asked = { id, from, to, shift }
  const goesBack = status !== undefined && isBack(trip.status, status)
  const entered = status ? await impactOf(db, goesBack ? `back-to-${status}` : status, asked) : []
  const moved = isMoved ? await impactOf(db, 'moved', asked) : []
  const { stops, isBarred } = stoppedBy([...entered, ...moved], role)
  const step: TripStep | undefined = status && steps[status]
  const mayEnter = !status || possibleSteps(tripFlow, trip, role).includes(status)
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
