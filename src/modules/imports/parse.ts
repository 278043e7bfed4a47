import { setImmediate as nextIteration } from 'node:timers/promises'
import { type TSchema, Type } from 'typebox'
import { type FieldFaults, Refusal } from '../../kit/errors.ts'
import { isPhone } from '../../kit/fields.ts'
import type { Row } from '../../kit/files/csv.ts'
import { type Cell, columnLetters } from '../../kit/files/workbook.ts'
import { textParser } from '../../kit/http/routes/validators.ts'
import { phoneKey } from '../../kit/phones.ts'
import type { Words } from '../../kit/words/words.ts'
import { asWord, readCell, withoutApostrophe } from './cells.ts'
import { codesOf, examplesOf, wordOfCode } from './choices.ts'
import { type HouseWords, headingsOf } from './headings.ts'
import type { Column, Kind, Names, Problem } from './kind.ts'
import { personIn, withLostZero } from './repairs.ts'

/** A line of a file: the body by which its record is created, and the records that it names, by column. */
export type Line = {
  line: number
  key: string
  body: Record<string, unknown>
  names: Names
}
/** What was set right without asking, in how many cells of a column. */
export type Repair = { column: string; code: RepairCode; cells: number }
export type RepairCode = 'zero' | 'title' | 'phone'
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
  repairs: Repair[]
  /** Its headings are not understood, so that no line was read. */
  isUnread: boolean
}
/** A sheet of a file, as its reader found it, from its row of headings on. */
export type GivenSheet = {
  kind: Kind
  sheet: string
  rows: readonly Row<Cell>[]
  merged?: readonly string[]
  startsIn1904?: boolean
  heading_row?: number
  /** Which heading is which column; an empty text leaves one out. */
  columns?: Record<string, string>
  words?: HouseWords
}
type How = {
  zone: string
  mapping?: Record<string, string> | undefined
  /** Where the records of a kind stand, over all of its sheets. */
  seen?: Map<string, Place>
}
type Place = { sheet: string; line: number }

/** Reads the lines of a sheet by its headings. What is wrong is named by line and column. */
export async function parseSheet(
  { kind, sheet, rows: [heading, ...others], merged = [], startsIn1904 = false, ...given }: GivenSheet,
  how: How,
): Promise<ParsedSheet> {
  const { heading_row = 1, columns: meant = {}, words = {} } = given
  const problems: Problem[] = []
  const add = (line: number, column: string | null, [code, message, ofCell]: Told) =>
    problems.push({ sheet, line, column, code, message, ...ofCell })
  if (heading?.line !== heading_row) add(heading_row, null, told.noHeading)
  for (const range of merged.filter((one) => lineOf(one) >= heading_row)) add(lineOf(range), range, told.merged(range))
  const addAtHeading: Add = (column, fault) => add(heading_row, column, fault)
  const columns =
    heading?.line === heading_row ? columnsAt(kind, heading.cells, { ...how.mapping, ...meant }, addAtHeading) : []
  const isTemplate = heading?.cells.some(({ text }) => text.trim().endsWith('*')) ?? false
  const isExample = exampleTest(kind, columns, isTemplate, startsIn1904)
  const rows = others.filter((row) => !isExample(row, row.line === heading_row + 1))
  const counted = { kind, sheet, rows: rows.length, problems, lines: [] as Line[], faulty: [] as Line[] }
  if (problems.length) return { ...counted, refused: Math.max(rows.length, 1), repairs: [], isUnread: true }

  const read = lineReader(columns, how.zone, startsIn1904, words)
  const seen = how.seen ?? new Map<string, Place>()
  const repairs = new Map<string, Repair>()
  const { lines, faulty } = counted
  for (const [i, row] of rows.entries()) {
    // So that many lines do not hold the event loop.
    if (i % AT_ONCE === 0) await nextIteration()
    const { body, names, faults, repaired, given } = read(row.cells)
    for (const [column, fault] of faults) add(row.line, column, fault)
    for (const [column, code] of repaired) count(repairs, column, code)
    const key = faults.length ? undefined : kind.keyOf({ ...body, ...names })
    const first = key === undefined ? undefined : seen.get(key)
    if (first) add(row.line, kind.columns[0]?.code ?? null, told.twice(first, sheet))
    if (key === undefined) faulty.push({ line: row.line, key: '', body: given, names })
    else if (first) faulty.push({ line: row.line, key: '', body: {}, names })
    else {
      lines.push({ line: row.line, key, body, names })
      seen.set(key, { sheet, line: row.line })
    }
  }
  return { ...counted, refused: rows.length - lines.length, repairs: [...repairs.values()], isUnread: false }
}
const AT_ONCE = 200

