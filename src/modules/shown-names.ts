import { sql } from 'kysely'
import { Type } from 'typebox'
import { membersOf } from '../kit/db/fragments.ts'
import { anyText, day, line, oneOf, orNull, ref, shownFields } from '../kit/fields.ts'
import { type Locale, locales } from '../kit/words/words.ts'
import { tripStatuses } from './trip-statuses.ts'

// The fields of a leader, a package or a trip inside other records.
const leaderColumns = ['id', 'leader_number', 'name', 'name_en'] as const
const packageColumns = ['id', 'package_code', 'name', 'name_en'] as const
const tripColumns = ['id', 'serial', 'name'] as const

/** The number and name of the leader or trip with that alias in the statement. */
export function leaderNames(alias: string) {
  return object(alias, leaderColumns)
}
export function tripNames(alias: string, ...more: string[]) {
  return sql<object>`json_build_object(${membersOf(alias, tripColumns)}, 'name_en', ${tripInEnglish(alias)},
    ${membersOf(alias, ['departure_date', ...more])})`
}

/** The English name of the trip with that alias: its own, else that of its package; null if it has neither. */
export function tripInEnglish(alias: string) {
  return sql<string | null>`coalesce(${sql.ref(`${alias}.name_en`)},
    (select packages.name_en from packages where packages.id = ${sql.ref(`${alias}.package_id`)}))`
}
/** The name of a trip for an English sentence: the Chinese name if it has no English one. */
export function tripCalled(alias: string) {
  return sql<string>`coalesce(${tripInEnglish(alias)}, ${sql.ref(`${alias}.name`)})`
}

/** The number and name of the leader or package whose id is in that column. */
export function leaderIn(column: string) {
  return sql<object | null>`(select ${leaderNames('l')} from tour_leaders l where l.id = ${sql.ref(column)})`
}
export function packageIn(column: string) {
  return sql<object | null>`(select ${object('p', packageColumns)} from packages p where p.id = ${sql.ref(column)})`
}

/** The schemas of these fields of a leader, a trip and a traveler. */
export const OfLeader = Type.Object({
  id: ref(),
  leader_number: Type.String(),
  name: Type.String(),
  name_en: orNull(anyText()),
})
export const OfTrip = Type.Object({
  id: ref(),
  serial: anyText('CNX270128A'),
  name: anyText('清邁五日'),
  name_en: orNull(anyText('Chiang Mai, five days')),
  departure_date: day(),
})
/** A trip with its dates. */
export const DatedTrip = Type.Object({ ...OfTrip.properties, return_date: day() })
/** A trip with its dates and its status. */
export const StandingTrip = Type.Object({ ...DatedTrip.properties, status: oneOf(tripStatuses) })
export const OfTraveler = Type.Object(
  shownFields({
    id: ref(),
    name: line(100, '王小美'),
    booking_number: line(50, 'CNX270128A-001'),
    planned_trip_id: ref(),
    serial: line(40, 'CNX270128A'),
  }),
)

/** The open change request of the traveler with that alias. */
export function openChangeRequest(alias: string) {
  return sql<number | null>`(
  select c.id from change_requests c where c.traveler_id = ${sql.ref(`${alias}.id`)} and c.status = 'open')`
}

/** The name, booking and trip of the traveler whose id is in that column. */
export function travelerIn(column: string) {
  return sql<object>`(
  select json_build_object('id', v.id, 'name', v.name, 'booking_number', b.booking_number, 'planned_trip_id', t.id, 'serial', t.serial)
    from travelers v join bookings b on b.id = v.booking_id join planned_trips t on t.id = b.planned_trip_id
   where v.id = ${sql.ref(column)})`
}

const object = (alias: string, columns: readonly string[]) =>
  sql<object>`json_build_object(${membersOf(alias, columns)})`

const spoken = (column: string, locale: Locale) =>
  sql`when ${sql.ref(column)} like ${sql.lit(`${locale.slice(0, 2)}%`)} then ${sql.lit(locale)}`
/** The language in which a person is addressed, by the spoken language in that column: English if we have no texts in it. */
export function localeSpoken(column: string) {
  return sql<Locale>`case ${sql.join(
    locales.map((locale) => spoken(column, locale)),
    sql` `,
  )} else 'en' end`
}
/** The language of a traveler `v` of the booking `vb`: the traveler's own, otherwise that of the contact. */
export const travelerLocale = sql<Locale>`case when v.language is null then vb.locale else ${localeSpoken('v.language')} end`

/** The traveler of a price line: the cancelled traveler who owes the fee. */
export function travelerOfLine(line: string) {
  return sql<string | null>`(select v.name from travelers v where v.id = ${sql.ref(`${line}.traveler_id`)})`
}
