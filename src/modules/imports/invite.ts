import { sql } from 'kysely'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { emit } from '../../kit/events.ts'

// Accounts that came by an import, have no password, and whose people nobody has invited yet, here or one by one.
const isWaiting = sql`r.table_name = 'users' and r.invited_at is null and u.id = r.record_id
  and u.status = 'active' and u.password_hash is null
  and exists (select from imports i where i.id = r.import_id and i.status = 'done')
  and not exists (select from links l where l.user_id = u.id and l.kind = 'invitation' and l.expires_at > now())`

/** How many people with imported accounts wait for their invitation. */
export async function countWaiting(db: Db) {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from external_refs r, users u where ${isWaiting}`.execute(db)
  return rows[0]?.waiting ?? 0
}

/** Invites everybody whose account was imported. Until then nobody was told. */
export async function inviteImported(tx: Tx) {
  const { rows } = await sql<{ id: number }>`
    update external_refs r set invited_at = now() from users u where ${isWaiting} returning u.id`.execute(tx)
  for (const { id } of rows) await emit(tx, 'user.invited', { user_id: id })
  return { invited: rows.length }
}
