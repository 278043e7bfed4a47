import { sql } from 'kysely'
import { AT_ONCE, deleteRows, type Retention, retention } from '../retention/rules.ts'

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
