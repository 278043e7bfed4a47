import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { type FieldFaults, found, refuse, refuseField } from '../../../kit/errors.ts'
import { skippedTime } from '../../../kit/http/routes/formats.ts'
import type { Words } from '../../../kit/words/words.ts'
import { daysOf, type Hours, hasBegun, skippedIn, timesOf } from '../rules.ts'
import type { Pattern, SessionBulk } from '../schema.ts'

const MOST = 200

/** The sessions of a bulk request, and whether each exists already. */
export async function plannedIn(tx: Tx, seminar_id: number, body: SessionBulk, zone: string) {
  const wanted = wantedIn(body, zone, await nowIn(tx)).map((session) => ({ ...session, seminar_id }))
  const planned = []
  for (const [i, session] of wanted.entries()) {
    const is_there = wanted.slice(0, i).some((other) => isSame(other, session)) || (await isThere(tx, session))
    planned.push({ session, is_there })
  }
  return planned
}

/** Reports each fault at its row of the list; dates of a pattern have no rows. */
export function faultsAt<T>(
  { sessions }: SessionBulk,
  field: string,
  lines: T[],
  isWrong: (line: T) => boolean,
  words: Words,
): FieldFaults {
  return Object.fromEntries(
    lines.flatMap((line, i) => (isWrong(line) ? [[sessions ? `sessions.${i}.${field}` : 'pattern', [words]]] : [])),
  )
}

type Wanted = ReturnType<typeof wantedIn>[number] & { seminar_id: number }

/** Refuses a session that would begin in the past. */
export async function refusePast(tx: Tx, session: Pick<Hours, 'starts_at'>) {
  if (hasBegun(session, await nowIn(tx))) refuseField('starts_at', beginsInPast)
}

const nowIn = async (tx: Tx) => {
  const { rows } = await sql<{ now: string }>`select to_json(now())#>>'{}' as now`.execute(tx)
  return found(rows[0]).now
}

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

const oneOfTwo = ['請提供場次或重複規則，擇一。', 'Give sessions or a pattern, one of the two.'] as const
const beginsInPast = ['這個時間已經過去；請填還沒到的時間。', 'This time has passed; give a time to come.'] as const
const endsEarly = ['必須晚於開始時間。', 'Must be after the start.'] as const
