import { type Locale, say } from '../../kit/words/words.ts'
import { type Translate, wordsIn } from '../link-pages/words.ts'

export { type Translate, wordsIn }

/** A name in the language of the page; in Chinese if there is no other. */
export function nameIn({ name, name_en }: { name: string; name_en: string | null }, locale: Locale) {
  return say([name, name_en ?? name], locale)
}

/** Parts of a day, such as its month, as people of a language write them. */
export function dayParts(day: string, locale: Locale, parts: Intl.DateTimeFormatOptions) {
  return formatOf(locale, parts)
    .format(new Date(`${day}T00:00:00Z`))
    .replace(/\s/g, ' ')
}

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

// Made once for each form, because making one takes longer than using it a hundred times.
const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (locale: Locale, parts: Intl.DateTimeFormatOptions) => {
  const key = `${locale} ${JSON.stringify(parts)}`
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(say([locale, 'en-GB'], locale), { timeZone: 'UTC', ...parts })
  formats.set(key, format)
  return format
}

/** An amount as a visitor reads it: NT$39,900, or EUR 1,200 for other currencies. */
export function priceIn(currency: string, amount: number) {
  const figures = amount.toLocaleString('en', { maximumFractionDigits: 2 })
  return currency === 'TWD' ? `NT$${figures}` : `${currency} ${figures}`
}
