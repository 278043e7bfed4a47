import { type RawBuilder, type SqlBool, sql } from 'kysely'

export type Condition = RawBuilder<SqlBool>

/** Conditions that are true for every row, and for no row. */
export const everyRow: Condition = sql`true`
export const noRow: Condition = sql`false`

/** A column has one of these values. They are literals, not parameters, so that the planner of a prepared statement knows them. */
export function isOneOf(column: string, values: readonly string[]): Condition {
  return sql`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`
}
