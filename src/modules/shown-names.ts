import { sql } from 'kysely'
import { membersOf } from '../kit/db/columns.ts'
import type { Locale } from '../kit/words/words.ts'

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

/** The names of the record of that table whose id is in that column. */
export const namesIn = (table: string, column: string) =>
  sql<
    object | null
  >`(select ${object('named', ['id', 'name', 'name_en'])} from ${sql.table(table)} named where named.id = ${sql.ref(column)})`

const object = (alias: string, columns: readonly string[]) =>
  sql<object>`json_build_object(${membersOf(alias, columns)})`

/** The language of a traveler `v` of the booking `vb`: its own, else that of the contact. */
export const travelerLocale = sql<Locale>`case when v.language is null then vb.locale when v.language like 'zh%' then 'zh-TW' else 'en' end`
