import { sql } from 'kysely'
import type { Database } from '../../kit/db/connect.ts'
import { refusalOf } from '../../kit/db/faults.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { Refusal, refuse } from '../../kit/errors.ts'
import { silent } from '../../kit/events.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import type { Context } from './kind.ts'
import { allKinds } from './kinds.ts'
import { type By, lockedImport, planOnce, writerOf } from './record.ts'
import { addProblem, newReport, reportOfFault } from './report.ts'

/** Queues the undo of an import, if nobody has changed its records since and it did not end long ago. */
export async function undoImport(tx: Tx, id: number, serials: string) {
  const row = await lockedImport(tx, id)
  if (row.status !== 'done' || !row.may_undo)
    refuse('step_not_possible', { detail: tooLateToUndo, also: { possible: [] } })
  await refuseChanged(tx, id)
  await tx.updateTable('imports').set({ status: 'running', done_rows: 0 }).where('id', '=', id).execute()
  enqueue(tx, 'imports.run', { import_id: id, serials, undo: true })
}
const tooLateToUndo: Words = [
  `只能在完成後 ${terms.undoImport.zh}內復原。`,
  `An import can be undone for ${terms.undoImport.en} after its end.`,
]

/** Refuses the undo if a record was changed or removed since the import. */
const refuseChanged = async (tx: Tx, import_id: number) => {
  for (const { of, noun } of allKinds) {
    const { rows } = await sql<{ changed: number }>`
      select count(*)::integer as changed from external_refs r left join ${sql.table(of)} t on t.id = r.record_id
       where r.import_id = ${import_id} and r.table_name = ${of}
         and (t.id is null or r.record_version <> (to_jsonb(t) ->> 'version')::integer)`.execute(tx)
    const n = rows[0]?.changed ?? 0
    if (n > 0)
      refuse('step_not_possible', {
        detail: [
          `匯入後已有人修改 ${n} 筆${noun[0]}，不能復原。`,
          `${n} of the ${noun[1].toLowerCase()} were changed since: the import cannot be undone.`,
        ],
        also: { possible: [] },
      })
  }
}

/** Removes what an import has written, or says in its report why that is not possible. */
export async function runUndo(database: Database, by: By, import_id: number) {
  try {
    await database.transaction(writerOf(by, import_id), async (tx) => {
      // A worker that only seemed dead may have undone it meanwhile.
      if ((await lockedImport(tx, import_id)).status !== 'running') return
      await planOnce(tx)
      const context = { ...by, tx: silent(tx) }
      await refuseChanged(tx, import_id)
      await removeWritten(context, import_id)
      await tx.updateTable('imports').set({ status: 'undone' }).where('id', '=', import_id).execute()
    })
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOf(error)
    if (!refusal) throw error
    // Something else refers to a record, or its month is locked: the import stays as it was, and its report says why.
    await database.transaction({}, async (tx) => {
      const { report } = await tx
        .selectFrom('imports')
        .select('report')
        .where('id', '=', import_id)
        .executeTakeFirstOrThrow()
      const told = report ?? newReport()
      for (const problem of reportOfFault(refusal).problems) addProblem(told, problem)
      await tx
        .updateTable('imports')
        .set({ status: 'done', report: JSON.stringify(told) })
        .where('id', '=', import_id)
        .execute()
    })
  }
}

/** Removes everything that an import has written, the latest first. */
export async function removeWritten(context: Context, import_id: number) {
  const { tx } = context
  const refs = await tx
    .selectFrom('external_refs')
    .select(['table_name', 'record_id'])
    .where('import_id', '=', import_id)
    .orderBy('id', 'desc')
    .execute()
  const removed = new Set(refs.map(({ table_name, record_id }) => `${table_name} ${record_id}`))
  for (const { table_name, record_id } of refs) {
    const kind = allKinds.find(({ of }) => of === table_name)
    await kind?.remove(context, record_id, (table, id) => removed.has(`${table} ${id}`))
  }
  await tx.deleteFrom('external_refs').where('import_id', '=', import_id).execute()
  return refs.length
}
