import { type RawBuilder, type SqlBool, sql } from 'kysely'

export type Condition = RawBuilder<SqlBool>

/** The two conditions that ask nothing of a row. */
export const everyRow: Condition = sql`true`
export const noRow: Condition = sql`false`

/** A column has one of these values. They are literals, so that a prepared plan knows them. */
export const isOneOf = (column: string, values: readonly string[]): Condition =>
  sql`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`
