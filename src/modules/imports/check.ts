import { setImmediate as nextIteration } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { attempt } from '../../kit/db/transaction.ts'
import { refuse } from '../../kit/errors.ts'
import { silent } from '../../kit/events.ts'
import type { Words } from '../../kit/words/words.ts'
import { formatOf, kindSaid, readFile } from './file.ts'
import { knownMapping, refuseStrange, rememberForms, touchForms } from './forms.ts'
import { checkLines, importLines } from './lines.ts'
import { mapSheets, type RawSheet, type SheetMapping, type UnknownSheet } from './mapping.ts'
import { type ParsedSheet, parseSheet } from './parse.ts'
import { type By, lockedImport, type UploadedFile } from './record.ts'
import { addUnknown, type Progress, reportOfTakenBack, TakenBack, totalOf } from './report.ts'
import type { Options, Report } from './schema.ts'
import { openFile, sealFile } from './sealed-file.ts'

/** A file of at most so many lines is tried completely when it is checked; a larger one only by what its cells say. */
const MOST_REHEARSED = 300

/** Checks a file and keeps it, sealed, until it is run. Nothing of it is written. */
export async function checkFile(tx: Tx, by: By, given: UploadedFile) {
  // What is no list at all is refused at once, also while another file is being checked.
  formatOf(given.name)
  await refuseSecondCheck(tx)
  const raw = await readFile(readable(given))
  const mapping = await mappingOf(tx, raw, given)
  await touchForms(tx, raw)
  const checked = await check(tx, by, await parse(raw, mapping, { ...given, zone: by.zone }), given.options)
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
  const checked = await check(tx, by, await parse(raw, mapping, { options, zone: by.zone }), options)
  await tx
    .updateTable('imports')
    .set({ ...checked, mapping: JSON.stringify(mapping) })
    .where('id', '=', id)
    .execute()
}
const noFile: Words = [
  '只能在匯入之前對應；檔案已不在，請重新上傳。',
  'Columns are mapped before the import. The file is gone: upload it again.',
]

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

/** What would become of the lines of a file. */
const check = async (
  tx: Tx,
  by: By,
  { sheets, unknown }: ParsedFile,
  { on_existing: onExisting = 'skip' }: Options,
) => {
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows, 0)
  const is_rehearsed = rows <= MOST_REHEARSED
  const report = is_rehearsed
    ? await rehearse(tx, by, sheets, onExisting)
    : await checkLines({ tx, keys: by.keys }, sheets, { import_id: undefined, onExisting })
  for (const sheet of unknown) addUnknown(report, sheet)
  return { is_rehearsed, ...totalOf(report), report: JSON.stringify(report) }
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
