import { sql } from 'kysely'
import type { Database } from '../../kit/db/connect.ts'
import { constraintRefusal } from '../../kit/db/faults.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found, Refusal } from '../../kit/errors.ts'
import type { Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import type { Context } from './kind.ts'
import { totalOf } from './report.ts'
import type { Options, Report } from './schema.ts'

// The record of an import: how it begins, is locked, and ends.

/** A file as it was uploaded. Without a kind its sheets are named by theirs. */
export type UploadedFile = { name: string; bytes: Buffer; kind?: string | undefined; options: Options }
/** For whom an import writes. */
export type By = Omit<Context, 'tx'>
/** One run of an import by a worker. */
export type Attempt = { import_id: number; attempt: number }

/** The record of an import that the caller runs itself, without a job; none other may run meanwhile. */
export async function beginImport(tx: Tx, { name, kind, options }: Omit<UploadedFile, 'bytes'>, imported_by?: number) {
  return tx
    .insertInto('imports')
    .values({
      kind: kind ?? null,
      file_name: name.slice(0, 255),
      options: JSON.stringify(options),
      status: 'running',
      imported_by: imported_by ?? null,
    })
    .returning(['id as import_id', 'attempt'])
    .executeTakeFirstOrThrow()
}

export async function lockedImport(tx: Tx, id: number) {
  return found(
    await tx
      .selectFrom('imports')
      .select(['status', 'refused', 'kind', 'file_name', 'file', 'options', 'mapping', 'imported_by', 'rows'])
      .select(sql<boolean>`finished_at > now() - ${sql.lit(terms.undoImport.interval)}::interval`.as('may_undo'))
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
}

constraintRefusal(
  'imports_running',
  () => new Refusal('step_not_possible', { detail: oneAtATime, also: { possible: [] } }),
)
const oneAtATime: Words = ['另一個匯入正在進行；請等它結束。', 'Another import is running: wait until it has ended.']

/** As whom the transactions of an import are opened. */
export function writerOf({ actor_id }: By, import_id: number) {
  return { actor_id, request_id: `import-${import_id}` }
}

// To plan the statements of a trip for every line anew takes longer than to run them.
export function planOnce(tx: Tx) {
  return sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
}

export function showProgress(database: Database, { import_id, attempt }: Attempt, done_rows: number) {
  return database.transaction({}, (tx) =>
    tx.updateTable('imports').set({ done_rows }).where('id', '=', import_id).where('attempt', '=', attempt).execute(),
  )
}

/** Ends an import. Its file goes, whatever the result. */
export function endImport(database: Database, run: Attempt, status: 'done' | 'failed', report: Report) {
  return database.transaction({}, (tx) => endIn(tx, run, status, report))
}

export async function endIn(tx: Tx, { import_id, attempt }: Attempt, status: 'done' | 'failed', report: Report) {
  const { rows, created, unchanged, refused } = totalOf(report)
  const isDone = status === 'done'
  await tx
    .updateTable('imports')
    .set({
      status,
      file: null,
      mapping: null,
      finished_at: sql<string>`now()`,
      rows,
      created: isDone ? created : 0,
      ...(isDone && { done_rows: rows }),
      unchanged,
      refused,
      report: JSON.stringify(report),
    })
    .where('id', '=', import_id)
    .where('attempt', '=', attempt)
    .execute()
}
