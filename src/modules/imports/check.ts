import { setImmediate as nextIteration } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { attempt } from '../../kit/db/transaction.ts'
import { refuse } from '../../kit/errors.ts'
import { silent } from '../../kit/events.ts'
import type { Words } from '../../kit/words/words.ts'
import { formatOf, readFile } from './file.ts'
import { checkLines, importLines } from './lines.ts'
import { type ParsedSheet, parseSheet } from './parse.ts'
import type { By, UploadedFile } from './record.ts'
import { type Progress, reportOfTakenBack, TakenBack, totalOf } from './report.ts'
import type { Report } from './schema.ts'
import { sealFile } from './sealed-file.ts'

/** A file of at most so many lines is tried completely when it is checked; a larger one only by what its cells say. */
const MOST_REHEARSED = 300

/** Checks a file and keeps it, sealed, until it is run. Nothing of it is written. */
export async function checkFile(tx: Tx, by: By, given: UploadedFile) {
  // What is no list at all is refused at once, also while another file is being checked.
  formatOf(given.name)
  await refuseSecondCheck(tx)
  const sheets = await parseFile(given, by.zone)
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows, 0)
  const how = { import_id: undefined, onExisting: given.options.on_existing ?? 'skip' } as const
  const is_rehearsed = rows <= MOST_REHEARSED
  const report = is_rehearsed
    ? await rehearse(tx, by, sheets, how.onExisting)
    : await checkLines({ tx, keys: by.keys }, sheets, how)
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
  const file = sealFile(by.keys, id, given.bytes)
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

/** The lines of a file, read by their kinds. */
export async function parseFile({ name, bytes, kind, options }: UploadedFile, zone: string) {
  const { encoding, mapping } = options
  const sheets = await readFile({ name, bytes, kind, encoding })
  const parsed: ParsedSheet[] = []
  for (const sheet of sheets) parsed.push(await parseSheet(sheet, { zone, mapping }))
  return parsed
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
