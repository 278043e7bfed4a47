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
export const expireDocuments = (tx: Tx) =>
  tx
    .updateTable('traveler_documents')
    .set({ status: steps.expire.to })
    .where('status', 'in', [...steps.expire.from])
    .where(sql<boolean>`expires_on < today()`)
    .execute()

export const endDocuments = (_nothing: object, { database }: JobTools) => database.transaction({}, expireDocuments)
