import { Temporal } from 'temporal-polyfill'

export type Calendar = ReturnType<typeof calendarFrom>

/** Parses days and instants of the demo's files. They are relative to now, in the time zone of the installation. */
export function calendarFrom(now: string, zone: string) {
  const moment = Temporal.Instant.from(now)
  const today = moment.toZonedDateTimeISO(zone).toPlainDate()

  /** `-5`: five days ago. */
  const day = (days = '0') => today.add({ days: Number(days) })
  /** `-5 14:20`: five days ago at that time. `-3h`, `+25m`: three hours ago, in 25 minutes. */
  const instant = (written = '') => {
    const [, amount, unit] = written.match(/^([+-]\d+)([hm])$/) ?? []
    if (amount) return moment.add({ [unit === 'h' ? 'hours' : 'minutes']: Number(amount) })
    const [days, plainTime] = written.split(' ')
    return day(days).toZonedDateTime({ timeZone: zone, plainTime }).toInstant()
  }
  /** The instant that is as far from now as `written` is from `of`. */
  const ahead = (of: Temporal.Instant, written: string) => moment.add(of.until(instant(written)))
  return { day, instant, ahead }
}
