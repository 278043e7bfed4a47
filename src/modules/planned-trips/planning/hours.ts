import { refuseField } from '../../../kit/errors.ts'
import { daysLater } from '../rules.ts'
import type { ManyTrips } from '../schema.ts'
import type { Departure } from './grounds.ts'
import { atTime } from './windows.ts'

/** The meeting point and the briefing of a departure, from what is given relative to it. */
export const withHours = (
  departure: Departure,
  { assembly, briefing }: Pick<ManyTrips, 'assembly' | 'briefing'>,
  zone: string,
): Departure => {
  const on = (days: number) => daysLater(departure.departure_date, -days)
  const { days_before, time, ...place } = assembly ?? {}
  if (days_before !== undefined && time === undefined) refuseField('assembly.time', needsTime)
  return {
    ...departure,
    hours: {
      ...(assembly && { assembly: time ? { ...place, at: atTime(on(days_before ?? 0), time, zone) } : place }),
      ...(briefing && {
        briefing_starts_at: atTime(on(briefing.days_before), briefing.starts, zone),
        briefing_ends_at: atTime(on(briefing.days_before), briefing.ends, zone),
      }),
    },
  }
}

const needsTime = ['請與「出發前幾天」一起填寫。', 'Give it together with the days before the departure.'] as const
