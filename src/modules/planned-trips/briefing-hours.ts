import { type Static, Type } from 'typebox'
import { refuseField } from '../../kit/errors.ts'
import { clock, whole } from '../../kit/fields.ts'
import { atTime, daysLater } from './rules.ts'

/** The briefings of many trips: a number of days before each departure, and the local time of the agency. */
export const BriefingOfMany = Type.Object({ days_before: whole(0, 180), starts: clock(), ends: clock() })
export type BriefingOfMany = Static<typeof BriefingOfMany>

/** The hours of the briefing of a trip that departs on that day. */
export function briefingOn(departure_date: string, { days_before, starts, ends }: BriefingOfMany, zone: string) {
  const day = daysLater(departure_date, -days_before)
  return { briefing_starts_at: atTime(day, starts, zone), briefing_ends_at: atTime(day, ends, zone) }
}

export function refuseBackwardBriefing(field: string, { starts, ends }: BriefingOfMany) {
  if (ends <= starts) refuseField(field, ['必須晚於說明會開始。', 'Must be after the briefing starts.'])
}
