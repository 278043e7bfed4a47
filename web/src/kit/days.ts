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

/** The hour in the agency's time zone, 0 to 23. */
export const hourNow = () =>
  Number(formatter('en', { hour: 'numeric', hourCycle: 'h23', timeZone: timeZone() }).format(new Date()))

// Creating a formatter costs much more than using it.
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

/** A date; of an instant, its date in the agency's time zone. */
const writtenDay = (options: Options) => {
  const write = written({ ...options, timeZone: 'UTC' })
  return (day: Day) => write(dayOrClock(day))
}
/** A date in another year is written with its year. */
const withOtherYear = (write: typeof writtenDay, options: Options) => {
  const [within, beyond] = [write(options), write({ year: 'numeric', ...options })]
  return (day: Day) => (dayOrClock(day).slice(0, 4) === today().slice(0, 4) ? within : beyond)(day)
}
const dayOrClock = (day: Day) => (day.length > '2027-01-28'.length ? dayOf(day) : day)

export const shortDay = withOtherYear(writtenDay, { month: 'numeric', day: 'numeric' })
export const dayWithWeekday = withOtherYear(writtenDay, { month: 'numeric', day: 'numeric', weekday: 'short' })
export const longDay = writtenDay({ year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' })
export const dayWithYear = writtenDay({ year: 'numeric', month: 'numeric', day: 'numeric' })
export const weekdayName = writtenDay({ weekday: 'short' })
export const weekdayWord = writtenDay({ weekday: 'long' })
export const weekdayLetter = writtenDay({ weekday: 'narrow' })
export const monthName = writtenDay({ year: 'numeric', month: 'long' })
export const timeOf = written({ hour: '2-digit', minute: '2-digit' })
export const dayAndTime = withOtherYear(written as typeof writtenDay, {
  ...{ month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' },
})

/** The departure of a trip in words. */
export const departs = (say: Say, day: Day) => say(`${shortDay(day)} 出發`, `departs ${shortDay(day)}`)

export const isPast = (moment: string) => Date.parse(moment) < Date.now()

/** `3 天後`, `5 hours ago`: in the largest unit that is not zero. */
export const fromNow = (moment: string, now = Date.now()) => {
  const minutes = (Date.parse(moment) - now) / 60_000
  const [count, unit] = inLargestUnit(minutes)
  return new Intl.RelativeTimeFormat(locale.now(), { numeric: 'auto' }).format(Math.round(count), unit)
}

const inLargestUnit = (minutes: number): [number, 'minute' | 'hour' | 'day'] => {
  if (Math.abs(minutes) < 60) return [minutes, 'minute']
  return Math.abs(minutes) < 2 * 24 * 60 ? [minutes / 60, 'hour'] : [minutes / 60 / 24, 'day']
}

/** An instant in the agency's time zone, as a field needs it: `2027-01-28T14:05`. */
export const onTheClock = (moment: string | Date) =>
  formatter('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: timeZone() })
    .format(new Date(moment))
    .replace(' ', 'T')
export const nowOnTheClock = () => onTheClock(new Date())
