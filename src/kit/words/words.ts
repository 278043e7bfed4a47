/** A sentence for people, in both languages side by side. */
export type Words = readonly [zh: string, en: string]

/** The languages that people may choose. Each has a file in `modules/languages`. */
export const locales = ['zh-TW', 'en'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'zh-TW'
export function isLocale(text: unknown): text is Locale {
  return locales.some((locale) => locale === text)
}

/** The text of a pair in a language. A language that the pair does not have gets English. */
export function say<T = string>([zh, en]: readonly [zh: T, en: T], locale: Locale): T {
  return locale === 'zh-TW' ? zh : en
}

/** The supported language with the highest weight in `Accept-Language`; the default if there is none. */
export function localeOf(header: string | undefined): Locale {
  if (!header) return defaultLocale
  const spoken = header
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.toLowerCase().split(';')
      return { locale: localeFor(tag.trim()), weight: Number(weight?.trim().replace('q=', '') ?? 1) }
    })
    .filter(({ locale, weight }) => locale && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return spoken[0]?.locale ?? defaultLocale
}

// `zh-Hant-TW` and `en-GB` are recognized by their first part.
const localeFor = (tag: string) => locales.find((locale) => tag.startsWith(locale.slice(0, 2)))

/** A number of things in English: `1 day`, `2 days`. */
export function plural(count: number, one: string, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`
}

/** An instant as local time in a time zone, in the same form in every language: 2027-01-20 18:00. */
export function localTime(moment: string, timeZone: string) {
  return clockOf(timeZone).format(new Date(moment))
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (timeZone: string) => {
  // The Swedish format of a date and time is that of ISO 8601.
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone })
  clocks.set(timeZone, clock)
  return clock
}
