import { sql } from 'kysely'
import type { Database } from '../../kit/db/connect.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { Refusal, refuse } from '../../kit/errors.ts'
import { silent } from '../../kit/events.ts'
import { removeUnknown } from '../../kit/files/sweep.ts'
import { enqueue, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import type { Words } from '../../kit/words/words.ts'
import { isArchive, parseArchive } from './archive.ts'
import { parseFile } from './check.ts'
import { countDoubles } from './doubles.ts'
import { newHeld } from './held.ts'
import type { Context } from './kind.ts'
import { analyze, finish, importLines, importLinesOf, keepVersions, PART, type Unfinished } from './lines.ts'
import type { ParsedSheet } from './parse.ts'
import { type Attempt, type By, endImport, lockedImport, planOnce, showProgress, writerOf } from './record.ts'
import {
  countOf,
  inOrder,
  newReport,
  type Progress,
  reportOfFault,
  reportOfTakenBack,
  TakenBack,
  totalOf,
} from './report.ts'
import { openFile } from './sealed-file.ts'
import { removeWritten, runUndo } from './undo.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    /** `serials` is the pattern of serials, which is a setting of the service that took the file. */
    'imports.run': { import_id: number; serials: string; undo?: true }
  }
}

/** A file of at most so many lines is written in one transaction; a larger one in parts of `PART` lines, removed again if one fails. */
const MOST_AT_ONCE = 2_000

/** Queues the run of an import that was checked and of which no line is refused. One runs at a time. Returns a refusal if one broke off. */
export async function startImport(tx: Tx, id: number, serials: string) {
  const row = await lockedImport(tx, id)
  if (row.status === 'checking') refuse('step_not_possible', { detail: stillChecked, also: { possible: [] } })
  if (row.status !== 'checked') refuse('step_not_possible', { detail: alreadyRun, also: { possible: [] } })
  if (row.refused > 0) refuse('step_not_possible', { detail: hasRefused(row.refused), also: { possible: [] } })
  if (await endAbandoned(tx, serials)) return brokenOff
  await tx.updateTable('imports').set({ status: 'running', done_rows: 0 }).where('id', '=', id).execute()
  enqueue(tx, 'imports.run', { import_id: id, serials })
  return undefined
}

/** A command that was killed leaves an import that nobody ends: a job removes what it has written. Returns whether there was one. */
export async function endAbandoned(tx: Tx, serials: string) {
  const abandoned = await tx
    .updateTable('imports')
    .set({ file: null, mapping: null })
    .where('status', '=', 'running')
    .where('updated_at', '<', sql<string>`now() - interval '10 minutes'`)
    .returning('id')
    .execute()
  for (const { id } of abandoned) enqueue(tx, 'imports.run', { import_id: id, serials })
  return abandoned.length > 0
}
const ABANDONED = [
  '另一個匯入中斷了，正在清除它寫入的資料；請一分鐘後再試。',
  'Another import broke off, and what it had written is being removed: try again in a minute.',
] as const
// Returned, not thrown: what was queued is committed.
const brokenOff = new Refusal('step_not_possible', { detail: ABANDONED, also: { possible: [] } })
const stillChecked: Words = [
  '檔案還在檢查；請等它完成。',
  'The file is still being checked: wait until that has ended.',
]
const alreadyRun: Words = [
  '這個匯入已經執行過；請重新上傳檔案。',
  'This import was run already: upload the file again.',
]
const hasRefused = (n: number): Words => [
  `有 ${n} 列未通過；請修正檔案後重新上傳。`,
  `${n} lines are refused: correct the file and upload it again.`,
]

/**
 * Runs or undoes an import. If a worker seems dead, another runs the job again from the start: what the first has written in parts is
 * removed before, and the first may write nothing more.
 */
export async function runImport({ import_id, serials, undo }: Jobs['imports.run'], tools: JobTools) {
  const { database, keys, zone } = tools
  const row = await database.transaction({}, (tx) => lockedImport(tx, import_id))
  if (row.status !== 'running') return
  const by = { actor_id: row.imported_by ?? undefined, keys, zone, serialPattern: serials }
  if (undo) return runUndo(database, by, import_id)
  const run = await newAttempt(database, by, import_id)
  if (!run) return
  const { file, kind, file_name: name, options, mapping } = row
  if (!file) return endImport(database, run, 'failed', reportOfFault(undefined))
  await orTakenBack(database, by, run, async () => {
    const bytes = openFile(keys, import_id, file)
    if (isArchive(name)) return importArchive(tools, by, bytes, run)
    const given = { name, bytes, kind: kind ?? undefined, options }
    const { sheets } = await parseFile(database.db, given, zone, mapping)
    return importSheets(database, by, sheets, { ...run, onExisting: options.on_existing ?? 'skip' })
  }).catch((error) => {
    if (!(error instanceof Overtaken)) throw error
  })
}

