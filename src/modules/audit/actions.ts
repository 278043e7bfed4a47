import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'

/** Who changed which fields of a record, and when, stays; what stood in them is forgotten. */
export const forgetValues = async (tx: Tx, table_name: string, ids: number[]) => {
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
