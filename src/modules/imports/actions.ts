import { setImmediate as nextIteration } from 'node:timers/promises'
import { type Insertable, sql } from 'kysely'
import type { Database } from '../../kit/db/connect.ts'
import { constraintRefusal } from '../../kit/db/faults.ts'
import { attempt } from '../../kit/db/savepoint.ts'
import type { Db, Tables, Tx } from '../../kit/db/tables.ts'
import { found, Refusal, refuse } from '../../kit/errors.ts'
import { silent } from '../../kit/events.ts'
import { enqueue, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { resealing } from '../../kit/secrets/rotation.ts'
import type { Words } from '../../kit/words/words.ts'
import { countDoubles } from './doubles.ts'
import { formatOf, readFile } from './file.ts'
import type { Context, Kind } from './kind.ts'
import { kinds } from './kinds.ts'
import { type ParsedSheet, parseSheet } from './parse.ts'
import { problemsOf } from './problems.ts'
import type { Options, Report } from './schema.ts'
import {
  addProblem,
  checkSheets,
  countOf,
  finish,
  inOrder,
  keepVersions,
  newReport,
  type Progress,
  totalOf,
  type Unfinished,
  writeLines,
  writeSheets,
} from './write.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    /** `serials` is the pattern of serials, which is a setting of the service that took the file. */
    'imports.run': { import_id: number; serials: string; undo?: true }
  }
}

/** A file of at most so many lines is tried completely when it is checked; a larger one only by what its cells say. */
const MOST_REHEARSED = 300
/** A file of at most so many lines is written in one transaction; a larger one in parts of `PART` lines, removed again if one fails. */
const MOST_AT_ONCE = 2_000
const PART = 500
export const HOURS_TO_UNDO = 24

type Given = { name: string; bytes: Buffer; kind?: string | undefined; options: Options }
type By = Omit<Context, 'tx'>

/** The lines of a file, read by their kinds. */
export async function parseFile({ name, bytes, kind, options }: Given, zone: string) {
  const { encoding, mapping } = options
  const sheets = await readFile({ name, bytes, kind, encoding })
  const parsed: ParsedSheet[] = []
  for (const sheet of sheets) parsed.push(await parseSheet(sheet, { zone, mapping }))
  return parsed
}

