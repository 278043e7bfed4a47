import { type RawBuilder, sql } from 'kysely'

// JSON written as text, for thousands of rows: functions that look up the type of every value take twice as long.

type Value = RawBuilder<unknown>

/** The members of an object, without braces; each value is JSON text or null. */
export const object = (members: Record<string, Value>) =>
  sql.join(
    Object.entries(members).map(([name, value], i) => {
      const key = sql.lit(`${i ? ',' : ''}"${name}":`)
      return sql`${key} || coalesce((${value})::text, 'null')`
    }),
    sql` || `,
  )

/** A date or a code, which needs no escaping. */
export const quoted = (value: Value) => sql`'"' || ${value} || '"'`

/** The objects of a group as an ordered array; nulls are left out. */
export const array = (members: Value, order: Value) =>
  sql<string>`'[' || coalesce(string_agg('{' || ${members} || '}', ',' order by ${order}), '') || ']'`
