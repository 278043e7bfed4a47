import { type Kysely, sql } from 'kysely'
import type { TObject } from 'typebox'
import { found, refuse } from '../errors.ts'
import { countedInWords } from '../words/record-names.ts'
import type { Words } from '../words/words.ts'
import type { Db, Tx } from './tables.ts'
import { attempt } from './transaction.ts'

/** The row, locked until the transaction ends. */
export async function lockRow(tx: Tx, table: string, id: number): Promise<{ id: number; version: number }> {
  return found(
    await untyped(tx).selectFrom(table).select(['id', 'version']).where('id', '=', id).forUpdate().executeTakeFirst(),
  )
}

/** Increments a record's version (by a trigger) after a change of rows that belong to it but are in another table. */
export async function touch(tx: Tx, table: string, id: number) {
  await untyped(tx).updateTable(table).set({ updated_at: sql`now()` }).where('id', '=', id).execute()
}

/** Deletes a record. If others refer to it, refuses with the number of references per table and the way out. */
export function remove(tx: Tx, table: string, id: number, wayOut: Words = removeOrRetire) {
  return attempt(
    tx,
    async () => void (await untyped(tx).deleteFrom(table).where('id', '=', id).execute()),
    async (error) => {
      if (error.code !== '23503') throw error
      const uses = await referencesTo(tx, table, id)
      const [zh, en] = countedInWords(uses)
      return refuse('in_use', {
        detail: [`仍有資料使用它：${zh}。${wayOut[0]}`, `Still used by: ${en}. ${wayOut[1]}`],
        also: { uses },
      })
    },
  )
}

const removeOrRetire: Words = ['請先移除，或改為停用。', 'Remove those first, or deactivate it.']

/** The number of references to a record per table: `{ cities: 3 }`. The foreign keys are read from PostgreSQL's catalog. */
const referencesTo = async (db: Db, table: string, id: number): Promise<Record<string, number>> => {
  const { rows: references } = await sql<{ from: string; column: string }>`
    select c.conrelid::regclass::text as "from", a.attname as "column"
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype <> 'c'`.execute(db)
  const counts = references.map(
    ({ from, column }) =>
      sql`select ${from} as kind, count(*) as n from ${sql.table(from)} where ${sql.ref(column)} = ${id}`,
  )
  if (!counts.length) return {}
  const { rows } = await sql<{ kind: string; n: number }>`
    select kind, sum(n)::integer as n from (${sql.join(counts, sql` union all `)}) uses where n > 0 group by kind order by kind`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]))
}

/** Converts a validated body for its table: a list of objects becomes one JSON value, not an array of PostgreSQL. */
export function packed<B extends object>(fields: TObject, body: B): B {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, isList(fields, name) && value ? JSON.stringify(value) : value]),
    // The cast is needed because the driver takes a JSON value as a string.
  ) as B
}

const isList = ({ properties }: TObject, name: string) => {
  const { items } = (properties[name] ?? {}) as { items?: { properties?: object } }
  return items?.properties !== undefined
}

/** For tables whose name is only known at run time. The only cast. */
export function untyped(db: Db) {
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  return db as unknown as Kysely<Record<string, any>>
}
