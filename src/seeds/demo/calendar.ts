import { Temporal } from 'temporal-polyfill'

export type Calendar = ReturnType<typeof calendarFrom>

/** Days and instants as the files of the demo write them: from now, on the calendar of the house. */
export const calendarFrom = (now: string, zone: string) => {
  const moment = Temporal.Instant.from(now)
  const today = moment.toZonedDateTimeISO(zone).toPlainDate()

  /** `-5`, five days ago. */
  const day = (days = '0') => today.add({ days: Number(days) })
  /** `-5 14:20`, then at that time; `-3h` and `+25m`, that long from now. */
  const instant = (written = '') => {
    const [, amount, unit] = written.match(/^([+-]\d+)([hm])$/) ?? []
    if (amount) return moment.add({ [unit === 'h' ? 'hours' : 'minutes']: Number(amount) })
    const [days, plainTime] = written.split(' ')
    return day(days).toZonedDateTime({ timeZone: zone, plainTime }).toInstant()
  }
  /** The instant that lies as far ahead of now as the one lies ahead of the other. */
  const ahead = (of: Temporal.Instant, written: string) => moment.add(of.until(instant(written)))
  return { day, instant, ahead }
}
