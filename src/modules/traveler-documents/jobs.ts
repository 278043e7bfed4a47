import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { eraseFile } from '../../kit/files/files.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import { steps } from './flow.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'traveler-documents.keep': object
  }
}

/** How long the pictures of papers are kept after the return. */
const DAYS_KEPT = 30
const AT_ONCE = 100

/** Pictures nobody needs any more go; of the paper it stays known that it was there. */
export const purgeFiles = async (tx: Tx) => {
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

/** A paper past its day is good no longer. */
export const expireDocuments = (tx: Tx) =>
  tx
    .updateTable('traveler_documents')
    .set({ status: steps.expire.to })
    .where('status', 'in', [...steps.expire.from])
    .where(sql<boolean>`expires_on < today()`)
    .execute()

export const keepDocuments = async (_nothing: object, { database }: JobTools) => {
  await database.transaction({}, expireDocuments)
  while ((await database.transaction({}, purgeFiles)) === AT_ONCE);
}
