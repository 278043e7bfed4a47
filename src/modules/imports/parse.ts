import { setImmediate as nextIteration } from 'node:timers/promises'
import { type TSchema, Type } from 'typebox'
import { type FieldFaults, Refusal } from '../../kit/errors.ts'
import type { Row } from '../../kit/files/csv.ts'
import { type Cell, columnLetters } from '../../kit/files/workbook.ts'
import { textParser } from '../../kit/http/routes/validators.ts'
import type { Words } from '../../kit/words/words.ts'
import { readCell, withoutApostrophe } from './cells.ts'
import type { Column, Kind, Problem } from './kind.ts'

/** A line of a file: the body by which its record is created, and the records that it names, by column. */
export type Line = {
  line: number
  key: string
  body: Record<string, unknown>
  names: Record<string, readonly string[]>
}
export type ParsedSheet = {
  kind: Kind
  sheet: string
  rows: number
  /** How many of the rows have a problem. */
  refused: number
  lines: Line[]
  /** The lines with a problem: what they name is looked up as well, so that a line tells all of its faults at once. */
  faulty: Line[]
  problems: Problem[]
}
/** A sheet of a file, as its reader found it. */
export type GivenSheet = {
  kind: Kind
  sheet: string
  rows: readonly Row<Cell>[]
  merged?: readonly string[]
  startsIn1904?: boolean
}
type How = { zone: string; mapping?: Record<string, string> | undefined }

/** Reads the lines of a sheet by its headings. What is wrong is named by line and column. */
export async function parseSheet(
  { kind, sheet, rows: [heading, ...others], merged = [], startsIn1904 = false }: GivenSheet,
  how: How,
): Promise<ParsedSheet> {
  const problems: Problem[] = []
  const add = (line: number, column: string | null, [code, message]: Told) =>
    problems.push({ sheet, line, column, code, message })
  if (heading?.line !== 1) add(1, null, told.noHeading)
  for (const range of merged) add(lineOf(range), range, told.merged(range))
  const columns = heading?.line === 1 ? columnsAt(kind, heading.cells, how.mapping ?? {}, add) : []
  const rows = others.filter((row) => !isExample(kind, columns, row))
  if (problems.length)
    return { kind, sheet, rows: rows.length, refused: Math.max(rows.length, 1), lines: [], faulty: [], problems }

  const read = lineReader(columns, how.zone, startsIn1904)
  const seen = new Map<string, number>()
  const lines: Line[] = []
  const faulty: Line[] = []
  for (const [i, row] of rows.entries()) {
    // So that many lines do not hold the event loop.
    if (i % AT_ONCE === 0) await nextIteration()
    const { body, names, faults } = read(row.cells)
    for (const [column, fault] of faults) add(row.line, column, fault)
    const key = faults.length ? undefined : kind.keyOf({ ...body, ...names })
    const first = key === undefined ? undefined : seen.get(key)
    if (first !== undefined) add(row.line, kind.columns[0]?.code ?? null, told.twice(first))
    if (key === undefined || first !== undefined) faulty.push({ line: row.line, key: '', body: {}, names })
    else {
      lines.push({ line: row.line, key, body, names })
      seen.set(key, row.line)
    }
  }
  return { kind, sheet, rows: rows.length, refused: rows.length - lines.length, lines, faulty, problems }
}
const AT_ONCE = 200

type Told = readonly [code: string, message: Words]
type ColumnAt = { at: number; column: Column }

/** Which column stands where. A heading is the code of a column or its word in either language, or what `mapping` says. */
const columnsAt = (
  kind: Kind,
  cells: readonly Cell[],
  mapping: Record<string, string>,
  add: (line: number, column: string | null, told: Told) => void,
) => {
  const meant = new Map(Object.entries(mapping).map(([heading, code]) => [asHeading(heading), code]))
  const columns: ColumnAt[] = []
  for (const [at, { text }] of cells.entries()) {
    const heading = meant.get(asHeading(text)) ?? text
    if (heading.trim() === '') continue
    const column = columnCalled(kind, heading)
    const before = columns.find((one) => one.column === column)
    if (!column) add(1, text.trim(), told.unknownColumn(kind, text.trim()))
    else if (before) add(1, column.code, told.sameMeaning(columnLetters(before.at), columnLetters(at)))
    else columns.push({ at, column })
  }
  for (const column of kind.columns)
    if (column.isRequired && !columns.some((one) => one.column === column)) add(1, column.code, told.missing(column))
  return columns
}

function columnCalled(kind: Kind, heading: string) {
  const said = asHeading(heading)
  return kind.columns.find(({ code, words }) => [code, ...words].some((name) => asHeading(name) === said))
}

// A template marks required columns with an asterisk.
const asHeading = (text: string) =>
  text.normalize('NFKC').trim().replace(/\*$/, '').trim().replace(/\s+/g, ' ').toLowerCase()