const count = (repairs: Map<string, Repair>, column: string, code: RepairCode) => {
  const repair = repairs.get(`${column} ${code}`) ?? { column, code, cells: 0 }
  repair.cells += 1
  repairs.set(`${column} ${code}`, repair)
}

type Told = readonly [code: string, message: Words, ofCell?: { word?: string; way: Words }]
type Add = (column: string | null, told: Told) => unknown
type ColumnAt = { at: number; column: Column }

/** Which column stands where. A heading is the code of a column or its word in either language, or what `mapping` says. */
const columnsAt = (kind: Kind, cells: readonly Cell[], mapping: Record<string, string>, add: Add) => {
  const meant = new Map(Object.entries(mapping).map(([heading, code]) => [asHeading(heading), code]))
  const columns: ColumnAt[] = []
  for (const [at, text] of headingsOf(cells).entries()) {
    const heading = meant.get(asHeading(text)) ?? cells[at]?.text ?? ''
    if (heading.trim() === '') continue
    const column = columnCalled(kind, heading)
    const before = columns.find((one) => one.column === column)
    if (!column) add(heading.trim(), told.unknownColumn(kind, heading.trim()))
    else if (before) add(column.code, told.sameMeaning(columnLetters(before.at), columnLetters(at)))
    else columns.push({ at, column })
  }
  for (const column of kind.columns)
    if (column.isRequired && !columns.some((one) => one.column === column)) add(column.code, told.missing(column))
  return columns
}

/** The column that a heading names by its code or by its word in either language. */
export function columnCalled(kind: Kind, heading: string) {
  const said = asHeading(heading)
  return kind.columns.find(({ code, words }) => [code, ...words].some((name) => asHeading(name) === said))
}

/** A heading as headings are compared. A template marks required columns with an asterisk. */
export function asHeading(text: string) {
  return text.normalize('NFKC').trim().replace(/\*$/, '').trim().replace(/\s+/g, ' ').toLowerCase()
}

/**
 * The example of a template that nobody has removed, also where columns were removed, the lines are sorted, or a spreadsheet has written it
 * in its own way. Two or three equal cells of a file that was not made from a template may be a record.
 */
const exampleTest = (kind: Kind, columns: readonly ColumnAt[], isTemplate: boolean, startsIn1904: boolean) => {
  const examples = columns.map(({ at, column }) => {
    const asRead = (cell: Cell) => comparable(cell, column, startsIn1904)
    return { at, asRead, known: new Set([...examplesOf(column)].map((text) => asRead({ text }))) }
  })
  const least = (isFirst: boolean) => {
    if (isFirst && (isTemplate || columns.length === kind.columns.length)) return 1
    return isFirst || isTemplate ? FEWEST_ALIKE : Number.POSITIVE_INFINITY
  }
  return ({ cells }: Row<Cell>, isFirst: boolean) =>
    columns.filter(({ at }) => cells[at]?.text.trim()).length >= least(isFirst) &&
    examples.every(({ at, asRead, known }) => known.has(asRead(cells[at] ?? { text: '' })))
}
const FEWEST_ALIKE = 4

/** What a cell says, however it is written: `2027/1/28` and `46415` are one day, and a telephone number may have lost its zero. */
const comparable = (cell: Cell, column: Column, startsIn1904: boolean) => {
  const text = withoutApostrophe(cell.text).trim()
  if (text === '' || column.refersTo) return asWord(text)
  const value = cellValue({ ...cell, text }, column, startsIn1904, (part) => part)
  if (isPhone(column.schema)) return digitsOf(text).replace(/^0+/, '')
  return JSON.stringify(value).toLowerCase()
}

