import { timeZone } from './house.ts'
import { locale, type Say } from './words.ts'

const DAY = 86_400_000

/** Days are texts, `2027-01-28`; they have no time zone. */
export type Day = string

export const today = (): Day => dayOf(new Date())
export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10)
export const daysBetween = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / DAY)
export const dayOf = (moment: string | Date): Day => formatter('sv', { timeZone: timeZone() }).format(new Date(moment))

/** The hour of the operator's clock, 0 to 23. */
export const hourNow = () =>
  Number(formatter('en', { hour: 'numeric', hourCycle: 'h23', timeZone: timeZone() }).format(new Date()))

// A formatter costs far more to make than to use.
const formatters = new Map<string, Intl.DateTimeFormat>()
const formatter = (language: string, options: Intl.DateTimeFormatOptions) => {
  const key = language + JSON.stringify(options)
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(language, options)
  formatters.set(key, made)
  return made
}

type Options = Intl.DateTimeFormatOptions
const written = (options: Options) => (moment: string | Date) =>
  formatter(locale.now(), { hourCycle: 'h23', timeZone: timeZone(), ...options }).format(new Date(moment))

/** A day; of a moment, the day that it is on the operator's clock. */
const writtenDay = (options: Options) => {
  const write = written({ ...options, timeZone: 'UTC' })
  return (day: Day) => write(day.length > '2027-01-28'.length ? dayOf(day) : day)
}
export const shortDay = writtenDay({ month: 'numeric', day: 'numeric' })
export const dayWithWeekday = writtenDay({ month: 'numeric', day: 'numeric', weekday: 'short' })
export const longDay = writtenDay({ year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' })
export const dayWithYear = writtenDay({ year: 'numeric', month: 'numeric', day: 'numeric' })
export const weekdayName = writtenDay({ weekday: 'short' })
export const weekdayWord = writtenDay({ weekday: 'long' })
export const weekdayLetter = writtenDay({ weekday: 'narrow' })
export const monthName = writtenDay({ year: 'numeric', month: 'long' })
export const timeOf = written({ hour: '2-digit', minute: '2-digit' })
export const dayAndTime = written({ month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' })

/** When a trip leaves. */
export const departs = (say: Say, day: Day) => say(`${shortDay(day)} 出發`, `departs ${shortDay(day)}`)

export const isPast = (moment: string) => Date.parse(moment) < Date.now()

/** `3 天後`, `5 hours ago`: in the largest unit that says something. */
export const fromNow = (moment: string, now = Date.now()) => {
  const minutes = (Date.parse(moment) - now) / 60_000
  const [count, unit] = inLargestUnit(minutes)
  return new Intl.RelativeTimeFormat(locale.now(), { numeric: 'auto' }).format(Math.round(count), unit)
}

const inLargestUnit = (minutes: number): [number, 'minute' | 'hour' | 'day'] => {
  if (Math.abs(minutes) < 60) return [minutes, 'minute']
  return Math.abs(minutes) < 2 * 24 * 60 ? [minutes / 60, 'hour'] : [minutes / 60 / 24, 'day']
}

/** A moment on the operator's clock, as a field wants it: `2027-01-28T14:05`. */
export const onTheClock = (moment: string | Date) =>
  formatter('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: timeZone() })
    .format(new Date(moment))
    .replace(' ', 'T')
export const nowOnTheClock = () => onTheClock(new Date())
