import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, refuse, refuseField } from '../../kit/errors.ts'
import {
  clock,
  day,
  flag,
  labelled,
  line,
  list,
  moment,
  nullable,
  orNull,
  shownFields,
  timezone,
  whole,
} from '../../kit/fields.ts'
import { BulkMeta } from '../../kit/http/routes/bulk.ts'
import { skippedTime } from '../../kit/http/routes/formats.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Words } from '../../kit/words/words.ts'
import { isBlocking, refuseNeedless } from '../leader-calendar/block.ts'
import type { Clash } from '../leader-calendar/calendar.ts'
import { clashesWith } from '../leader-calendar/clashes.ts'
import { refuseDailyWork } from '../users/has-role.ts'
import { blockLeader, blockOf, type Hours, override } from './calendar.ts'
import { sessionFlow } from './flow.ts'
import {
  alreadyThere,
  beginsInPast,
  details,
  hasBegun,
  lockedSeminarToCome,
  nowIn,
  skippedIn,
  times,
  timesOf,
} from './schedule.ts'
import { firstStatus } from './seminar.ts'

const weekday = whole(1, 7)
/** Every week on these weekdays (Monday is 1), except on some dates. */
const Pattern = Type.Object({
  from: day(),
  to: day(),
  weekdays: Type.Array(weekday, { minItems: 1, maxItems: 7, uniqueItems: true }),
  starts: clock(),
  ends: clock(),
  except: Type.Optional(list(day(), 366)),
})
type Pattern = Static<typeof Pattern>
/** A list of sessions or a pattern; the other fields apply to all of them. */
const SessionBulk = Type.Object({
  sessions: labelled(
    Type.Optional(Type.Array(Type.Object({ ...times, ...details, ...firstStatus }), { minItems: 1, maxItems: 200 })),
    ['場次', 'Sessions'],
  ),
  pattern: Type.Optional(Pattern),
  timezone: times.timezone,
  ...details,
  ...firstStatus,
  ...override,
  dry_run: Type.Optional(flag()),
})
type SessionBulk = Static<typeof SessionBulk>

/** A session of a bulk request. If `is_there`, it exists already and is not created again. */
const PlannedSession = Type.Object({
  id: orNull(Type.Integer({ examples: [1] })),
  ...shownFields({ starts_at: moment(), ends_at: moment(), timezone: timezone() }),
  ...shownFields({ venue: nullable(line(200)) }),
  is_there: flag(),
  conflicts: Type.Array(Type.Unsafe<object>({ type: 'object' })),
})

/** Creates many sessions, all or none. A dry run only lists them with their conflicts. */
const addSessions = async (tx: Tx, actor: Actor, seminar_id: number, body: SessionBulk, zone: string) => {
  refuseDailyWork(actor.roles, body)
  const { briefing_leader_id: leader } = await lockedSeminarToCome(tx, actor, seminar_id)
  const planned = []
  for (const line of await plannedIn(tx, seminar_id, body, zone))
    planned.push({ ...line, conflicts: leader === null ? [] : await conflictsOf(tx, leader, line.session, zone) })
  if (body.dry_run) return planned.map((line) => answerOf(line, null))

  const errors = faultsAt(body, 'starts_at', planned, ({ is_there }) => is_there, alreadyThere)
  if (Object.keys(errors).length) refuse('duplicate', { errors })
  const { override, reason } = body
  const conflicts = planned.flatMap((line) => line.conflicts)
  refuseNeedless({ override }, isBlocking(conflicts))
  if (!override && isBlocking(conflicts)) refuse('leader_conflict', { also: { conflicts } })
  const made = []
  for (const line of planned) {
    const kept = await insert(tx, line)
    await blockLeader(tx, leader, { ...line.session, ...kept }, { override, reason, zone })
    made.push(answerOf(line, kept.id))
  }
  return made
}

type PlannedLine = Awaited<ReturnType<typeof plannedIn>>[number]

const conflictsOf = (tx: Tx, leader: number, session: Hours, zone: string) =>
  clashesWith(tx, blockOf(leader, { ...session, id: 0 }, zone))

const insert = (tx: Tx, { session }: PlannedLine) =>
  tx.insertInto('seminar_sessions').values(session).returning(['id', 'status']).executeTakeFirstOrThrow()

const answerOf = ({ session, ...found }: PlannedLine & { conflicts: Clash[] }, id: number | null) => {
  const { starts_at, ends_at, timezone, venue = null } = session
  return { id, starts_at, ends_at, timezone, venue, ...found }
}

const MOST = 200

/** The sessions of a bulk request, and whether each exists already. */
const plannedIn = async (tx: Tx, seminar_id: number, body: SessionBulk, zone: string) => {
  const wanted = wantedIn(body, zone, await nowIn(tx)).map((session) => ({ ...session, seminar_id }))
  const planned = []
  for (const [i, session] of wanted.entries()) {
    const is_there = wanted.slice(0, i).some((other) => isSame(other, session)) || (await isThere(tx, session))
    planned.push({ session, is_there })
  }
  return planned
}