/** Stores the files of people, and takes away those that no record refers to in the end. */
const importArchive = async ({ database, files }: JobTools, by: By, bytes: Buffer, run: Attempt) => {
  const places: string[] = []
  try {
    const sheets = await parseArchive(bytes, { files }, { files, places })
    return await importSheets(database, by, sheets, { ...run, onExisting: 'skip' })
  } finally {
    if (places.length) await removeUnknown(database.db, files, places)
  }
}

/** Thrown by what an attempt wants to write after a newer one has begun. */
class Overtaken extends Error {
  constructor() {
    super('a newer attempt of the import has begun')
  }
}

/** Begins an attempt, as soon as nothing is being written for an earlier one, and removes what that has written. */
const newAttempt = (database: Database, by: By, import_id: number) =>
  database.transaction(writerOf(by, import_id), async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockOf(import_id)})`.execute(tx)
    const begun = await tx
      .updateTable('imports')
      .set({ attempt: sql<number>`attempt + 1` })
      .where('id', '=', import_id)
      .where('status', '=', 'running')
      .returning(['id as import_id', 'attempt'])
      .executeTakeFirst()
    await planOnce(tx)
    if (begun) await removeWritten({ ...by, tx: silent(tx) }, import_id)
    return begun
  })

const lockOf = (import_id: number) => sql`hashtext('import'), ${import_id}`

/** Whatever goes wrong, nothing of the import is left, and it has ended; unless a newer attempt does that. */
const orTakenBack = async <T>(database: Database, by: By, run: Attempt, work: () => Promise<T>) => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Overtaken) throw error
    await takeBack(database, by, run)
    await endImport(database, run, 'failed', reportOfFault(error))
    throw error
  }
}

type Run = Attempt & { onExisting: 'skip' | 'refuse'; progress?: Progress }

/** Writes all lines, or none if one is refused, and ends the import. */
export function importSheets(database: Database, by: By, sheets: readonly ParsedSheet[], run: Run) {
  return orTakenBack(database, by, run, () => importAll(database, by, sheets, run))
}

const importAll = async (database: Database, by: By, sheets: readonly ParsedSheet[], run: Run) => {
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows, 0)
  let done = 0
  const show: Progress = async (lines) => {
    done += lines
    await showProgress(database, run, done)
    await run.progress?.(lines)
  }
  const report =
    rows <= MOST_AT_ONCE
      ? await atOnce(database, by, sheets, { ...run, progress: show })
      : await inParts(database, by, sheets, { ...run, progress: show })
  const isDone = totalOf(report).refused === 0
  if (!isDone) await takeBack(database, by, run)
  await endImport(database, run, isDone ? 'done' : 'failed', report)
  return report
}

/** A transaction that writes for an attempt, if no newer one has begun; a newer one begins after its end. */
const inAttempt = <T>(
  database: Database,
  by: By,
  { import_id, attempt }: Attempt,
  work: (context: Context) => Promise<T>,
) =>
  database.transaction(writerOf(by, import_id), async (tx) => {
    await sql`select pg_advisory_xact_lock_shared(${lockOf(import_id)})`.execute(tx)
    const newest = await tx.selectFrom('imports').select('attempt').where('id', '=', import_id).executeTakeFirst()
    if (newest?.attempt !== attempt) throw new Overtaken()
    await planOnce(tx)
    return work({ ...by, tx: silent(tx) })
  })

const atOnce = (database: Database, by: By, sheets: readonly ParsedSheet[], run: Run) =>
  inAttempt(database, by, run, async (context) => {
    const report = await importLines(context, sheets, run)
    if (totalOf(report).refused > 0) throw new TakenBack(report)
    await keepVersions(context.tx, run.import_id)
    return { ...report, ...(await countDoubles(context.tx, run.import_id)) }
  }).catch(reportOfTakenBack)

const inParts = async (database: Database, by: By, sheets: readonly ParsedSheet[], run: Run) => {
  const report = newReport()
  const unfinished: Unfinished[] = []
  const held = newHeld()
  const inPart = <T>(work: (context: Context) => Promise<T>) => inAttempt(database, by, run, work)
  for (const parsed of inOrder(sheets)) {
    await inPart((context) => finish(context, unfinished, report, held, parsed.kind))
    const counted = countOf(parsed, report)
    const one: Unfinished = { parsed, written: [], counted }
    unfinished.push(one)
    let grown = PART
    for (let at = 0; at < parsed.lines.length; at += PART) {
      if (totalOf(report).refused > 0) return report
      const lines = parsed.lines.slice(at, at + PART)
      const written = await inPart((context) =>
        importLinesOf(context, parsed, lines, counted, report, { ...run, held }),
      )
      one.written.push(...written)
      if (counted.created < grown) continue
      grown *= 2
      await database.transaction({}, (tx) => analyze(tx, parsed.kind))
    }
  }
  return inPart(async (context) => {
    await finish(context, unfinished, report, held)
    await keepVersions(context.tx, run.import_id)
    return { ...report, ...(await countDoubles(context.tx, run.import_id)) }
  })
}

const takeBack = (database: Database, by: By, run: Attempt) =>
  inAttempt(database, by, run, (context) => removeWritten(context, run.import_id))
