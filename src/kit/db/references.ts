import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** Which tables still refer to a record, and how often: `{ cities: 3 }`. Asked only after the database refused a removal. */
export const referencesTo = async (db: Db, table: string, id: number): Promise<Record<string, number>> => {
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
