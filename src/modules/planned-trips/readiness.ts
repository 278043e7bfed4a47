import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { anyText, oneOf, shownFields } from '../../kit/fields.ts'
import { seatedTravelers } from '../travelers/checks.ts'
import { lights } from '../travelers/words.ts'
import type { Asked, Check, TripId } from './check.ts'
import { stepChecks } from './step-checks.ts'

/** The failed checks of a trip before its departure, and the resulting light. */
export const Readiness = Type.Object({
  ...shownFields({ light: oneOf(lights) }),
  reasons: Type.Array(
    Type.Object({
      kind: anyText('rooms'),
      ...shownFields({ light: oneOf(['amber', 'red']) }),
      count: Type.Integer(),
      says: anyText('旅客尚未分房'),
      says_en: anyText('Travelers have no room yet'),
    }),
  ),
})
export type Readiness = Static<typeof Readiness>

/** The checks are those of the step `departed`, except the one that the day of departure has come. */
const readinessChecks = stepChecks.filter(({ kind, when }) => when.includes('departed') && kind !== 'day')

/**
 * The readiness of a trip as JSON. The page of a trip, the list of trips, the morning and the step `departed` all use the same
 * checks.
 */
export function readinessOf(db: Db, id: TripId) {
  const names = readinessChecks.map(
    ({ kind, light = 'amber', says: [zh, en] }, nth) =>
      sql`(${sql.lit(nth)}::integer, ${sql.lit(kind)}, ${sql.lit(light)}, ${sql.lit(zh)}, ${sql.lit(en)})`,
  )
  return sql<Readiness>`(
    select json_build_object(
             'light', case when bool_or(light = 'red') then 'red' when count(*) > 0 then 'amber' else 'green' end,
             'reasons', coalesce(json_agg(json_build_object('kind', kind, 'light', light, 'count', records,
               'says', coalesce(${namedIn(readinessChecks, 0)}, says), 'says_en', coalesce(${namedIn(readinessChecks, 1)}, says_en))
               order by light desc, nth), '[]'))
      from ${only(id)} cross join lateral (
        select nth, count(*) as records from (${recordsFor(db, readinessChecks, theTrip)}) all_found group by nth) counted
      join (values ${sql.join(names)}) names (nth, kind, light, says, says_en) using (nth))`
}

/** SQL: the sentence of the check `nth` with the values of the trip `the_trip`; null if it has none. */
export function namedIn(checks: readonly Check[], language: 0 | 1) {
  const cases = checks.flatMap(({ named }, nth) =>
    named ? [sql`when ${sql.lit(nth)} then ${named(theTrip.id, language)}`] : [],
  )
  return cases.length ? sql<string | null>`case nth ${sql.join(cases, sql` `)} end` : sql<string | null>`null::text`
}

/** Whether a trip fails a check of this kind. */
export function lacks(kind: string, id: TripId): RawBuilder<SqlBool> {
  const rows = readinessChecks.filter((check) => check.kind === kind).map((check) => check.rows(theTrip))
  return sql<SqlBool>`(exists (select from ${only(id)} cross join lateral (${sql.join(rows, sql` union all `)}) found))`
}

/** SQL: the id with a table name of its own, `the_trip`, because a check may use the same table names as the surrounding statement. */
export function only(id: TripId) {
  return sql`(select ${id}::integer as id) the_trip`
}
const theTrip = { id: sql<number>`the_trip.id`, from: '', to: '', shift: 0 }

/** The records that fail these checks: the index of the check, and type and id of the record. */
export function recordsFor(db: Db, checks: readonly Check[], asked: Asked) {
  const each = checks.map(
    ({ rows }, nth) => sql`select ${sql.lit(nth)}::integer as nth, type, id from (${rows(asked)}) found (type, id)`,
  )
  return sql`with ready as materialized (${seatedTravelers(db, asked)}) ${sql.join(each, sql` union all `)}`
}
