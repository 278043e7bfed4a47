import { Temporal } from 'temporal-polyfill'

export const minutesBetween = (from: string, to: string) =>
  Temporal.Instant.from(from).until(Temporal.Instant.from(to)).total('minutes')

/** The local date of an instant. */
export const localDay = (instant: string, zone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString()

export const daysOn = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString()
