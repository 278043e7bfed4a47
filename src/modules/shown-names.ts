import { sql } from 'kysely'
import { membersOf } from '../kit/db/columns.ts'
import { type Locale, locales } from '../kit/words/words.ts'

// How other records show a leader, a package and a trip.
const leaderColumns = ['id', 'leader_number', 'name', 'name_en'] as const
const packageColumns = ['id', 'package_code', 'name', 'name_en'] as const
const tripColumns = ['id', 'serial', 'name', 'departure_date'] as const

/** The number and name of the leader or trip with that alias in the statement. */
export const leaderNames = (alias: string) => object(alias, leaderColumns)
export const tripNames = (alias: string, ...more: string[]) => object(alias, [...tripColumns, ...more])

/** The number and name of the leader or package whose id is in that column. */
export const leaderIn = (column: string) =>
  sql<object | null>`(select ${leaderNames('l')} from tour_leaders l where l.id = ${sql.ref(column)})`
export const packageIn = (column: string) =>
  sql<object | null>`(select ${object('p', packageColumns)} from packages p where p.id = ${sql.ref(column)})`

const object = (alias: string, columns: readonly string[]) =>
  sql<object>`json_build_object(${membersOf(alias, columns)})`

const spoken = (column: string, locale: Locale) =>
  sql`when ${sql.ref(column)} like ${sql.lit(`${locale.slice(0, 2)}%`)} then ${sql.lit(locale)}`
/** The language in which somebody is written to who speaks the one in that column: English, if there are no words in its own. */
export const localeSpoken = (column: string) =>
  sql<Locale>`case ${sql.join(
    locales.map((locale) => spoken(column, locale)),
    sql` `,
  )} else 'en' end`
/** The language of a traveler `v` of the booking `vb`: its own, else that of the contact. */
export const travelerLocale = sql<Locale>`case when v.language is null then vb.locale else ${localeSpoken('v.language')} end`
