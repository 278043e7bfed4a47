import { type RawBuilder, type SqlBool, sql } from 'kysely'

export type Condition = RawBuilder<SqlBool>

/** The two conditions that ask nothing of a row. */
export const everyRow: Condition = sql`true`
export const noRow: Condition = sql`false`
