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
