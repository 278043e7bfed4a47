import { Type } from 'typebox'
import { refusalOf } from '../../db/faults.ts'
import type { Json } from '../../db/json.ts'
import type { Tx } from '../../db/tables.ts'
import { attempt, undone } from '../../db/transaction.ts'
import { Refusal, refuse } from '../../errors.ts'
import { flag, oneOf } from '../../fields.ts'
import type { Locale } from '../../words/words.ts'
import { problem } from '../server/problem.ts'

const count = Type.Integer({ minimum: 0 })

/** The `meta` of a call that writes many records at once, whose `data` has a row for each: what was done, in a dry run nothing. */
export const BulkMeta = Type.Object({ dry_run: flag(), created: count })
/** The same of a call that changes many records. */
export const BulkChanges = Type.Object({ ...BulkMeta.properties, changed: count })

/** The most records that one call changes: each takes some statements, and all of them are one transaction. */
export const MOST_CHANGED = 300

/** What is said of each record. */
export const bulkLine = {
  status: oneOf(['changed', 'would_change', 'unchanged', 'refused']),
  faults: Type.Array(Type.String()),
}
type Line = { status: 'changed' | 'would_change' | 'unchanged' | 'refused'; faults: string[] }

type Bulk<R, Told> = {
  dry_run?: boolean | undefined
  locale: Locale
  /** How a record is named in its line. */
  named: (record: R) => object
  /** What is told of a record that is refused. */
  nothing: Told
}

/**
 * Changes many records, all or none, and says of each what became of it. In a dry run everything is done and taken back, so that
 * it says exactly what would be refused.
 */
export async function changeMany<R extends { id: number }, Told extends object>(
  tx: Tx,
  records: readonly R[],
  { dry_run = false, locale, named, nothing }: Bulk<R, Told>,
  change: (record: R) => Promise<Told & { isChanged: boolean }>,
): Promise<Json> {
  const lines = new Map<number, Line>()
  const done = dry_run ? 'would_change' : 'changed'
  const changeAll = async () => {
    // In one order, so that two calls for the same records do not wait for each other.
    for (const record of records.toSorted((one, other) => one.id - other.id)) {
      const line = await attempt<Line>(
        tx,
        async () => {
          const { isChanged, ...told } = await change(record)
          return { ...named(record), status: isChanged ? done : 'unchanged', faults: [], ...told }
        },
        async (error) => ({ ...named(record), status: 'refused', faults: [sentenceOf(error, locale)], ...nothing }),
      )
      lines.set(record.id, line)
    }
  }
  await (dry_run ? undone(tx, changeAll) : changeAll())
  const rows = records.flatMap(({ id }) => lines.get(id) ?? [])
  if (!dry_run && rows.some(({ status }) => status === 'refused')) refuseAll(rows)
  const changed = rows.filter(({ status }) => status === 'changed').length
  return { json: JSON.stringify(rows), meta: { dry_run, created: 0, changed } }
}

const sentenceOf = (error: unknown, locale: Locale) => {
  const refusal = error instanceof Refusal ? error : refusalOf(error)
  if (!refusal) throw error
  return problem(refusal, locale, '').message
}

const refuseAll = (rows: Line[]) => {
  const refused = rows.filter(({ status }) => status === 'refused').length
  return refuse('invalid_input', {
    detail: [
      `有 ${refused} 筆不能變更，因此全部都沒有變更；請看每一筆的說明。`,
      `${refused} of them cannot be changed, so nothing was changed; see what is said of each.`,
    ],
    also: { rows: rows.map((line) => ({ ...line, ...(line.status === 'changed' && { status: 'would_change' }) })) },
  })
}
