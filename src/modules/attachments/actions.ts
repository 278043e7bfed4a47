import { remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import type { Received } from '../../kit/fields.ts'
import { dropFile, eraseFile, keepFile } from '../../kit/files/files.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { urlOf, visibleTo } from './queries.ts'

export async function keepAttachment(tx: Tx, actor: Actor, received: Received) {
  const { id: file_id, name, media_type, size } = await keepFile(tx, received, actor)
  const { id } = await tx
    .insertInto('attachments')
    .values({ file_id, uploaded_by: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name, url: urlOf(id), media_type, size }
}

/** Removes an own attachment that nothing refers to. */
export async function removeAttachment(tx: Tx, actor: Actor, id: number) {
  const { file_id } = found(
    await tx
      .selectFrom('attachments')
      .select('file_id')
      .where('id', '=', id)
      .where('uploaded_by', '=', actor.id)
      .forUpdate()
      .executeTakeFirst(),
  )
  await remove(tx, 'attachments', id)
  await dropFile(tx, file_id, actor)
}

/** Erases the files that an erased account has uploaded; the rows of the attachments stay. */
export async function eraseAttachments(tx: Tx, actor: Actor, uploaded_by: number) {
  const files = await tx
    .selectFrom('attachments as a')
    .innerJoin('files as f', 'f.id', 'a.file_id')
    .select('a.file_id')
    .where('a.uploaded_by', '=', uploaded_by)
    .where('f.deleted_at', 'is', null)
    .execute()
  for (const { file_id } of files) await eraseFile(tx, file_id, actor)
}

/** Links attachments to a subject; the caller must be allowed to see all of them. */
export async function useAttachments(tx: Tx, actor: Actor, ids: number[], subject: { type: string; id: number }) {
  const there = await visibleTo(tx, actor).where('a.id', 'in', ids).execute()
  if (there.length < new Set(ids).size) refuseField('attachments', unknownOnes)
  await tx
    .insertInto('attachment_uses')
    .values(there.map(({ id }) => ({ attachment_id: id, subject_type: subject.type, subject_id: subject.id })))
    .onConflict((twice) => twice.doNothing())
    .execute()
}

/** Takes an attachment from a subject, and removes it if nothing else refers to it. */
export async function releaseAttachment(tx: Tx, actor: Actor, id: number, subject: { type: string; id: number }) {
  const { numDeletedRows } = await tx
    .deleteFrom('attachment_uses')
    .where('attachment_id', '=', id)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .executeTakeFirst()
  if (!numDeletedRows) refuse('not_found')
  const used = await tx
    .selectFrom('attachment_uses')
    .select('attachment_id')
    .where('attachment_id', '=', id)
    .executeTakeFirst()
  if (used) return
  const { file_id } = found(
    await tx.selectFrom('attachments').select('file_id').where('id', '=', id).forUpdate().executeTakeFirst(),
  )
  await remove(tx, 'attachments', id)
  await dropFile(tx, file_id, actor)
}

const unknownOnes = [
  '有附件不存在；請先上傳，再引用其 id。',
  'Not all of them are there; upload first, then refer to the id.',
] as const
