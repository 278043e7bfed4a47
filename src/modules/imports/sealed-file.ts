import type { Insertable } from 'kysely'
import type { Db, Tables, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { resealing } from '../../kit/secrets/rotation.ts'

// The file of an import, sealed in its record until the run has ended.

const PURPOSE = 'import file'
export const importFileRotation = resealing('imports', 'file', { purpose: PURPOSE, bound: 'id' })

export function sealFile(keys: Keys, import_id: number, bytes: Buffer) {
  return keys.seal(PURPOSE, bytes, `${import_id}`)
}
export function openFile(keys: Keys, import_id: number, sealed: Buffer) {
  return keys.open(PURPOSE, sealed, `${import_id}`)
}

/** An import with its file, if that is still there. */
export async function openedFile(db: Db, keys: Keys, id: number) {
  const { file, ...row } = found(
    await db
      .selectFrom('imports')
      .select(['kind', 'file_name', 'options', 'mapping', 'report', 'file', 'imported_by'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return { ...row, file: file && openFile(keys, id, file) }
}

/** Logs who downloaded lines of a file. */
export async function logDownload(tx: Tx, read: Insertable<Tables['import_reads']>) {
  await tx.insertInto('import_reads').values(read).execute()
}
