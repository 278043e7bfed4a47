import { Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { anyText, oneOf, orNull, whole } from '../../kit/fields.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { recordsOf, wordOfCode } from './choices.ts'
import { readFile } from './file.ts'
import { knownMapping } from './forms.ts'
import { headingsOf } from './headings.ts'
import type { Column, Kind } from './kind.ts'
import { kindCodes, kinds } from './kinds.ts'
import { mapSheets, type RawSheet, type SheetMapping } from './mapping.ts'
import { parseSheet } from './parse.ts'
import { propose, proposeColumns } from './propose.ts'
import type { Options, Report } from './schema.ts'

const text = () => Type.String()
const Choice = Type.Object({ value: text(), label: text() })

/** How a sheet is read, or what is proposed for it, with as much of it as somebody needs to decide. */
export const ShownSheet = Type.Object({
  sheet: anyText('客戶'),
  lines: whole(),
  kind: orNull(oneOf(kindCodes)),
  /** Nobody has said yet how the sheet is read: the rest is a proposal. */
  is_proposed: Type.Boolean(),
  heading_row: whole(1),
  /** Its first rows, to find the headings among them. */
  rows: Type.Array(Type.Object({ row: whole(1), cells: Type.Array(text()) })),
  columns: Type.Array(
    Type.Object({
      heading: anyText('出團日'),
      /** The code of the column that it is, or an empty text if it is left out. */
      column: anyText('departure_date'),
      /** Nobody has said so: it is only like it. */
      is_guess: Type.Boolean(),
      examples: Type.Array(text()),
    }),
  ),
  /** The words that a column does not know, and what they were said to mean. */
  words: Type.Array(
    Type.Object({
      column: anyText('status'),
      word: anyText('已發布'),
      lines: whole(),
      means: orNull(anyText('open')),
    }),
  ),
  /** What the cells of such a column may hold. Of a column without them any text may. */
  choices: Type.Array(Type.Object({ column: anyText('status'), choices: Type.Array(Choice) })),
})

type Kept = {
  file_name: string
  bytes: Buffer
  options: Options
  report: Report | null
  mapping: readonly SheetMapping[] | null
}
/** A sheet that is looked at as another kind, or with its headings in another row. */
export type Tried = { sheet?: string; kind?: string; heading_row?: number }

/** The sheets of a file with how each is read. The number of cells that are shown is told too, since they may name people. */
export async function shownMapping(db: Db, kept: Kept, tried: Tried, how: { locale: Locale; zone: string }) {
  const { file_name: name, bytes, options, mapping } = kept
  const raw = await readFile({ name, bytes, encoding: options.encoding })
  const known = mapping ?? (await knownMapping(db, raw))
  const wanted = tried.sheet === undefined ? raw : raw.filter(({ sheet }) => sheet === tried.sheet)
  const sheets = []
  for (const sheet of wanted) sheets.push(await shownSheet(db, sheet, known, kept, { ...tried, ...how }))
  return { sheets, rows: wanted.reduce((sum, { rows }) => sum + Math.min(rows.length, MOST_ROWS), 0) }
}

type How = Tried & { locale: Locale; zone: string }
const shownSheet = async (
  db: Db,
  raw: RawSheet,
  known: readonly SheetMapping[],
  { report, options }: Kept,
  { kind: tried, heading_row: at, locale, zone }: How,
) => {
  const said = known.find(({ sheet }) => sheet === raw.sheet)
  const proposal = propose(
    raw,
    kinds.find(({ code }) => code === (tried ?? said?.kind)),
    at,
  )
  const isAsked = tried !== undefined || at !== undefined
  const kind = said?.kind === null && !isAsked ? undefined : proposal.kind
  const heading_row = at ?? (isAsked ? proposal.heading_row : (said?.heading_row ?? proposal.heading_row))
  const head = raw.rows.find(({ line }) => line === heading_row)
  const columns = kind && head ? columnsOf(raw, kind, heading_row, said) : []
  const meant = said?.words ?? {}
  const mapped = { sheet: raw.sheet, kind: kind?.code ?? null, heading_row, words: meant } as SheetMapping
  const own = { ...mapped, columns: Object.fromEntries(columns.map(({ heading, column }) => [heading, column])) }
  const words = kind ? [...(await strangeWords(raw, own, { options, zone })), ...missingNames(report, raw.sheet)] : []
  const asked = [...new Set([...words.map(({ column }) => column), ...Object.keys(meant)])]
  return {
    sheet: raw.sheet,
    lines: raw.rows.filter(({ line }) => line > heading_row).length,
    kind: kind?.code ?? null,
    is_proposed: !said || isAsked,
    heading_row,
    rows: raw.rows
      .slice(0, MOST_ROWS)
      .map(({ line, cells }) => ({ row: line, cells: cells.slice(0, MOST_CELLS).map(shortened) })),
    columns,
    words: [...words.map((word) => ({ ...word, means: null })), ...saidWords(meant)],
    choices: kind ? await choicesOf(db, kind, asked, locale) : [],
  }
}
const MOST_ROWS = 12
const MOST_CELLS = 40
const MOST_EXAMPLES = 3
const shortened = ({ text }: { text: string }) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

const columnsOf = ({ rows }: RawSheet, kind: Kind, heading_row: number, said: SheetMapping | undefined) => {
  const head = rows.find(({ line }) => line === heading_row) ?? { line: heading_row, cells: [] }
  const below = rows.filter(({ line }) => line > heading_row)
  const proposed = proposeColumns(kind, head)
  const own = said?.kind === kind.code && said.heading_row === heading_row ? (said.columns ?? {}) : {}
  return headingsOf(head.cells).flatMap((heading, at) => {
    if (heading === '') return []
    const guess = proposed.get(heading)
    const column = own[heading] ?? guess?.column.code ?? ''
    const texts = below.map(({ cells }) => cells[at] ?? { text: '' }).filter(({ text }) => text.trim() !== '')
    const examples = texts.slice(0, MOST_EXAMPLES).map(shortened)
    return [{ heading, column, is_guess: own[heading] === undefined && !guess?.isSure, examples }]
  })
}

type Word = { column: string; word: string; lines: number }

/** More lines are not read for a page: what their report names will do. */
const MOST_READ = 20_000

/** What stands in cells that a column cannot take. */
const strangeWords = async (
  raw: RawSheet,
  mapping: SheetMapping,
  { options, zone }: { options: Options; zone: string },
) => {
  const [sheet] = mapSheets([raw], [mapping]).sheets
  if (!sheet || raw.rows.length > MOST_READ) return []
  const { problems } = await parseSheet(sheet, { zone, mapping: options.mapping })
  const words = new Map<string, Word>()
  for (const { column, word } of problems) {
    if (word === undefined || column === null) continue
    const known = words.get(`${column} ${word}`) ?? { column, word, lines: 0 }
    known.lines += 1
    words.set(`${column} ${word}`, known)
  }
  return [...words.values()].slice(0, MOST_WORDS)
}
const MOST_WORDS = 300

const missingNames = (report: Report | null, sheet: string): Word[] =>
  (report?.causes ?? [])
    .filter((cause) => cause.sheet === sheet && cause.code.endsWith('_reference'))
    .flatMap(({ column, words }) => words.map((word) => ({ column: column ?? '', ...word })))

const saidWords = (meant: NonNullable<SheetMapping['words']>) =>
  Object.entries(meant).flatMap(([column, words]) =>
    Object.entries(words).map(([word, means]) => ({ column, word, lines: 0, means })),
  )

const choicesOf = async (db: Db, { columns }: Kind, asked: readonly string[], locale: Locale) => {
  const shown: { column: string; choices: { value: string; label: string }[] }[] = []
  for (const column of columns.filter(({ code }) => asked.includes(code))) {
    const choices = column.refersTo ? await recordsOf(db, column.refersTo) : wordsOf(column, locale)
    shown.push({ column: column.code, choices })
  }
  return shown
}

const wordsOf = (column: Column, locale: Locale) => {
  const { enum: own, items } = column.schema as { enum?: unknown[]; items?: { enum?: unknown[] } }
  return (own ?? items?.enum ?? [])
    .filter((code) => code !== null)
    .map(String)
    .map((code) => ({ value: code, label: say(wordOfCode(column, code), locale) }))
}
