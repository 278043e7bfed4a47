import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
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
