import { type Locale, say } from '../kit/words/words.ts'

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

/** A day with the time at a place, and whose time it is. */
export function momentAt(moment: string, timeZone: string, locale: Locale) {
  const [at, zone] = [momentIn(moment, timeZone, locale), zoneIn(timeZone, locale)]
  return say([`${at}（${zone}）`, `${at} (${zone})`], locale)
}

/** A time zone in words. */
export function zoneIn(timeZone: string, locale: Locale) {
  if (timeZone === 'Asia/Taipei') return say(['台北時間', 'Taipei time'], locale)
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

// Intl uses several kinds of spaces; all become plain ones.
const formatted = (moment: string, locale: Locale, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric', weekday: 'short', ...options })
    .format(new Date(moment))
    .replace(/\s/g, ' ')

/** A name in the language of the page; in Chinese if there is no other. */
export function nameIn({ name, name_en }: { name: string; name_en: string | null }, locale: Locale) {
  return say([name, name_en ?? name], locale)
}

type DayParts = Pick<Intl.DateTimeFormatOptions, 'year' | 'month' | 'day' | 'weekday'>

/** Parts of a day, such as its month, as people of a language write them. */
export function dayParts(day: string, locale: Locale, parts: DayParts) {
  // A catalogue writes the same few days hundreds of times, and writing one takes longer than finding it.
  const form = `${locale} ${parts.year} ${parts.month} ${parts.day} ${parts.weekday}`
  const key = `${form} ${day}`
  const known = writtenDays.get(key)
  if (known) return known
  const format =
    formats.get(form) ?? new Intl.DateTimeFormat(say([locale, 'en-GB'], locale), { timeZone: 'UTC', ...parts })
  formats.set(form, format)
  const text = format.format(new Date(`${day}T00:00:00Z`)).replace(/\s/g, ' ')
  if (writtenDays.size >= MOST_WRITTEN_DAYS) writtenDays.clear()
  writtenDays.set(key, text)
  return text
}
const MOST_WRITTEN_DAYS = 10_000
const writtenDays = new Map<string, string>()
const formats = new Map<string, Intl.DateTimeFormat>()

/** A day of a departure without its year: 1/6（三） or Wed 6 Jan. */
export function shortDay(day: string, locale: Locale) {
  return dayParts(day, locale, { month: say(['numeric', 'short'] as const, locale), day: 'numeric', weekday: 'short' })
}
/** The same with its year, where pages are read long before. */
export function longDay(day: string, locale: Locale) {
  return dayParts(day, locale, { year: 'numeric', month: 'long', day: 'numeric' })
}
export function monthName(month: string, locale: Locale) {
  return dayParts(`${month}-01`, locale, { year: 'numeric', month: 'long' })
}

/** An amount as a visitor reads it: NT$39,900, or EUR 1,200 for other currencies. */
export function priceIn(currency: string, amount: number) {
  const figures = figuresOf.format(amount)
  return currency === 'TWD' ? `NT$${figures}` : `${currency} ${figures}`
}
const figuresOf = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
