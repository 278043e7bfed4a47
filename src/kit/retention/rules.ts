import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables, Tx } from '../db/tables.ts'

/** A rule about rows with a limited lifetime. Rows without a rule are kept as long as their record. */
export type Retention = {
  /** The name of these rows for people; unique among the rules. */
  what: string
  table: keyof Tables & string
  /** How long they are kept, as part of a sentence: `72 hours after the request`. */
  kept: string
  why: string
  /** Deletes one batch of expired rows and returns its size; 0 if none is left. */
  deleteBatch: (tx: Tx) => Promise<number>
  /** The query that finds a batch; a test examines its plan. */
  rows?: RawBuilder<unknown>
}

type Term = Pick<Retention, 'what' | 'table' | 'why'> & {
  /** The moment from which the time is counted. An index must begin with this expression. */
  from: RawBuilder<unknown>
  /** The same in words: `the request`, `they expire`. */
  since: string
  /** An interval of PostgreSQL; without it the rows expire at that moment. */
  after?: string
  /** An additional condition. */
  where?: RawBuilder<SqlBool>
}

/** A rule that deletes the rows of a table some time after a moment stored in them. */
export function retention({ from, since, after = '0', where = sql`true`, ...rule }: Term): Retention {
  const rows = sql`
    select ctid from ${sql.table(rule.table)} where ${from} < now() - ${after}::interval and ${where}
     order by ${from} limit ${AT_ONCE} for update skip locked`
  const kept = after === '0' ? `until ${since}` : `${after} after ${since}`
  return { ...rule, kept, rows, deleteBatch: (tx) => deleteRows(tx, rule.table, rows) }
}

/** A rule for rows that record that something was reported, so that it is reported once. */
export function reportedOnce(table: Retention['table'], what: string) {
  return retention({
    what,
    table,
    from: sql`created_at`,
    since: 'the report',
    after: '1 year',
    why: 'What still holds a year later is reported once more.',
  })
}

/** The size of a batch: with 200 rows every statement takes far less than 100 ms. */
export const AT_ONCE = 200

/** Deletes the rows whose `ctid` a query returns. The query must lock them, because an update changes the `ctid`. */
export async function deleteRows(tx: Tx, table: Retention['table'], rows: RawBuilder<unknown>) {
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ctid = any (array(${rows}))`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
