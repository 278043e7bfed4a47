import { type Generated, sql } from 'kysely'
import type { Tx } from '../db/tables.ts'
import { found } from '../errors.ts'
import type { Received } from '../fields.ts'
import { enqueue } from '../jobs/jobs.ts'
import { AT_ONCE, deleteRows, type Retention, retention } from '../retention/rules.ts'

export { fileLink } from './links.ts'

declare module '../db/tables.ts' {
  interface Tables {
    files: {
      id: Generated<number>
      place: string
      name: string
      media_type: string
      size: number
      sha256: Buffer
      width: number | null
      height: number | null
      uploaded_by: number | null
      created_at: Generated<string>
      deleted_at: Generated<string | null>
      deleted_by: Generated<number | null>
    }
    file_reads: {
      id: Generated<number>
      file_id: number
      actor_id: number | null
      request_id: string | null
      created_at: Generated<string>
    }
  }
}

type By = { id: number } | undefined

/** Inserts the row of a file. Its bytes are kept if the transaction commits. */
export function keepFile(tx: Tx, file: Received, actor: By) {
  const { place, name, media_type, size, width, height } = file
  return tx
    .insertInto('files')
    .values({
      place,
      name,
      media_type,
      size,
      width,
      height,
      sha256: Buffer.from(file.sha256, 'hex'),
      uploaded_by: actor?.id ?? null,
    })
    .returning(['id', 'name', 'media_type', 'size', 'width', 'height'])
    .executeTakeFirstOrThrow()
}

/** Marks a file as deleted, so that nobody can read it. A job removes its bytes after the commit. The row is kept. */
export async function dropFile(tx: Tx, file_id: number, actor: By) {
  found(
    await tx
      .updateTable('files')
      .set({ deleted_at: sql`now()`, deleted_by: actor?.id ?? null })
      .where('id', '=', file_id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  enqueue(tx, 'files.remove', { file_id })
}

/** Deletes a file of an erased person. Also masks its name, because the name may identify the person. */
export async function eraseFile(tx: Tx, file_id: number, actor: By) {
  await dropFile(tx, file_id, actor)
  await tx.updateTable('files').set({ name: '•••' }).where('id', '=', file_id).execute()
}

export const fileReadsRetention = retention({
  what: 'log of opened files',
  table: 'file_reads',
  from: sql`created_at`,
  since: 'the access',
  after: '5 years',
  why: 'The law requires access logs for five years.',
})

// Only the oldest files are examined, even if the log still refers to some of them, so that the statement stays short.
const removedFiles = sql`
  select ctid from (
    select ctid, id from files where deleted_at < now() - interval '5 years'
     order by deleted_at limit ${AT_ONCE} for update skip locked
  ) f where not exists (select from file_reads r where r.file_id = f.id)`

export const removedFilesRetention: Retention = {
  what: 'rows of removed files',
  table: 'files',
  kept: '5 years after the removal',
  why: 'The log of opened files refers to them.',
  rows: removedFiles,
  deleteBatch: (tx) => deleteRows(tx, 'files', removedFiles),
}
