import { dayWithYear, localMoment, shortDay, span } from 'guidon-design/formats'
import { type RawBuilder, sql } from 'kysely'
import { type Locale, locales, say, type Words } from './words.ts'

/** A day in the words of each language, for a sentence that exists in both. */
export function dayInWords(day: string): Words {
  return inEach((locale) => shortDay(day, locale))
}

/** The last day on which a document is valid. */
export function expiryInWords(day: string): Words {
  return inEach((locale) => dayWithYear(day, locale))
}

export function spanInWords(from: string, to: string): Words {
  return inEach((locale) => span(from, to, locale))
}

/** A local time, `2027-01-20 18:00`. */
export function momentInWords(local: string): Words {
  return inEach((locale) => localMoment(local, locale))
}

/** Refuses a day that is not one of these. */
export function betweenDays(first: string, last: string): Words {
  const [[from, fromEn], [to, toEn]] = [dayInWords(first), dayInWords(last)]
  return [`必須在 ${from}到 ${to}之間。`, `Must lie between ${fromEn} and ${toEn}.`]
}

const inEach = (format: (locale: Locale) => string): Words => [format(locales[0]), format(locales[1])]

/** SQL: a day as `shortDay` writes it, for sentences that PostgreSQL builds. */
export function sqlShortDay(day: RawBuilder<unknown>, locale: Locale) {
  const weekday = sql`'（' || substr('日一二三四五六', extract(dow from ${day})::integer + 1, 1) || '）'`
  return say<RawBuilder<string>>(
    [
      sql`${written(day, 'FMMM/FMDD', 'YYYY/FMMM/FMDD')} || ${weekday}`,
      written(day, 'Dy FMDD Mon', 'Dy FMDD Mon YYYY'),
    ],
    locale,
  )
}

/** SQL: a local timestamp as `localMoment` writes it. */
export function sqlLocalMoment(local: RawBuilder<unknown>, locale: Locale) {
  const [day, dayWithYear] = say(
    [['FMMM/FMDD', 'YYYY/FMMM/FMDD'] as const, ['FMDD Mon', 'FMDD Mon YYYY'] as const],
    locale,
  )
  return written(local, `${day} HH24:MI`, `${dayWithYear} HH24:MI`)
}

const written = (at: RawBuilder<unknown>, thisYear: string, otherYear: string) =>
  sql<string>`to_char(${at}, case when extract(year from ${at}) = extract(year from today())
    then ${sql.lit(thisYear)} else ${sql.lit(otherYear)} end)`
