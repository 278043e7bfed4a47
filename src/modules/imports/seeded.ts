import type { Tx } from '../../kit/db/tables.ts'
import { silent } from '../../kit/events.ts'
import { parseFile } from './check.ts'
import { importLines, keepVersions } from './lines.ts'
import { type By, beginImport, endIn, type UploadedFile } from './record.ts'

/** Imports a small file within a transaction, for the demo: all of its lines, or it fails. */
export async function importWithin(tx: Tx, by: By, given: UploadedFile) {
  const run = await beginImport(tx, given, by.actor_id)
  const { import_id } = run
  const context = { ...by, tx: silent(tx) }
  const report = await importLines(context, (await parseFile(tx, given, by.zone)).sheets, {
    import_id,
    onExisting: 'skip',
  })
  const [problem] = report.problems
  if (problem) throw new Error(`${given.name}, line ${problem.line}, ${problem.column}: ${problem.message[1]}`)
  await keepVersions(tx, import_id)
  await endIn(tx, run, 'done', report)
}
