import { type RawBuilder, sql } from 'kysely'

// JSON written as text, for what has thousands of rows: functions that ask for the type of every value take twice as long.

type Value = RawBuilder<unknown>

/** The members of an object, without its braces; each value is written as JSON has it, or null. */
export const object = (members: Record<string, Value>) =>
  sql.join(
    Object.entries(members).map(([name, value], i) => {
      const key = sql.lit(`${i ? ',' : ''}"${name}":`)
      return sql`${key} || coalesce((${value})::text, 'null')`
    }),
    sql` || `,
  )

/** A day or a code, in which nothing has to be escaped. */
export const quoted = (value: Value) => sql`'"' || ${value} || '"'`

/** All objects of a group in an order; those that are null are none. */
export const array = (members: Value, order: Value) =>
  sql<string>`'[' || coalesce(string_agg('{' || ${members} || '}', ',' order by ${order}), '') || ']'`