// The example of a template that nobody has removed. A file with fewer columns was not made from one.
const isExample = (kind: Kind, columns: readonly ColumnAt[], { line, cells }: Row<Cell>) =>
  line === 2 &&
  columns.length === kind.columns.length &&
  columns.every(({ at, column }) => withoutApostrophe(cells[at]?.text ?? '') === column.example)

/** Reads the cells of a line by the columns, and validates them with the schemas of the body. */
const lineReader = (columns: readonly ColumnAt[], zone: string, startsIn1904: boolean) => {
  const own = columns.filter(({ column }) => !column.refersTo)
  const check = textParser(Type.Object(Object.fromEntries(own.map(({ column }) => [column.code, column.schema]))), zone)
  const named = columns.filter(({ column }) => column.refersTo)

  return (cells: readonly Cell[]) => {
    const faults: [column: string, Told][] = []
    const given: Record<string, unknown> = {}
    for (const { at, column } of own) {
      const cell = cells[at]
      if (cell?.is === 'error') faults.push([column.code, told.formula(cell.text)])
      else if (cell && cell.text.trim() !== '') given[column.code] = cellValue(cell, column, startsIn1904)
    }
    const names: Record<string, readonly string[]> = {}
    for (const { at, column } of named) {
      const { text = '', is } = cells[at] ?? {}
      const isList = (column.schema as { type?: string }).type === 'array'
      const called = isList ? partsOf(text, true) : [text.trim()].filter((name) => name !== '')
      if (is === 'error') faults.push([column.code, told.formula(text)])
      else if (called.length) names[column.code] = called
      else if (column.isRequired) faults.push([column.code, told.required])
    }
    const body = validated(check, given as Record<string, string>, faults)
    return { body, names, faults }
  }
}

/** The body of a line. A column that has a fault already gets no other: its cell was not read. */
const validated = (
  check: (texts: Record<string, string>) => unknown,
  given: Record<string, string>,
  faults: [column: string, Told][],
) => {
  try {
    return check(given) as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const before = new Set(faults.map(([column]) => column))
    for (const [column, words] of byColumn(error.extras.errors ?? {}))
      for (const message of before.has(column) ? [] : words) faults.push([column, ['invalid', message]])
    return {}
  }
}

// A fault within a list is one of its column: `languages.0.level`.
const byColumn = (errors: FieldFaults) =>
  Object.entries(errors).map(([field, words]) => [field.split('.')[0] ?? field, words] as const)

const cellValue = (cell: Cell, { schema, codes, read }: Column, startsIn1904: boolean): unknown => {
  if (read) return read(cell.text.trim())
  const { type, items } = schema as { type?: string; items?: TSchema }
  if (type !== 'array' || !items) return readCell(cell, schema, codes, startsIn1904)
  const hasCodes = 'enum' in items
  return partsOf(cell.text, hasCodes).map((text) => readCell({ text }, items, codes, startsIn1904))
}

// Codes and names are separated by nearly everything; texts, which may have commas, by lines or vertical bars.
const partsOf = (text: string, areNames: boolean) => [
  ...new Set(
    text
      .split(areNames ? /[、,，;；|\n]+/ : /[|\n]+/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

const lineOf = (range: string) => Number(/\d+/.exec(range)?.[0] ?? 1)

const told = {
  noHeading: ['no_heading', ['第一列須為欄位名稱。', 'The first line must hold the headings.']],
  required: ['required', ['此欄必填。', 'This field is required.']],
  merged: (range: string): Told => [
    'merged_cells',
    [`${range} 是合併儲存格；請取消合併。`, `${range} are merged cells: part them.`],
  ],
  formula: (code: string): Told => [
    'formula_error',
    [`這一格是公式錯誤 ${code}；請改填值。`, `The formula of this cell failed (${code}): write its value.`],
  ],
  twice: (first: number): Told => [
    'twice_line',
    [`與第 ${first} 列是同一筆。`, `This is the same record as line ${first}.`],
  ],
  sameMeaning: (one: string, other: string): Told => [
    'same_column',
    [`${one} 與 ${other} 兩欄是同一個欄位。`, `The columns ${one} and ${other} are the same.`],
  ],
  missing: ({ code, words: [zh, en] }: Column): Told => [
    'missing_column',
    [`缺少欄位「${zh}」（${code}）。`, `The column “${en}” (${code}) is missing.`],
  ],
  unknownColumn: (kind: Kind, heading: string): Told => {
    const [zh, en] = [kind.columns.map(({ words }) => words[0]), kind.columns.map(({ code }) => code)]
    return [
      'unknown_column',
      [
        `沒有「${heading}」這個欄位；請改名、刪除，或指定對應。可用的欄位：${zh.join('、')}。`,
        `There is no column “${heading}”: rename it, remove it, or map it. There are: ${en.join(', ')}.`,
      ],
    ]
  },
} satisfies Record<string, Told | ((...given: never[]) => Told)>
