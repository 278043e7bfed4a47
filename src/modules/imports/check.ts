import { setImmediate as nextIteration } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../kit/db/connect.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { attempt } from '../../kit/db/transaction.ts'
import { refuse } from '../../kit/errors.ts'
import { silent } from '../../kit/events.ts'
import { enqueue, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import type { Words } from '../../kit/words/words.ts'
import { countFiles, isArchive, parseArchive } from './archive.ts'
import { formatOf, kindSaid, readFile } from './file.ts'
import { knownMapping, refuseStrange, rememberForms, touchForms } from './forms.ts'
import { checkLines, importLines } from './lines.ts'
import { LAST_HEADING_ROW, mapSheets, type RawSheet, type SheetMapping, type UnknownSheet } from './mapping.ts'
import { type ParsedSheet, parseSheet } from './parse.ts'
import { type By, lockedImport, planOnce, type UploadedFile, writerOf } from './record.ts'
import { addUnknown, type Progress, reportOfFault, reportOfTakenBack, TakenBack, totalOf } from './report.ts'
import type { Options, Report } from './schema.ts'
import { openFile, sealFile } from './sealed-file.ts'

/** A file of more lines is checked by a job, which shows its progress. */
const MOST_CHECKED_AT_ONCE = 300

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'imports.check': { import_id: number; serials: string }
  }
}

/** Checks a file and keeps it, sealed, until it is run. Nothing of it is written. */
export async function checkFile(tx: Tx, by: By, given: UploadedFile) {
  if (isArchive(given.name)) return checkArchive(tx, by, given)
  // What is no list at all is refused at once, also while another file is being checked.
  formatOf(given.name)
  await refuseSecondCheck(tx)
  const raw = await readFile(readable(given))
  const mapping = await mappingOf(tx, raw, given)
  await touchForms(tx, raw)
  const checked = await checkOrQueue(tx, by, raw, mapping, given.options)
  return keepChecked(tx, by, given, checked, mapping)
}

/** Files of people are unpacked and looked at by a job alone. */
const checkArchive = async (tx: Tx, by: By, given: UploadedFile) => {
  await refuseSecondCheck(tx)
  return keepChecked(tx, by, given, beingChecked(await countFiles(given.bytes)), [])
}

