import { Temporal } from 'temporal-polyfill'
import { constraint } from '../../kit/db/faults.ts'
import type { FieldFaults } from '../../kit/errors.ts'
import { betweenDays } from '../../kit/words/days.ts'
import { terms } from '../../terms.ts'

export const hasPassed = ['出發日已過。', 'The day has passed.'] as const
export const backwards = ['不可早於出發日。', 'Must not be before the departure.'] as const
constraint('planned_trips_span', 'return_date', backwards)
constraint('planned_trips_length', 'return_date', ['行程不可超過一年。', 'A trip lasts a year at the most.'])

type Trip = {
  departure_date: string
  return_date: string
  capacity: number
  min_pax: number
  assembly?: object | null | undefined
  briefing_starts_at?: string | null | undefined
}

const MEETING_DAYS_BEFORE = 1

/** Contradictions in a trip: fewer seats than the minimum, or a meeting point or briefing on an impossible day. */
export function contradictions(trip: Trip, zone: string): FieldFaults {
  const { departure_date, return_date, capacity, min_pax, assembly, briefing_starts_at } = trip
  const meetingDay = dayOf(assembly ? Reflect.get(assembly, 'at') : null, zone)
  const briefingDay = dayOf(briefing_starts_at, zone)
  const [first, earliest] = [
    daysLater(departure_date, -MEETING_DAYS_BEFORE),
    daysLater(departure_date, -terms.briefingBefore.count),
  ]
  return {
    ...(min_pax > capacity && { min_pax: [['不可多於名額。', 'Must not be more than the seats.']] as const }),
    ...(isOutside(meetingDay, first, return_date) && { 'assembly.at': [betweenDays(first, return_date)] }),
    ...(isOutside(briefingDay, earliest, departure_date) && {
      briefing_starts_at: [betweenDays(earliest, departure_date)],
    }),
  }
}

const dayOf = (instant: unknown, zone: string) =>
  typeof instant === 'string' ? Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString() : null

const isOutside = (day: string | null, first: string, last: string) => day !== null && (day < first || day > last)

type Dates = { departure_date?: string; return_date?: string }

/** The dates of a trip after a change. If only the departure changes, the return moves by the same number of days. */
export function datesAfter(trip: Required<Dates>, change: Dates) {
  const departure_date = change.departure_date ?? trip.departure_date
  const shift = daysBetween(trip.departure_date, departure_date)
  const return_date = change.return_date ?? daysLater(trip.return_date, shift)
  const isMoved = shift !== 0 || return_date !== trip.return_date
  return { departure_date, return_date, shift, isMoved }
}

export function daysBetween(from: string, to: string) {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days
}
export function daysLater(day: string, days: number) {
  return String(Temporal.PlainDate.from(day).add({ days }))
}

/** An instant moved to another day, at the same local time in a zone. */
export function onAnotherDay(instant: string, days: number, zone: string) {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(zone).add({ days }).toInstant().toString()
}

/** The instant of a day and a local time in a zone. */
export function atTime(day: string, time: string, zone: string) {
  return Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).toInstant().toString()
}
