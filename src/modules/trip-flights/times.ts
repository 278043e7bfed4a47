import { Temporal } from 'temporal-polyfill'

export function minutesBetween(from: string, to: string) {
  return Temporal.Instant.from(from).until(Temporal.Instant.from(to)).total('minutes')
}

/** The local date of an instant. */
export function localDay(instant: string, zone: string) {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString()
}

export function daysOn(day: string, days: number) {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