const keepChecked = async (
  tx: Tx,
  by: By,
  given: UploadedFile,
  checked: { status: 'checking' | 'checked' },
  mapping: readonly SheetMapping[],
) => {
  const { id } = await tx
    .insertInto('imports')
    .values({
      kind: given.kind ?? null,
      file_name: given.name.slice(0, 255),
      options: JSON.stringify(given.options),
      ...checked,
      imported_by: by.actor_id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = sealFile(by.keys, id, given.bytes)
  // Sealing and sending a large file each take a while; other requests have their turn in between.
  await nextIteration()
  await tx
    .updateTable('imports')
    .set({ file, mapping: JSON.stringify(mapping) })
    .where('id', '=', id)
    .execute()
  if (checked.status === 'checking') enqueue(tx, 'imports.check', { import_id: id, serials: by.serialPattern })
  return id
}

/** Says how the sheets of a file are read, keeps that for files of the same form, and checks the file again. */
export async function mapImport(tx: Tx, by: By & { actor_id: number }, id: number, mapping: readonly SheetMapping[]) {
  const { status, file, kind, options, file_name: name } = await lockedImport(tx, id)
  if (status !== 'checked' || !file) return refuse('step_not_possible', { detail: noFile, also: { possible: [] } })
  await refuseSecondCheck(tx)
  const given = { name, bytes: openFile(by.keys, id, file), kind: kind ?? undefined, options }
  const raw = await readFile(readable(given))
  refuseStrange(raw, mapping)
  await rememberForms(tx, raw, mapping, by.actor_id)
  const checked = await checkOrQueue(tx, by, raw, mapping, options)
  await tx
    .updateTable('imports')
    .set({ ...checked, done_rows: 0, mapping: JSON.stringify(mapping) })
    .where('id', '=', id)
    .execute()
  if (checked.status === 'checking') enqueue(tx, 'imports.check', { import_id: id, serials: by.serialPattern })
}
const noFile: Words = [
  '只能在匯入之前對應；檔案已不在，請重新上傳。',
  'Columns are mapped before the import. The file is gone: upload it again.',
]

/** A small file is checked at once, and a large one by a job. What has to be asked first is asked at once, whatever its size. */
const checkOrQueue = async (
  tx: Tx,
  by: By,
  raw: readonly RawSheet[],
  mapping: readonly SheetMapping[],
  options: Options,
) => {
  const how = { options, zone: by.zone }
  const rows = raw.reduce((sum, sheet) => sum + sheet.rows.length - 1, 0)
  if (rows <= MOST_CHECKED_AT_ONCE) return check(tx, by, await parse(raw, mapping, how), options)
  const heads = await parse(raw.map(beginningOf), mapping, how)
  const { unknown, sheets } = heads
  const unread = sheets.filter(({ isUnread }) => isUnread)
  if (unknown.length || unread.length) return check(tx, by, { unknown, sheets: unread }, options)
  return beingChecked(rows)
}

const beingChecked = (rows: number) => ({
  ...{ status: 'checking' as const, is_rehearsed: false, report: null },
  ...{ rows, created: 0, unchanged: 0, refused: 0 },
})

const beginningOf = ({ rows, ...sheet }: RawSheet): RawSheet => ({
  ...sheet,
  rows: rows.filter(({ line }) => line <= LAST_HEADING_ROW + 1),
})

/** How often a check that was in somebody's way begins anew, before it leaves the rest to the run. */
const MOST_ATTEMPTS = 3

/** Checks a large file, as its import will write it, and shows how far it has come. A check that is in somebody's way lets them pass. */
export async function runCheck({ import_id, serials }: Jobs['imports.check'], tools: JobTools) {
  const { database, keys, zone } = tools
  const row = await database.transaction({}, (tx) => lockedImport(tx, import_id))
  const { status, file, kind, file_name: name, options, mapping } = row
  if (status !== 'checking' || !file) return
  const by = { actor_id: row.imported_by ?? undefined, keys, zone, serialPattern: serials }
  try {
    const given = { name, bytes: openFile(keys, import_id, file), kind: kind ?? undefined, options }
    const parsed = isArchive(name)
      ? { sheets: await parseArchive(given.bytes, tools), unknown: [] }
      : await parseFile(database.db, given, zone, mapping)
    await endCheck(database, import_id, await checkPatiently(database, by, import_id, parsed, options))
  } catch (error) {
    const report = reportOfFault(error)
    await endCheck(database, import_id, { is_rehearsed: false, refused: row.rows, report: JSON.stringify(report) })
    throw error
  }
}

const endCheck = (database: Database, id: number, result: object) =>
  database.transaction({}, (tx) =>
    tx
      .updateTable('imports')
      .set({ status: 'checked', ...result })
      .where('id', '=', id)
      .where('status', '=', 'checking')
      .execute(),
  )

const checkPatiently = async (database: Database, by: By, id: number, parsed: ParsedFile, options: Options) => {
  const writer = writerOf(by, id)
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    let done = 0
    const progress = async (tx: Tx, lines: number) => {
      done += lines
      await database.transaction({}, (own) =>
        own
          .updateTable('imports')
          .set({ done_rows: done })
          .where('id', '=', id)
          .where('status', '=', 'checking')
          .execute(),
      )
      if (await isInTheWay(tx)) throw new InTheWay()
    }
    const checked = await database
      .transaction(writer, async (tx) => {
        await planOnce(tx)
        return check(tx, by, parsed, options, (lines) => progress(tx, lines))
      })
      .catch((error) => {
        if (error instanceof InTheWay) return undefined
        throw error
      })
    if (checked) return checked
  }
  return database.transaction(writer, (tx) => checkCells(tx, by, parsed, options))
}

/** Somebody waits for what a check holds. */
class InTheWay extends Error {
  constructor() {
    super('somebody waits for a lock of this check')
  }
}

const isInTheWay = async (tx: Tx) => {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))) as waits`.execute(
    tx,
  )
  return rows[0]?.waits ?? false
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

const readable = ({ name, bytes, options: { encoding } }: UploadedFile) => ({ name, bytes, encoding })

const mappingOf = (db: Db, raw: readonly RawSheet[], { kind }: Pick<UploadedFile, 'kind'>) =>
  // A kind that is said is that of the first sheet, and the others are left out.
  kind === undefined ? knownMapping(db, raw) : saidMapping(db, raw, kind)

const saidMapping = async (db: Db, [first, ...others]: readonly RawSheet[], kind: string) => [
  ...(first ? await knownMapping(db, [first], kindSaid(kind)) : []),
  ...others.map(({ sheet }) => ({ sheet, kind: null })),
]

/** The lines of a file, and the sheets that nobody has said anything of. */
export type ParsedFile = { sheets: ParsedSheet[]; unknown: UnknownSheet[] }

/** The lines of a file, read by their kinds, as its mapping says; or, without one, as far as nobody has to be asked. */
export async function parseFile(db: Db, given: UploadedFile, zone: string, mapping?: readonly SheetMapping[] | null) {
  if (given.kind !== undefined) kindSaid(given.kind)
  const raw = await readFile(readable(given))
  return parse(raw, mapping ?? (await mappingOf(db, raw, given)), { options: given.options, zone })
}

type How = { options: Options; zone: string }
const parse = async (raw: readonly RawSheet[], by: readonly SheetMapping[], { options: { mapping }, zone }: How) => {
  const { sheets, unknown } = mapSheets(raw, by)
  const parsed: ParsedSheet[] = []
  const seenOf = new Map<string, Map<string, { sheet: string; line: number }>>()
  for (const sheet of sheets) {
    const seen = seenOf.get(sheet.kind.code) ?? new Map()
    seenOf.set(sheet.kind.code, seen)
    parsed.push(await parseSheet(sheet, { zone, mapping, seen }))
  }
  return { sheets: parsed, unknown } satisfies ParsedFile
}

/** What would become of the lines of a file: all are written and taken back. */
const check = async (tx: Tx, by: By, parsed: ParsedFile, options: Options, progress?: Progress) => {
  const report = await rehearse(tx, by, parsed.sheets, options.on_existing ?? 'skip', progress)
  return resultOf(report, parsed, true)
}

/** The same by what cells say and name alone. */
const checkCells = async (tx: Tx, { keys }: By, parsed: ParsedFile, { on_existing: onExisting = 'skip' }: Options) =>
  resultOf(await checkLines({ tx, keys }, parsed.sheets, { import_id: undefined, onExisting }), parsed, false)

const resultOf = (report: Report, { unknown }: ParsedFile, is_rehearsed: boolean) => {
  for (const sheet of unknown) addUnknown(report, sheet)
  return { status: 'checked' as const, is_rehearsed, ...totalOf(report), report: JSON.stringify(report) }
}

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
        await importLines(context, sheets, { import_id: undefined, onExisting, ...(progress && { progress }) }),
      )
    },
    async (error) => reportOfTakenBack(error),
  )
}
