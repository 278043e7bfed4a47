import { type RawBuilder, sql } from 'kysely'

// JSON is written as text, for thousands of rows: the JSON functions of PostgreSQL look up the type of every value and take twice
// as long.

type Value = RawBuilder<unknown>

/** The members of an object, without braces; each value is JSON text or null. */
export function object(members: Record<string, Value>) {
  return sql.join(
    Object.entries(members).map(([name, value], i) => {
      const key = sql.lit(`${i ? ',' : ''}"${name}":`)
      return sql`${key} || coalesce((${value})::text, 'null')`
    }),
    sql` || `,
  )
}

/** A date or a code, which needs no escaping. */
export function quoted(value: Value) {
  return sql`'"' || ${value} || '"'`
}

/** The objects of a group as an ordered array; nulls are left out. */
export function array(members: Value, order: Value) {
  return sql<string>`'[' || coalesce(string_agg('{' || ${members} || '}', ',' order by ${order}), '') || ']'`
}
