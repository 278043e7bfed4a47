import { type Locale, say } from '../../kit/words/words.ts'

/** Returns the text in the language of the reader. */
export type Translate = (zh: string, en: string) => string
export function wordsIn(locale: Locale): Translate {
  return (zh, en) => say([zh, en], locale)
}

/** A day with its weekday, in the usual form of the language. */
export function dayIn(day: string, locale: Locale) {
  return formatted(`${day}T00:00:00Z`, locale, { timeZone: 'UTC' })
}

/** A range of days. If both have the same year, it is written once. */
export function daysIn(from: string, to: string, locale: Locale) {
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  const last = formatted(`${to}T00:00:00Z`, locale, { timeZone: 'UTC', ...(isSameYear && { year: undefined }) })
  return `${dayIn(from, locale)} – ${last}`
}

/** A day with the time in a time zone. */
export function momentIn(moment: string, timeZone: string, locale: Locale) {
  return formatted(moment, locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

// Intl uses several kinds of spaces; all become plain ones.
const formatted = (moment: string, locale: Locale, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric', weekday: 'short', ...options })
    .format(new Date(moment))
    .replace(/\s/g, ' ')
