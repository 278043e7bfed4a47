import { type SelectQueryBuilder, sql } from 'kysely'
import { theRow } from './statement.ts'
import type { Db } from './tables.ts'

/** The data of an answer as JSON text built by PostgreSQL. It is sent without being parsed. */
export type Json = { readonly json: string; readonly version?: number; readonly meta?: object }

// biome-ignore lint/suspicious/noExplicitAny: the kit's one place where a query's columns do not matter.
export type Rows<Row = any> = SelectQueryBuilder<any, any, Row>
/** A query for the given keys. It is built once for each set of keys, so it must not depend on their values. */
export type RowsOf<Given extends object> = (db: Db, given: Given) => Rows

type Read<Given> = (db: Db, given: Given) => Promise<Json>

/** Reads one record of a query as JSON with its version; 404 if there is none. */
export function jsonRecord<Given extends object>(rows: RowsOf<Given>): Read<Given> {
  return theRow((db, given: Given) =>
    db
      .selectFrom(rows(db, given).as('row'))
      .select([sql<string>`to_json("row")::text`.as('json'), sql<number>`"row".version`.as('version')]),
  )
}

/** Reads one row of a query as JSON, without a version; 404 if there is none. */
export function jsonRow<Given extends object>(rows: RowsOf<Given>): Read<Given> {
  return theRow((db, given: Given) =>
    db.selectFrom(rows(db, given).as('row')).select(sql<string>`to_json("row")::text`.as('json')),
  )
}

/** Reads all rows of a bounded query as one JSON array. */
export function jsonArray<Given extends object>(rows: RowsOf<Given>): Read<Given> {
  return theRow((db, given: Given) =>
    db.selectFrom(rows(db, given).as('row')).select(sql<string>`${arrayOf('row')}::text`.as('json')),
  )
}

/**
 * Reads all rows that belong to a record as one JSON array, with the version of the record if its query has one; 404 if the record
 * does not exist or the reader may not see it.
 */
export function jsonArrayOf<Given extends object>(record: RowsOf<Given>, rows: RowsOf<Given>): Read<Given> {
  return theRow((db, given: Given) =>
    db
      .selectFrom(record(db, given).as('record'))
      .selectAll('record')
      .select(sql<string>`(select ${arrayOf('row')}::text from (${rows(db, given)}) as "row")`.as('json')),
  )
}

export function arrayOf(row: string) {
  return sql`coalesce(json_agg(${sql.ref(row)}), '[]')`
}
