/** Every sentence a person reads exists twice; a pair keeps the two side by side. */
export type Words = readonly [zh: string, en: string]

export const locales = ['zh-TW', 'en'] as const
export type Locale = (typeof locales)[number]

export const say = ([zh, en]: Words, locale: Locale) => (locale === 'en' ? en : zh)

/** The first language of `Accept-Language` that we speak, by its weight; zh-TW when there is none. */
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

/** An instant as a person reads it, in the house's time zone; with plain spaces, whatever kind Intl puts there. */
export const localTime = (moment: string, timeZone: string, locale: Locale) =>
  clockOf(timeZone, locale).format(new Date(moment)).replace(/\s/g, ' ')

// Making one costs more than a hundred readings of it.
const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (timeZone: string, locale: Locale) => {
  const kind = `${locale} ${timeZone}`
  const clock =
    clocks.get(kind) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hour12: false, timeZone })
  clocks.set(kind, clock)
  return clock
}
