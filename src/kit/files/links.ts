import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { found, refuse } from '../errors.ts'
import type { Keys } from '../secrets/keys.ts'
import { LINK_OF_FILE } from '../terms.ts'

/** A signed link to a file for one person, valid for some minutes by the database's clock. */
export async function fileLink(db: Db, keys: Keys, fileId: number, userId: number) {
  const { expires } = found(
    await db
      .selectFrom('files')
      .select(sql<number>`extract(epoch from now())::bigint + ${LINK_OF_FILE.count * 60}::bigint`.as('expires'))
      .where('id', '=', fileId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  const signature = keys.mac(PURPOSE, signed(fileId, userId, expires)).toString('hex')
  return {
    url: `/api/files/${fileId}?user=${userId}&expires=${expires}&signature=${signature}`,
    expires_at: new Date(expires * 1_000).toISOString(),
  }
}

export type Signed = { user?: string; expires?: string; signature?: string }

/** The id of the person a link was made for. Answers 404 for a link that is invalid, changed or expired. */
export async function holderOf(
  db: Db,
  keys: Keys,
  fileId: number,
  { user = '', expires = '', signature = '' }: Signed,
) {
  const isForm = /^\d{1,10}$/.test(user) && /^\d{1,10}$/.test(expires) && /^[0-9a-f]{64}$/.test(signature)
  if (!isForm || !keys.isMac(PURPOSE, signed(fileId, user, expires), Buffer.from(signature, 'hex'))) refuse('not_found')
  const { rows } = await sql`select where to_timestamp(${Number(expires)}) > now()`.execute(db)
  return rows.length ? Number(user) : refuse('not_found')
}

const PURPOSE = 'file link'
const signed = (fileId: number, userId: number | string, expires: number | string) => `${fileId} ${userId} ${expires}`
