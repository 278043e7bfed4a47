import type { Tx } from '../../../kit/db/tables.ts'
import type { FieldFaults } from '../../../kit/errors.ts'
import { isNullable } from '../../../kit/fields.ts'
import type { Words } from '../../../kit/words/words.ts'
import { typeWarnings } from '../rules.ts'
import { ImportedType } from '../schema.ts'
import { type Cells, lineParser, refuseColumns } from './lines.ts'

export type File = { columns: string[]; lines: { line: number; cells: Cells }[] }
type Outcome =
  | { result: 'created'; warnings: Words[] }
  | { result: 'unchanged' }
  | { result: 'refused'; errors: FieldFaults }
export type Report = Outcome & { line: number; type_code: string }

/** Imports types and reports every line. If one was refused, the caller must roll back all of them. */
export const importTypes = async (tx: Tx, { columns, lines }: File, zone: string): Promise<Report[]> => {
  refuseColumns(columns)
  const categories = await tx.selectFrom('addon_categories').select(['id', 'name', 'name_en', 'department']).execute()
  const read = lineParser(categories, zone)
  const reports: Report[] = []
  for (const { line, cells } of lines) {
    const { type, errors } = read(cells)
    const outcome: Outcome = type ? await add(tx, type, cells) : { result: 'refused', errors }
    reports.push({ line, type_code: cells.type_code ?? '', ...outcome })
  }
  return reports
}

// An existing type that equals the line is left unchanged; changes by staff are not overwritten.
const add = async (tx: Tx, type: ImportedType, cells: Cells): Promise<Outcome> => {
  const added = await tx
    .insertInto('addon_request_types')
    .values(type)
    .onConflict((there) => there.column('type_code').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return { result: 'created', warnings: typeWarnings(type) }
  const there = await tx
    .selectFrom('addon_request_types')
    .selectAll()
    .where('type_code', '=', type.type_code)
    .executeTakeFirstOrThrow()
  const others = differences(type, there, cells)
  return others.length ? { result: 'refused', errors: { type_code: [taken(others)] } } : { result: 'unchanged' }
}

// An empty cell means null where null is allowed; a missing column means no change.
const differences = (type: ImportedType, there: ImportedType, cells: Cells) => {
  const [given, kept] = [new Map(Object.entries(type)), new Map(Object.entries(there))]
  return Object.entries(ImportedType.properties)
    .filter(([column, field]) => cells[column] !== undefined || (column in cells && isNullable(field)))
    .map(([column]) => column)
    .concat('category' in cells ? 'category_id' : [])
    .filter((column) => (given.get(column) ?? null) !== kept.get(column))
}

const taken = (others: string[]) =>
  [
    `此值已被使用；不同的欄位：${others.join('、')}。`,
    `This value is taken already; what differs: ${others.join(', ')}.`,
  ] as const
