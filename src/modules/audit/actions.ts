import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'

/** Deletes the values in the audit of records. Who changed which fields and when stays. */
export async function forgetValues(tx: Tx, table_name: string, ids: number[]) {
  if (!ids.length) return
  await tx
    .updateTable('audit')
    .set({
      changes: sql`(select coalesce(jsonb_object_agg(key, '["•••", "•••"]'::jsonb), '{}') from jsonb_object_keys(changes) key)`,
    })
    .where('table_name', '=', table_name)
    .where('record_id', 'in', ids)
    .execute()
}

/** Deletes the values of some fields only: amounts and accounts stay readable. */
export async function forgetFields(tx: Tx, table_name: string, ids: number[], fields: readonly string[]) {
  if (!ids.length) return
  await tx
    .updateTable('audit')
    .set({
      changes: sql`changes || (select jsonb_object_agg(key, '["•••", "•••"]'::jsonb)
        from unnest(${fields}::text[]) key where changes ? key)`,
    })
    .where('table_name', '=', table_name)
    .where('record_id', 'in', ids)
    .where(sql<boolean>`changes ?| ${fields}::text[]`)
    .execute()
}

/** The lines and reductions of a booking that were removed, which only the audit still knows. */
export async function removedOf(tx: Tx, booking_id: number) {
  const tables = ['booking_price_lines', 'booking_concessions'] as const
  const rows = await tx
    .selectFrom('audit')
    .select(['table_name', 'record_id'])
    .where('action', '=', 'removed')
    .where('table_name', 'in', tables)
    .where(sql<boolean>`changes -> 'booking_id' ->> 0 = ${String(booking_id)}`)
    .execute()
  const idsIn = (table: string) => rows.filter((row) => row.table_name === table).map((row) => row.record_id)
  return { booking_price_lines: idsIn(tables[0]), booking_concessions: idsIn(tables[1]) }
}
