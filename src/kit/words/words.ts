/** A sentence for people, in both languages. */
export type Words = readonly [zh: string, en: string]

export const locales = ['zh-TW', 'en'] as const
export type Locale = (typeof locales)[number]

export const say = ([zh, en]: Words, locale: Locale) => (locale === 'en' ? en : zh)

/** The supported language with the highest weight in `Accept-Language`; zh-TW if there is none. */
export const localeOf = (header: string | undefined): Locale => {
  if (!header) return 'zh-TW'
  const spoken = header
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.toLowerCase().split(';')
      return {
        locale: tag.trim().startsWith('zh') ? 'zh-TW' : tag.trim().startsWith('en') ? 'en' : undefined,
        weight: Number(weight?.trim().replace('q=', '') ?? 1),
      }
    })
    .filter(({ locale, weight }) => locale && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return (spoken[0]?.locale ?? 'zh-TW') as Locale
}

/** An instant for people, in the given time zone. All spaces that Intl writes become plain ones. */
export const localTime = (moment: string, timeZone: string, locale: Locale) =>
  clockOf(timeZone, locale).format(new Date(moment)).replace(/\s/g, ' ')

// Cached, because creating a formatter takes longer than using it a hundred times.
const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (timeZone: string, locale: Locale) => {
  const kind = `${locale} ${timeZone}`
  const clock =
    clocks.get(kind) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hour12: false, timeZone })
  clocks.set(kind, clock)
  return clock
}
