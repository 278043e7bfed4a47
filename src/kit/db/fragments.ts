import { type RawBuilder, type SqlBool, sql } from 'kysely'

export type Condition = RawBuilder<SqlBool>

/** Conditions that are true for every row, and for no row. */
export const everyRow: Condition = sql`true`
export const noRow: Condition = sql`false`

/** A column has one of these values. They are literals, not parameters, so that the planner of a prepared statement knows them. */
export function isOneOf(column: string, values: readonly string[]): Condition {
  return sql`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`
}

/** A column has one of these ids. They are one parameter, so that the statement is the same for every number of them. */
export function isAmong(column: string, ids: readonly number[]): Condition {
  return sql`${sql.ref(column)} = any (${ids}::integer[])`
}

/** The names separated by commas, each with the table or alias `of` before it if that is given. */
export function columnList(names: readonly string[], of?: string) {
  return sql.join(names.map((name) => sql.ref(of === undefined ? name : `${of}.${name}`)))
}

/** Selects the columns of those names. */
export function selected(of: string, names: readonly string[]) {
  return names.map((name) => sql.ref(`${of}.${name}`).as(name))
}

/** The members of a JSON object, each under the name of its column. */
export function membersOf(of: string, names: readonly string[]) {
  return sql.join(names.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${of}.${name}`)}`))
}

/** The local day of a moment in the time zone of the installation, with the offset of that moment (summer time or not). */
export function localDay(moment: RawBuilder<unknown>) {
  return sql<string>`(${moment} at time zone house_zone())::date`
}
