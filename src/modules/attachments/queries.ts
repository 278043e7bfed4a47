import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { type Reader, readerOf } from '../users/reader.ts'

/** The ids of the subjects that a reader may see: `select c.id from addon_communications c where …`. */
export type VisibleSubjects = (reader: Reader) => RawBuilder<unknown>

const subjects = new Map<string, VisibleSubjects>()

/** Everyone who sees a record of this type sees its attachments. Without an entry here, only the uploader sees them. */
export function showAttachmentsOf(subjectType: string, visible: VisibleSubjects) {
  return subjects.set(subjectType, visible)
}

/** The caller's own attachments, and those of subjects that the caller may see. */
export function visibleTo(db: Db, actor: Actor) {
  return db
    .selectFrom('attachments as a')
    .innerJoin('files as f', 'f.id', 'a.file_id')
    .select(['a.id', 'a.file_id', 'f.name', 'f.media_type', 'f.size'])
    .where((is) =>
      is.or([
        is('a.uploaded_by', '=', actor.id),
        ...[...subjects].map(([type, ids]) => isUsed(type, ids(readerOf(actor)))),
      ]),
    )
}

const isUsed = (type: string, ids: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select from attachment_uses u
   where u.attachment_id = a.id and u.subject_type = ${type} and u.subject_id in (${ids}))`

export function urlOf(id: number) {
  return `/api/attachments/${id}`
}