/** Reads the cells of a line by the columns, and validates them with the schemas of the body. */
export function lineReader(
  columns: readonly ColumnAt[],
  zone: string,
  startsIn1904: boolean,
  houseWords: HouseWords = {},
) {
  const own = columns.filter(({ column }) => !column.refersTo)
  const check = textParser(Type.Object(Object.fromEntries(own.map(({ column }) => [column.code, column.schema]))), zone)
  const named = columns.filter(({ column }) => column.refersTo)
  const meaning = meaningOf(houseWords)
  const places = new Map(columns.map(({ column }) => [column.code, column]))

  return (cells: readonly Cell[]) => {
    const line: CellsOfLine = { given: {}, faults: [], repaired: [] }
    const texts = new Map(own.map(({ at, column }) => [column.code, cells[at]?.text.trim() ?? '']))
    const { given, faults } = line
    for (const { at, column } of own) {
      const cell = meaning(column, cells[at])
      if (cell?.is === 'error') faults.push([column.code, told.formula(cell.text)])
      else if (cell && cell.text.trim() !== '')
        takeCell(cell, column, startsIn1904, line, (text) => meaning(column, { text })?.text ?? text)
    }
    for (const { at, column } of own)
      if (column.personWith !== undefined) takePerson(column, meaning(column, cells[at]), places, line)
    const names: Record<string, readonly string[]> = {}
    for (const { at, column } of named) {
      const { text = '', is } = meaning(column, cells[at]) ?? {}
      const isList = (column.schema as { type?: string }).type === 'array'
      const called = isList ? partsOf(text, true) : [text.trim()].filter((name) => name !== '')
      if (is === 'error') faults.push([column.code, told.formula(text)])
      else if (called.length) names[column.code] = called.map((part) => meaning(column, { text: part })?.text ?? part)
      else if (column.isRequired) faults.push([column.code, told.required])
    }
    const body = validated(check, { ...given } as Record<string, string>, faults, texts)
    return { body, names, faults, given, repaired: line.repaired }
  }
}

type CellsOfLine = {
  given: Record<string, unknown>
  faults: [column: string, Told][]
  repaired: [column: string, RepairCode][]
}
type MeantCell = Cell & { isMeant?: true }

/** What a word of the house means in a column; `isMeant` says that somebody was asked. */
const meaningOf = (houseWords: HouseWords) => {
  const known = new Map(
    Object.entries(houseWords).map(([column, words]) => [
      column,
      new Map(Object.entries(words).map(([word, means]) => [asWord(word), means])),
    ]),
  )
  return (column: Column, cell: Cell | undefined): MeantCell | undefined => {
    const means = cell && known.get(column.code)?.get(asWord(cell.text))
    return means === undefined ? cell : { text: means, isMeant: true }
  }
}

/** Reads a cell into the values of its line. A word that a column does not know is named with those that it does. */
const takeCell = (
  cell: Cell,
  column: Column,
  startsIn1904: boolean,
  { given, faults, repaired }: CellsOfLine,
  meaning: (part: string) => string,
) => {
  const value = cellValue(cell, column, startsIn1904, meaning)
  const codes = column.read ? undefined : codesOf(column.schema)
  const strange = codes && [value].flat().find((part) => !codes.includes(String(part)))
  if (strange !== undefined) return faults.push([column.code, told.unknownWord(String(strange), column)])
  given[column.code] = value
  if (!isPhone(column.schema)) return
  const number = withLostZero(String(value)) ?? String(value)
  given[column.code] = number
  if (digitsOf(number) !== digitsOf(cell.text)) repaired.push([column.code, 'zero'])
}

const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '')

