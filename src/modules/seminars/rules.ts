import { Temporal } from 'temporal-polyfill'
import { type FieldFaults, refuse } from '../../kit/errors.ts'
import { isSkipped, momentOf, skippedTime } from '../../kit/http/routes/formats.ts'
import type { NewBlock } from '../leader-calendar/clashes.ts'
import type { Pattern } from './schema.ts'

export type Hours = { starts_at: string; ends_at: string }
type Times = Hours & { timezone: string }

/** The times of a session. Times in the body are local times of its zone; missing ones stay. */
export function timesOf<Sent extends Partial<Times>>(sent: Sent, otherwise: Partial<Times> & { timezone: string }) {
  const timezone = sent.timezone ?? otherwise.timezone
  const read = (time: string | undefined, kept: string | undefined) =>
    (time === undefined ? kept : momentOf(time, timezone)) ?? ''
  return {
    timezone,
    starts_at: read(sent.starts_at, otherwise.starts_at),
    ends_at: read(sent.ends_at, otherwise.ends_at),
  }
}

/** The local times of a session that do not exist in its zone, by field. */
export function skippedIn<Sent extends Partial<Times>>(sent: Sent, otherwise: { timezone: string }): FieldFaults {
  const timezone = sent.timezone ?? otherwise.timezone
  const skipped = (['starts_at', 'ends_at'] as const).filter((name) => isSkipped(sent[name] ?? '', timezone))
  return Object.fromEntries(skipped.map((name) => [name, [skippedTime]]))
}

/** Refuses local times that do not exist. */
export function refuseSkipped(sent: Partial<Times>, otherwise: { timezone: string }) {
  const errors = skippedIn(sent, otherwise)
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

export function isMoved(was: Hours, is: Hours) {
  return (
    !Temporal.Instant.from(was.starts_at).equals(is.starts_at) || !Temporal.Instant.from(was.ends_at).equals(is.ends_at)
  )
}

export function hasBegun({ starts_at }: Pick<Hours, 'starts_at'>, now: string) {
  return Temporal.Instant.compare(starts_at, now) < 0
}

/** The dates of a weekly pattern, without the excluded ones. */
export function daysOf({ from, to, weekdays, except = [] }: Omit<Pattern, 'starts' | 'ends'>, most: number) {
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

/** The block of a session in its briefing leader's calendar. */
export function blockOf(tour_leader_id: number, session: Hours & { id: number }, zone: string): NewBlock {
  return {
    tour_leader_id,
    kind: 'briefing',
    subject: subjectOf(session.id),
    when: { starts_at: session.starts_at, ends_at: session.ends_at, zone },
    is_firm: true,
  }
}

export function subjectOf(id: number) {
  return { type: 'seminar_session', id }
}
