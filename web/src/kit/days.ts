import type { Language } from 'guidon-design/formats'
import * as formats from 'guidon-design/formats'
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

/** A date; of an instant, its date in the agency's time zone. */
const inWords =
  (write: (day: Day, language: Language, today: Day) => string) =>
  (day: Day): string =>
    write(day.length > '2027-01-28'.length ? dayOf(day) : day, locale.now(), today())

export const plainDay = inWords(formats.plainDay)
/** Without its year, on a calendar that tells it: `12/8`. */
export const dayOfYear = inWords((day, language) => formats.plainDay(day, language, day))
export const shortDay = inWords(formats.shortDay)
export const longDay = inWords(formats.longDay)
export const dayWithYear = inWords(formats.dayWithYear)
export const span = (from: Day, to: Day) => formats.span(from, to, locale.now(), today())
export const monthOf = inWords(formats.monthOf)
export const monthName = inWords(formats.monthName)
export const weekdayName = inWords((day, language) => weekdayIn('short', language, day))
export const weekdayWord = inWords((day, language) => weekdayIn('long', language, day))
export const weekdayLetter = inWords((day, language) => weekdayIn('narrow', language, day))
const weekdayIn = (weekday: 'long' | 'short' | 'narrow', language: Language, day: Day) =>
  formatter(language, { weekday, timeZone: 'UTC' }).format(new Date(day))

export const timeOf = (moment: string | Date) => formats.clock(moment, timeZone())
export const dayAndTime = (moment: string | Date) => formats.moment(moment, timeZone(), locale.now(), today())

/** The departure of a trip in words. */
export const departs = (say: Say, day: Day) => say(`${plainDay(day)} 出發`, `departs ${plainDay(day)}`)

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
