import { Temporal } from 'temporal-polyfill'
import type { FieldFaults } from '../../../kit/errors.ts'
import { daysLater } from '../rules.ts'

type Trip = {
  departure_date: string
  return_date: string
  capacity: number
  min_pax: number
  assembly?: object | null | undefined
  briefing_starts_at?: string | null | undefined
}

const MEETS_BEFORE = 1
const BRIEFED_BEFORE = 180

/** What contradicts in a trip: its size, and a meeting point or a briefing on days that cannot be meant. */
export const contradictions = (trip: Trip, zone: string): FieldFaults => {
  const { departure_date, return_date, capacity, min_pax, assembly, briefing_starts_at } = trip
  const meets = dayOf(assembly ? Reflect.get(assembly, 'at') : null, zone)
  const isBriefed = dayOf(briefing_starts_at, zone)
  const [first, earliest] = [daysLater(departure_date, -MEETS_BEFORE), daysLater(departure_date, -BRIEFED_BEFORE)]
  return {
    ...(min_pax > capacity && { min_pax: [['不可多於團位數。', 'Must not be more than the seats.']] as const }),
    ...(isOutside(meets, first, return_date) && { 'assembly.at': [between(first, return_date)] }),
    ...(isOutside(isBriefed, earliest, departure_date) && { briefing_starts_at: [between(earliest, departure_date)] }),
  }
}

/** An instant on another day, at the same time by the clock of a zone. */
export const onAnotherDay = (instant: string, days: number, zone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).add({ days }).toInstant().toString()

/** A time of a day by the clock of a zone, as an instant. */
export const atTime = (day: string, time: string, zone: string) =>
  Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).toInstant().toString()

const dayOf = (instant: unknown, zone: string) =>
  typeof instant === 'string' ? Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString() : null

const isOutside = (day: string | null, first: string, last: string) => day !== null && (day < first || day > last)
const between = (first: string, last: string) =>
  [`必須在 ${first} 到 ${last} 之間。`, `Must lie between ${first} and ${last}.`] as const
