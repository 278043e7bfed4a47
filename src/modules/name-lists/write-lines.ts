import type { Tx } from '../../kit/db/tables.ts'
import { attempt } from '../../kit/db/transaction.ts'
import type { ListKind } from './columns.ts'
import { type Cells, personReader } from './people.ts'
import type { LineReport, Outcome } from './report.ts'

type NumberedLine = { line: number; cells: Cells }
type How = { kind: ListKind; nameIn: string; zone: string; dry_run: boolean | undefined }
type Read = Pick<ReturnType<ReturnType<typeof personReader>>, 'body' | 'names'>

/**
 * Reads the lines of a list, writes each of them and reports what became of it. If one is refused, and in a dry run, all are taken
 * back: the check of a list is its writing.
 */
export function writeLines(
  tx: Tx,
  lines: readonly NumberedLine[],
  { kind, nameIn, zone, dry_run }: How,
  write: (line: Read) => Promise<Outcome>,
) {
  const read = personReader(kind, zone)
  const reports: LineReport[] = []
  const takenBack = new Error('the list is taken back')
  return attempt(
    tx,
    async () => {
      for (const { line, cells } of lines) {
        const { errors, ...person } = read(cells)
        const outcome: Outcome = Object.keys(errors).length ? { result: 'refused', errors } : await write(person)
        reports.push({ line, name: cells[nameIn]?.trim() ?? '', ...outcome })
      }
      if (dry_run || reports.some(({ result }) => result === 'refused')) throw takenBack
      return { imported: true, reports }
    },
    async (error) => {
      if (error !== takenBack) throw error
      return { imported: false, reports }
    },
  )
}
