import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { eraseFile } from '../../kit/files/files.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import type { Retention } from '../../kit/retention/rules.ts'
import { steps } from './flow.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'traveler-documents.keep': object
  }
}

/** Sets documents to expired after their date. */
export function expireDocuments(tx: Tx) {
  return tx
    .updateTable('traveler_documents')
    .set({ status: steps.expire.to })
    .where('status', 'in', [...steps.expire.from])
    .where(sql<boolean>`expires_on < today()`)
    .execute()
}

export function endDocuments(_nothing: object, { database }: JobTools) {
  return database.transaction({}, expireDocuments)
}

const DAYS_KEPT = 30
const AT_ONCE = 100

// Deletes only the images; the records of the documents stay.
const purgePictures = async (tx: Tx) => {
  const { rows } = await sql<{ id: number; file_id: number }>`
    select d.id, d.file_id
      from planned_trips t join bookings b on b.planned_trip_id = t.id join travelers v on v.booking_id = b.id
      join traveler_documents d on d.traveler_id = v.id
     where t.return_date < today() - ${DAYS_KEPT}::integer and d.file_id is not null
     order by d.id limit ${AT_ONCE} for update of d`.execute(tx)
  for (const { id, file_id } of rows) {
    await tx
      .updateTable('traveler_documents')
      .set({ file_id: null, purged_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    await eraseFile(tx, file_id, undefined)
  }
  return rows.length
}

export const documentPictures: Retention = {
  what: 'pictures of passports and other papers',
  table: 'traveler_documents',
  kept: `${DAYS_KEPT} days after the return`,
  why: 'Nobody needs them afterwards. The record of the document, and who read it, stays.',
  deleteBatch: purgePictures,
}
