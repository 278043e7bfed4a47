import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { AT_ONCE, type Retention, retention } from '../../kit/retention/rules.ts'

const DAYS_KEPT = 90
const DAYS_UNRUN = 7

const clearImports = async (tx: Tx) => {
  const { numAffectedRows = 0n } = await sql`
    update imports set report = case when created_at > now() - ${DAYS_KEPT} * interval '1 day' then report end, file = null, mapping = null
     where id in (
       select id from imports
        where (report is not null and created_at < now() - ${DAYS_KEPT} * interval '1 day')
           or (file is not null and status <> 'running' and created_at < now() - ${DAYS_UNRUN} * interval '1 day')
        order by created_at limit ${AT_ONCE} for update skip locked)`.execute(tx)
  return Number(numAffectedRows)
}

export const importReadsRetention = retention({
  what: 'log of downloaded lines of imports',
  table: 'import_reads',
  from: sql`created_at`,
  since: 'the download',
  after: '5 years',
  why: 'The law requires access logs for five years.',
})

export const importFormsRetention = retention({
  what: 'how sheets with the same headings are imported',
  table: 'import_forms',
  from: sql`used_at`,
  since: 'the last use',
  after: '2 years',
  why: 'A house that has moved in needs it no more; whoever imports once a year keeps it.',
})

export const importReports: Retention = {
  what: 'reports and files of imports',
  table: 'imports',
  kept: `${DAYS_KEPT} days after the upload; a file that was not run ${DAYS_UNRUN} days`,
  why: 'By then the house has looked at what it imported. That a file was imported, by whom and with what result, stays.',
  deleteBatch: clearImports,
}
