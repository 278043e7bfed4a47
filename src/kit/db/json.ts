import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './tables.ts'

/** An answer's data as PostgreSQL built it; it is sent without being parsed into objects and back. */
export type Json = { readonly json: string; readonly version?: number; readonly meta?: object }

// biome-ignore lint/suspicious/noExplicitAny: the kit's one place where a query's columns do not matter.
export type Rows<Row = any> = SelectQueryBuilder<any, any, Row>

/** The one record of a query as JSON with its version, or nothing. */
export const jsonOne = async (db: Db, rows: Rows): Promise<Json | undefined> => {
  const row = await db
    .selectFrom(rows.as('row'))
    .select([sql<string>`to_json("row")::text`.as('json'), sql<number>`"row".version`.as('version')])
    .executeTakeFirst()
  return row
}

/** All rows of a bounded query as one JSON array. */
export const jsonAll = async (db: Db, rows: Rows): Promise<Json> => {
  const { json } = await db
    .selectFrom(rows.as('row'))
    .select(sql<string>`${arrayOf('row')}::text`.as('json'))
    .executeTakeFirstOrThrow()
  return { json }
}

export const arrayOf = (row: string) => sql`coalesce(json_agg(${sql.ref(row)}), '[]')`
