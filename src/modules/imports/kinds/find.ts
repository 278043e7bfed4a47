import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '../kind.ts'

type Find = NonNullable<Kind['find']>

/** Finds records by one column. */
export function byColumn(table: string, column: string): Find {
  return byQuery(sql`select id, lower(${sql.ref(column)}) as key from ${sql.table(table)}`)
}

/** Finds records by the `key` of a query, written as the kind makes it. */
export function byQuery(query: RawBuilder<unknown>): Find {
  return async (db, keys) => {
    const { rows } = await sql<{ id: number; key: string }>`
      select id, key from (${query}) named where key = any (${keys}::text[])`.execute(db)
    return new Map(rows.map(({ id, key }) => [key, id]))
  }
}