/** Checks a file and keeps it, sealed, until it is run. Nothing of it is written. */
export async function checkFile(tx: Tx, by: By, given: Given) {
  // What is no list at all is refused at once, also while another file is being checked.
  formatOf(given.name)
  await refuseSecondCheck(tx)
  const sheets = await parseFile(given, by.zone)
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows, 0)
  const how = { import_id: undefined, onExisting: given.options.on_existing ?? 'skip' } as const
  const is_rehearsed = rows <= MOST_REHEARSED
  const report = is_rehearsed
    ? await rehearse(tx, by, sheets, how.onExisting)
    : await checkSheets({ tx, keys: by.keys }, sheets, how)
  const { id } = await tx
    .insertInto('imports')
    .values({
      kind: given.kind ?? null,
      file_name: given.name.slice(0, 255),
      options: JSON.stringify(given.options),
      is_rehearsed,
      ...totalOf(report),
      report: JSON.stringify(report),
      imported_by: by.actor_id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = by.keys.seal(PURPOSE, given.bytes, `${id}`)
  // Sealing and sending a large file each take a while; other requests have their turn in between.
  await nextIteration()
  await tx.updateTable('imports').set({ file }).where('id', '=', id).execute()
  return id
}

/** A large file takes memory and time: one is checked at a time, in all processes together. */
const refuseSecondCheck = async (tx: Tx) => {
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('import check'), 0) as is_free`.execute(tx)
  if (!rows[0]?.is_free) refuse('step_not_possible', { detail: anotherIsChecked, also: { possible: [] } })
}
const anotherIsChecked: Words = [
  '另一個匯入檔案正在檢查；請等它完成，再上傳一次。',
  'Another file is being checked for an import: wait until that has ended, then upload this one again.',
]

/** An import with its file, if that is still there. */
export async function openedFile(db: Db, keys: Keys, id: number) {
  const { file, ...row } = found(
    await db
      .selectFrom('imports')
      .select(['kind', 'file_name', 'options', 'report', 'file'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return { ...row, file: file && keys.open(PURPOSE, file, `${id}`) }
}

/** Logs who downloaded lines of a file. */
export async function logDownload(tx: Tx, read: Insertable<Tables['import_reads']>) {
  await tx.insertInto('import_reads').values(read).execute()
}

const PURPOSE = 'import file'
export const importFileRotation = resealing('imports', 'file', { purpose: PURPOSE, bound: 'id' })

/** Writes all lines and takes them back. */
export function rehearse(
  tx: Tx,
  by: By,
  sheets: readonly ParsedSheet[],
  onExisting: 'skip' | 'refuse',
  progress?: Progress,
) {
  return attempt<Report>(
    tx,
    async () => {
      const context = { ...by, tx: silent(tx) }
      throw new TakenBack(
        await writeSheets(context, sheets, { import_id: undefined, onExisting, ...(progress && { progress }) }),
      )
    },
    async (error) => reportIn(error),
  )
}

class TakenBack extends Error {
  readonly report: Report
  constructor(report: Report) {
    super('taken back')
    this.report = report
  }
}
const reportIn = (error: unknown) => {
  if (error instanceof TakenBack) return error.report
  throw error
}

/** Queues the run of an import that was checked and of which no line is refused. One runs at a time. Returns a refusal if one broke off. */
export async function startImport(tx: Tx, id: number, serials: string) {
  const row = await lockedImport(tx, id)
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
    .set({ file: null })
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

/** Queues the undo of an import, if nobody has changed its records since and it did not end long ago. */
export async function undoImport(tx: Tx, id: number, serials: string) {
  const row = await lockedImport(tx, id)
  if (row.status !== 'done' || !row.may_undo)
    refuse('step_not_possible', { detail: tooLateToUndo, also: { possible: [] } })
  await refuseChanged(tx, id)
  await tx.updateTable('imports').set({ status: 'running', done_rows: 0 }).where('id', '=', id).execute()
  enqueue(tx, 'imports.run', { import_id: id, serials, undo: true })
}

const lockedImport = async (tx: Tx, id: number) =>
  found(
    await tx
      .selectFrom('imports')
      .select(['status', 'refused', 'kind', 'file_name', 'file', 'options', 'imported_by'])
      .select(sql<boolean>`finished_at > now() - ${HOURS_TO_UNDO} * interval '1 hour'`.as('may_undo'))
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )

constraintRefusal(
  'imports_running',
  () => new Refusal('step_not_possible', { detail: oneAtATime, also: { possible: [] } }),
)
const oneAtATime: Words = ['另一個匯入正在進行；請等它結束。', 'Another import is running: wait until it has ended.']
const alreadyRun: Words = [
  '這個匯入已經執行過；請重新上傳檔案。',
  'This import was run already: upload the file again.',
]
const hasRefused = (n: number): Words => [
  `有 ${n} 列未通過；請修正檔案後重新上傳。`,
  `${n} lines are refused: correct the file and upload it again.`,
]
const tooLateToUndo: Words = [
  `只能在完成後 ${HOURS_TO_UNDO} 小時內復原。`,
  `An import can be undone for ${HOURS_TO_UNDO} hours after its end.`,
]

/** Refuses the undo if a record was changed or removed since the import. */
const refuseChanged = async (tx: Tx, import_id: number) => {
  for (const { of, noun } of kinds) {
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

/**
 * Runs or undoes an import. If a worker seems dead, another runs the job again from the start: what the first has written in parts is
 * removed before, and the first may write nothing more.
 */
export async function runImport({ import_id, serials, undo }: Jobs['imports.run'], tools: JobTools) {
  const { database, keys, zone } = tools
  const row = await database.transaction({}, (tx) => lockedImport(tx, import_id))
  if (row.status !== 'running') return
  const by = { actor_id: row.imported_by ?? undefined, keys, zone, serialPattern: serials }
  if (undo) return undoNow(database, by, import_id)
  const run = await newAttempt(database, by, import_id)
  if (!run) return
  const { file, kind, file_name: name, options } = row
  if (!file) return end(database, run, 'failed', reportOfFault(undefined))
  await orTakenBack(database, by, run, async () => {
    const bytes = keys.open(PURPOSE, file, `${import_id}`)
    const sheets = await parseFile({ name, bytes, kind: kind ?? undefined, options }, zone)
    return importSheets(database, by, sheets, { ...run, onExisting: options.on_existing ?? 'skip' })
  }).catch((error) => {
    if (!(error instanceof Overtaken)) throw error
  })
}

/** One run of an import by a worker. */
type Attempt = { import_id: number; attempt: number }

/** Thrown by what an attempt wants to write after a newer one has begun. */
class Overtaken extends Error {
  constructor() {
    super('a newer attempt of the import has begun')
  }
}

/** Begins an attempt, as soon as nothing is being written for an earlier one, and removes what that has written. */
const newAttempt = (database: Database, by: By, import_id: number) =>
  database.transaction(who(by, import_id), async (tx) => {
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
    await end(database, run, 'failed', reportOfFault(error))
    throw error
  }
}

/** The record of an import that the caller runs itself, without a job; none other may run meanwhile. */
export async function beginImport(tx: Tx, { name, kind, options }: Omit<Given, 'bytes'>, imported_by?: number) {
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

type Run = Attempt & { onExisting: 'skip' | 'refuse'; progress?: Progress }

/** Writes all lines, or none if one is refused, and ends the import. */
export function importSheets(database: Database, by: By, sheets: readonly ParsedSheet[], run: Run) {
  return orTakenBack(database, by, run, () => write(database, by, sheets, run))
}

const write = async (database: Database, by: By, sheets: readonly ParsedSheet[], run: Run) => {
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows, 0)
  let done = 0
  const show: Progress = async (lines) => {
    done += lines
    await showProgress(database, run, done)
    await run.progress?.(lines)
  }
  const report =
    rows <= MOST_AT_ONCE
      ? await writeAtOnce(database, by, sheets, { ...run, progress: show })
      : await writeInParts(database, by, sheets, { ...run, progress: show })
  const isDone = totalOf(report).refused === 0
  if (!isDone) await takeBack(database, by, run)
  await end(database, run, isDone ? 'done' : 'failed', report)
  return report
}

const who = ({ actor_id }: By, import_id: number) => ({ actor_id, request_id: `import-${import_id}` })

/** A transaction that writes for an attempt, if no newer one has begun; a newer one begins after its end. */
const writing = <T>(
  database: Database,
  by: By,
  { import_id, attempt }: Attempt,
  work: (context: Context) => Promise<T>,
) =>
  database.transaction(who(by, import_id), async (tx) => {
    await sql`select pg_advisory_xact_lock_shared(${lockOf(import_id)})`.execute(tx)
    const newest = await tx.selectFrom('imports').select('attempt').where('id', '=', import_id).executeTakeFirst()
    if (newest?.attempt !== attempt) throw new Overtaken()
    await planOnce(tx)
    return work({ ...by, tx: silent(tx) })
  })

// To plan the statements of a trip for every line anew takes longer than to run them.
const planOnce = (tx: Tx) => sql`set local plan_cache_mode = force_generic_plan`.execute(tx)

const writeAtOnce = (database: Database, by: By, sheets: readonly ParsedSheet[], run: Run) =>
  writing(database, by, run, async (context) => {
    const report = await writeSheets(context, sheets, run)
    if (totalOf(report).refused > 0) throw new TakenBack(report)
    await keepVersions(context.tx, run.import_id)
    return { ...report, ...(await countDoubles(context.tx, run.import_id)) }
  }).catch(reportIn)

const writeInParts = async (database: Database, by: By, sheets: readonly ParsedSheet[], run: Run) => {
  const report = newReport()
  const unfinished: Unfinished[] = []
  const inTransaction = <T>(work: (context: Context) => Promise<T>) => writing(database, by, run, work)
  for (const parsed of inOrder(sheets)) {
    await inTransaction((context) => finish(context, unfinished, report, parsed.kind))
    const counted = countOf(parsed, report)
    const one: Unfinished = { parsed, written: [], counted }
    unfinished.push(one)
    let grown = PART
    for (let at = 0; at < parsed.lines.length; at += PART) {
      if (totalOf(report).refused > 0) return report
      const lines = parsed.lines.slice(at, at + PART)
      const written = await inTransaction((context) => writeLines(context, parsed, lines, counted, report, run))
      one.written.push(...written)
      if (one.written.length < grown) continue
      grown *= 2
      await analyze(database, parsed.kind)
    }
  }
  return inTransaction(async (context) => {
    await finish(context, unfinished, report)
    await keepVersions(context.tx, run.import_id)
    return { ...report, ...(await countDoubles(context.tx, run.import_id)) }
  })
}

/**
 * Counts the rows of the tables that have grown. Statements that were planned when a table was empty read all of it, for every line anew,
 * and PostgreSQL looks after its statistics only once a minute.
 */
const analyze = (database: Database, { of }: Kind) =>
  database.transaction({}, async (tx) => {
    for (const table of new Set([of, ...GROWN_BESIDE])) await sql`analyze ${sql.table(table)}`.execute(tx)
  })
const GROWN_BESIDE = ['external_refs', 'persons', 'person_records', 'booking_price_lines']

/** Imports a small file within a transaction, for the demo: all of its lines, or it fails. */
export async function importWithin(tx: Tx, by: By, given: Given) {
  const run = await beginImport(tx, given, by.actor_id)
  const { import_id } = run
  const context = { ...by, tx: silent(tx) }
  const report = await writeSheets(context, await parseFile(given, by.zone), { import_id, onExisting: 'skip' })
  const [problem] = report.problems
  if (problem) throw new Error(`${given.name}, line ${problem.line}, ${problem.column}: ${problem.message[1]}`)
  await keepVersions(tx, import_id)
  await endIn(tx, run, 'done', report)
}

/** Removes everything that an import has written, the latest first. */
const takeBack = (database: Database, by: By, run: Attempt) =>
  writing(database, by, run, (context) => removeWritten(context, run.import_id))

const removeWritten = async (context: Context, import_id: number) => {
  const { tx } = context
  const refs = await tx
    .selectFrom('external_refs')
    .select(['table_name', 'record_id'])
    .where('import_id', '=', import_id)
    .orderBy('id', 'desc')
    .execute()
  const removed = new Set(refs.map(({ table_name, record_id }) => `${table_name} ${record_id}`))
  for (const { table_name, record_id } of refs) {
    const kind = kinds.find(({ of }) => of === table_name)
    await kind?.remove(context, record_id, (table, id) => removed.has(`${table} ${id}`))
  }
  await tx.deleteFrom('external_refs').where('import_id', '=', import_id).execute()
  return refs.length
}

const undoNow = async (database: Database, by: By, import_id: number) => {
  try {
    await database.transaction(who(by, import_id), async (tx) => {
      // A worker that only seemed dead may have undone it meanwhile.
      if ((await lockedImport(tx, import_id)).status !== 'running') return
      await planOnce(tx)
      const context = { ...by, tx: silent(tx) }
      await refuseChanged(tx, import_id)
      await removeWritten(context, import_id)
      await tx.updateTable('imports').set({ status: 'undone' }).where('id', '=', import_id).execute()
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Something else refers to a record: the import stays as it was, and its report says why.
    await database.transaction({}, async (tx) => {
      const { report } = await tx
        .selectFrom('imports')
        .select('report')
        .where('id', '=', import_id)
        .executeTakeFirstOrThrow()
      const told = report ?? newReport()
      for (const problem of reportOfFault(error).problems) addProblem(told, problem)
      await tx
        .updateTable('imports')
        .set({ status: 'done', report: JSON.stringify(told) })
        .where('id', '=', import_id)
        .execute()
    })
  }
}

const showProgress = (database: Database, { import_id, attempt }: Attempt, done_rows: number) =>
  database.transaction({}, (tx) =>
    tx.updateTable('imports').set({ done_rows }).where('id', '=', import_id).where('attempt', '=', attempt).execute(),
  )

// The file goes with the end of the run, whatever its result.
const end = (database: Database, run: Attempt, status: 'done' | 'failed', report: Report) =>
  database.transaction({}, (tx) => endIn(tx, run, status, report))

const endIn = async (tx: Tx, { import_id, attempt }: Attempt, status: 'done' | 'failed', report: Report) => {
  const { rows, created, unchanged, refused } = totalOf(report)
  const isDone = status === 'done'
  await tx
    .updateTable('imports')
    .set({
      status,
      file: null,
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

const reportOfFault = (error: unknown): Report => {
  const [kind] = kinds
  const said = error instanceof Refusal && kind ? problemsOf(error, kind) : [{ code: 'failed', message: failed }]
  const problems = said.map(({ code, message }) => ({ sheet: '', line: 0, column: null, code, message }))
  return { ...newReport(), problems }
}
const failed: Words = [
  '匯入中斷，未寫入任何資料；請再上傳一次。',
  'The import broke off and nothing was written: upload the file again.',
]