/** Reports each fault at its row of the list; dates of a pattern have no rows. */
const faultsAt = <T>(
  { sessions }: SessionBulk,
  field: string,
  lines: T[],
  isWrong: (line: T) => boolean,
  words: Words,
): FieldFaults =>
  Object.fromEntries(
    lines.flatMap((line, i) => (isWrong(line) ? [[sessions ? `sessions.${i}.${field}` : 'pattern', [words]]] : [])),
  )

type WantedSession = ReturnType<typeof wantedIn>[number] & { seminar_id: number }

const wantedIn = (body: SessionBulk, zone: string, now: string) => {
  const { sessions, pattern, dry_run, override, reason, ...shared } = body
  if (!sessions === !pattern) refuseField('sessions', oneOfTwo)
  const asked = (sessions ?? (pattern ? sessionsOf(pattern) : [])).map((session) => ({ ...shared, ...session }))
  const skips = (name: keyof Hours) => (one: (typeof asked)[number]) => name in skippedIn(one, { timezone: zone })
  const wanted = asked.map((one) => ({ ...one, ...timesOf(one, { timezone: zone }) }))
  const errors = {
    ...faultsAt(body, 'starts_at', asked, skips('starts_at'), skippedTime),
    ...faultsAt(body, 'ends_at', asked, skips('ends_at'), skippedTime),
    ...faultsAt(body, 'starts_at', wanted, (session) => hasBegun(session, now), beginsInPast),
    ...faultsAt(body, 'ends_at', wanted, ({ starts_at, ends_at }) => ends_at <= starts_at, endsEarly),
  }
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
  return wanted
}

const sessionsOf = (pattern: Pattern) => {
  if (pattern.to < pattern.from) refuseField('pattern.to', ['不可早於起日。', 'Must not be before the first day.'])
  if (pattern.ends <= pattern.starts) refuseField('pattern.ends', ['必須晚於開始時間。', 'Must be after the start.'])
  const days = daysOf(pattern, MOST)
  if (!days.length) refuseField('pattern.weekdays', ['這段期間沒有這些日子。', 'There are no such days in this span.'])
  if (days.length > MOST) refuseField('pattern.to', [`最多 ${MOST} 場。`, `At most ${MOST} sessions at once.`])
  return days.map((day) => ({ starts_at: `${day}T${pattern.starts}`, ends_at: `${day}T${pattern.ends}` }))
}

/** The dates of a weekly pattern, without the excluded ones. */
const daysOf = ({ from, to, weekdays, except = [] }: Omit<Pattern, 'starts' | 'ends'>, most: number) => {
  const days: string[] = []
  const last = Temporal.PlainDate.from(to)
  for (
    let day = Temporal.PlainDate.from(from);
    days.length <= most && Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  )
    if (weekdays.includes(day.dayOfWeek) && !except.includes(day.toString())) days.push(day.toString())
  return days
}

const isSame = (a: WantedSession, b: WantedSession) =>
  a.starts_at === b.starts_at && (a.venue ?? null) === (b.venue ?? null)

const isThere = async (tx: Tx, { seminar_id, starts_at, venue = null }: WantedSession) =>
  !!(await tx
    .selectFrom('seminar_sessions')
    .select('id')
    .where('seminar_id', '=', seminar_id)
    .where('starts_at', '=', starts_at)
    .where(sql<boolean>`venue is not distinct from ${venue}`)
    .where('status', '<>', 'cancelled')
    .executeTakeFirst())

const oneOfTwo = ['請提供場次或重複規則，擇一。', 'Give sessions or a pattern, one of the two.'] as const
const endsEarly = ['必須晚於開始時間。', 'Must be after the start.'] as const

/** `/api/seminars/{id}/sessions/bulk`. */
export function bulkRoute(on: On, { zone }: FastifyInstance) {
  on.create(
    '/:id/sessions/bulk',
    {
      name: 'createSeminarSessions',
      access: sessionFlow.acts.sessions.by,
      summary: 'Add many sessions, from a list or by a weekly pattern; all or none',
      body: SessionBulk,
      returns: Type.Array(PlannedSession),
      meta: BulkMeta,
      etag: 'none',
      refuses: ['duplicate', 'leader_conflict', 'step_not_possible'],
    },
    async ({ tx, actor, params, body }) => {
      const sessions = await addSessions(tx, actor, params.id, body, zone)
      const created = sessions.filter(({ id }) => id !== null).length
      return { json: JSON.stringify(sessions), meta: { dry_run: body.dry_run ?? false, created } }
    },
  )
}
