import { type Locale, localTime, say } from '../../kit/words/words.ts'

/** Both languages side by side, for one reader. */
export type Translate = (zh: string, en: string) => string
export const wordsIn =
  (locale: Locale): Translate =>
  (zh, en) =>
    say([zh, en], locale)

/** A day with its weekday, as people say it. */
export const dayIn = (day: string, locale: Locale) =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    weekday: 'short',
    timeZone: 'UTC',
  })
    .format(new Date(`${day}T00:00:00Z`))
    .replace(/\s/g, ' ')

export const momentIn = (moment: string, zone: string, locale: Locale) => localTime(moment, zone, locale)
