import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, refuse, refuseField } from '../../kit/errors.ts'
import type { Words } from '../../kit/words.ts'
import { clashesWith } from '../leader-calendar/clashes.ts'
import { entryOf, place } from './calendar.ts'
import { daysOf, timesOf } from './rules.ts'
import type { Pattern, SessionBulk } from './schema.ts'
import { heldSeminarToCome } from './session-actions.ts'

const MOST = 200

/** Makes many sessions, all or none; a dry run only tells what it would make, and what stands in the way. */
export const addSessions = async (tx: Tx, seminar_id: number, body: SessionBulk, zone: string) => {
  const { briefing_leader_id: leader } = await heldSeminarToCome(tx, seminar_id)
  const { dry_run = false, override, reason } = body
  const wanted = wantedIn(body, zone).map((session) => ({ ...session, seminar_id }))
  const planned = []
  for (const [i, session] of wanted.entries()) {
    const { starts_at, ends_at, timezone, venue = null } = session
    const is_there = wanted.slice(0, i).some((other) => isSame(other, session)) || (await isThere(tx, session))
    const conflicts = leader === null ? [] : await clashesWith(tx, entryOf(leader, { id: 0, ...session }, zone))
    planned.push({ id: null, starts_at, ends_at, timezone, venue, is_there, conflicts })
  }
  if (dry_run) return planned

  const here: Words = [
    '同一時間與地點已有這個說明會的場次。',
    'A session of this seminar begins there at that time already.',
  ]
  refuseIf(
    'duplicate',
    planned.map(({ is_there }) => is_there),
    body,
    'starts_at',
    here,
  )
  const conflicts = planned.flatMap((session) => session.conflicts)
  if (!override && conflicts.some(({ blocks }) => blocks)) refuse('leader_conflict', { also: { conflicts } })
  const made = []
  for (const [i, session] of wanted.entries()) {
    const kept = await tx
      .insertInto('seminar_sessions')
      .values(session)
      .returning(['id', 'status'])
      .executeTakeFirstOrThrow()
    await place(tx, leader, { ...session, ...kept }, { override, reason, zone })
    made.push({ ...planned[i], id: kept.id })
  }
  return made
}

type Wanted = ReturnType<typeof wantedIn>[number] & { seminar_id: number }

const wantedIn = (body: SessionBulk, zone: string) => {
  const { sessions, pattern, dry_run, override, reason, ...shared } = body
  if (!sessions === !pattern) refuseField('sessions', oneOfTwo)
  const wanted = (sessions ?? (pattern ? sessionsOf(pattern) : [])).map((session) => {
    const one = { ...shared, ...session }
    return { ...one, ...timesOf(one, { timezone: zone }) }
  })
  const words: Words = ['必須晚於 starts_at。', 'Must be after starts_at.']
  refuseIf(
    'invalid_input',
    wanted.map(({ starts_at, ends_at }) => ends_at <= starts_at),
    body,
    'ends_at',
    words,
  )
  return wanted
}

const sessionsOf = (pattern: Pattern) => {
  if (pattern.to < pattern.from) refuseField('pattern.to', ['不可早於 from。', 'Must not be before from.'])
  if (pattern.ends <= pattern.starts) refuseField('pattern.ends', ['必須晚於 starts。', 'Must be after starts.'])
  const days = daysOf(pattern, MOST)
  if (!days.length) refuseField('pattern.weekdays', ['這段期間沒有這些日子。', 'There are no such days in this span.'])
  if (days.length > MOST) refuseField('pattern.to', [`最多 ${MOST} 場。`, `At most ${MOST} sessions at once.`])
  return days.map((day) => ({ starts_at: `${day}T${pattern.starts}`, ends_at: `${day}T${pattern.ends}` }))
}

// Each is told at its line of the list; the days of a pattern have none.
const refuseIf = (
  code: 'duplicate' | 'invalid_input',
  wrong: boolean[],
  body: SessionBulk,
  field: string,
  words: Words,
) => {
  const errors: FieldFaults = {}
  for (const [i, isWrong] of wrong.entries())
    if (isWrong) errors[body.sessions ? `sessions.${i}.${field}` : 'pattern'] = [words]
  if (Object.keys(errors).length) refuse(code, { errors })
}

const isSame = (a: Wanted, b: Wanted) => a.starts_at === b.starts_at && (a.venue ?? null) === (b.venue ?? null)

const isThere = async (tx: Tx, { seminar_id, starts_at, venue = null }: Wanted) =>
  !!(await tx
    .selectFrom('seminar_sessions')
    .select('id')
    .where('seminar_id', '=', seminar_id)
    .where('starts_at', '=', starts_at)
    .where(sql<boolean>`venue is not distinct from ${venue}`)
    .where('status', '<>', 'cancelled')
    .executeTakeFirst())

const oneOfTwo = ['請提供 sessions 或 pattern，擇一。', 'Give sessions or a pattern, one of the two.'] as const
