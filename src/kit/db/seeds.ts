import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { columnList } from './fragments.ts'
import type { Tables, Tx } from './tables.ts'

const folder = new URL('../../../db/seeds/', import.meta.url)

export type SeedRow = Record<string, string>

/** The rows of `db/seeds/{name}.csv`. */
export function seedRows(name: string): SeedRow[] {
  return parse<SeedRow>(readFileSync(new URL(`${name}.csv`, folder)), { columns: true, bom: true })
}

/** Adds `sort_order` to the rows, in the order of the file. */
export function inOrder(rows: SeedRow[]): SeedRow[] {
  return rows.map((row, i) => ({ ...row, sort_order: `${(i + 1) * 10}` }))
}

/**
 * Inserts, in one statement, the rows that do not exist yet, and returns these. Existing rows are not changed. PostgreSQL converts
 * each value to the type of its column; an empty text becomes null.
 */
export function insertMissing<T extends keyof Tables & string>(tx: Tx, table: T, rows: object[]) {
  return inserted(tx, table, rows, sql`on conflict do nothing`)
}

/** Inserts all rows in one statement; fails if one exists. */
export function insertAll<T extends keyof Tables & string>(tx: Tx, table: T, rows: object[]) {
  return inserted(tx, table, rows, sql``)
}

const inserted = async <T extends keyof Tables & string>(
  tx: Tx,
  table: T,
  rows: object[],
  otherwise: RawBuilder<unknown>,
): Promise<Selectable<Tables[T]>[]> => {
  const [first] = rows
  if (!first) return []
  const [into, columns] = [sql.table(table), columnList(Object.keys(first))]
  const values = JSON.stringify(rows, (_, value) => (value === '' ? null : value))
  const { rows: there } = await sql<Selectable<Tables[T]>>`
    insert into ${into} (${columns}) select ${columns} from jsonb_populate_recordset(null::${into}, ${values})
    ${otherwise} returning *`.execute(tx)
  return there
}

/** The codes of one cell: `JP KR MN`. */
export function codesIn(cell = ''): string[] {
  return cell.match(/\S+/g) ?? []
}