/** Takes what stands beside a name away from it: a title, and a telephone number, which goes to its own column. */
const takePerson = (
  column: Column,
  cell: MeantCell | undefined,
  columns: ReadonlyMap<string, Column>,
  { given, faults, repaired }: CellsOfLine,
) => {
  const text = given[column.code]
  if (typeof text !== 'string' || cell?.isMeant) return
  const { name, title, phone, isMany } = personIn(text)
  if (isMany) return faults.push([column.code, told.twoNames(text)])
  if (phone !== undefined) {
    const to = column.personWith ?? ''
    const there = given[to]
    const isKnown = typeof there === 'string' && phoneKey(there) === phoneKey(phone)
    if (!isKnown && (there !== undefined || !columns.has(to))) return faults.push([column.code, told.phoneInName(text)])
    given[to] = isKnown ? there : (withLostZero(phone) ?? phone)
    repaired.push([column.code, 'phone'])
  }
  if (title !== undefined) repaired.push([column.code, 'title'])
  if (title !== undefined || phone !== undefined) given[column.code] = name
}

/** The body of a line. A column that has a fault already gets no other: its cell was not read. */
const validated = (
  check: (texts: Record<string, string>) => unknown,
  given: Record<string, string>,
  faults: [column: string, Told][],
  texts: ReadonlyMap<string, string>,
) => {
  try {
    return check(given) as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const before = new Set(faults.map(([column]) => column))
    for (const [column, words] of byColumn(error.extras.errors ?? {}))
      for (const message of before.has(column) ? [] : words)
        faults.push([column, ['invalid', message, { way: message, ...wordOf(texts.get(column)) }]])
    return {}
  }
}

const wordOf = (text: string | undefined) => (text ? { word: text } : {})

// A fault within a list is one of its column: `languages.0.level`.
const byColumn = (errors: FieldFaults) =>
  Object.entries(errors).map(([field, words]) => [field.split('.')[0] ?? field, words] as const)

const cellValue = (
  cell: Cell,
  { schema, codes, read }: Column,
  startsIn1904: boolean,
  meaning: (part: string) => string,
): unknown => {
  if (read) return read(cell.text.trim())
  const { type, items } = schema as { type?: string; items?: TSchema }
  if (type !== 'array' || !items) return readCell(cell, schema, codes, startsIn1904)
  const hasCodes = 'enum' in items
  return partsOf(cell.text, hasCodes).map((text) => readCell({ text: meaning(text) }, items, codes, startsIn1904))
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

/** What may stand in a cell, in words. */
const wordsIn = (column: Column): Words => {
  const all = codesOf(column.schema) ?? []
  const called = (language: 0 | 1) => all.slice(0, MOST_WORDS).map((code) => wordOfCode(column, code)[language])
  const more = all.length > MOST_WORDS
  return [
    `這一格可以填：${called(0).join('、')}${more ? '等' : ''}。`,
    `A cell may hold: ${called(1).join(', ')}${more ? ' and others' : ''}.`,
  ]
}
const MOST_WORDS = 12

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
  twice: (first: Place, sheet: string): Told => [
    'twice_line',
    first.sheet === sheet
      ? [`與第 ${first.line} 列是同一筆。`, `This is the same record as line ${first.line}.`]
      : [
          `與工作表「${first.sheet}」第 ${first.line} 列是同一筆。`,
          `This is the same record as line ${first.line} of the sheet “${first.sheet}”.`,
        ],
    { way: ['與另一列是同一筆。', 'This is the same record as another line.'] },
  ],
  unknownWord: (word: string, column: Column): Told => {
    const way = wordsIn(column)
    return ['unknown_word', [`沒有「${word}」。${way[0]}`, `There is no “${word}”. ${way[1]}`], { word, way }]
  },
  twoNames: (word: string): Told => {
    const way: Words = ['每一列填一個人的姓名。', 'A line names one person.']
    return [
      'two_names',
      [`這一格像是不只一個人；${way[0]}`, `The cell seems to name more than one person. ${way[1]}`],
      { word, way },
    ]
  },
  phoneInName: (word: string): Told => {
    const way: Words = [
      '姓名裡有電話；請只填姓名，電話填在電話的欄位。',
      'The name holds a telephone number: give the name alone, and the number in its own column.',
    ]
    return ['phone_in_name', way, { word, way }]
  },
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
