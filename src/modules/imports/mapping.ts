import { type Static, Type } from 'typebox'
import { nullable, oneOf, whole } from '../../kit/fields.ts'
import type { Row } from '../../kit/files/csv.ts'
import type { Cell } from '../../kit/files/workbook.ts'
import type { Words } from '../../kit/words/words.ts'
import type { Problem } from './kind.ts'
import { kindCodes, kinds } from './kinds.ts'
import type { GivenSheet } from './parse.ts'

/** How many of its first rows may stand above the headings of a sheet. */
export const LAST_HEADING_ROW = 20

const text = (max: number) => Type.String({ maxLength: max })

/** How one sheet of a file is read. Without a kind the sheet is left out. */
export const SheetMapping = Type.Object({
  sheet: text(255),
  kind: nullable(oneOf(kindCodes)),
  heading_row: Type.Optional(whole(1, LAST_HEADING_ROW)),
  /** Which heading is which column, by its code; an empty text leaves one out. */
  columns: Type.Optional(Type.Record(text(200), text(60), { maxProperties: 200 })),
  /** What words of the house mean, by column. */
  words: Type.Optional(
    Type.Record(text(60), Type.Record(text(500), text(500), { maxProperties: 500 }), { maxProperties: 200 }),
  ),
})
export type SheetMapping = Static<typeof SheetMapping>

/** A sheet as its reader found it, with all of its rows. */
export type RawSheet = {
  sheet: string
  rows: readonly Row<Cell>[]
  merged?: readonly string[]
  startsIn1904?: boolean
}

/** A sheet of which nobody has said what it holds. */
export type UnknownSheet = { sheet: string; rows: number; problem: Problem }
export type MappedSheets = { sheets: GivenSheet[]; unknown: UnknownSheet[] }

/** The sheets of a file that are imported, and those of which nobody has said what they hold. */
export function mapSheets(raw: readonly RawSheet[], mapping: readonly SheetMapping[]): MappedSheets {
  const bySheet = new Map(mapping.map((one) => [one.sheet, one]))
  const mapped: MappedSheets = { sheets: [], unknown: [] }
  for (const { sheet, rows, ...more } of raw) {
    const how = bySheet.get(sheet)
    if (!how) mapped.unknown.push(unknownSheet(sheet, rows.length))
    const kind = kinds.find(({ code }) => code === how?.kind)
    if (!how || !kind) continue
    const { heading_row = 1, columns = {}, words = {} } = how
    const below = rows.filter(({ line }) => line >= heading_row)
    mapped.sheets.push({ kind, sheet, rows: below, ...more, heading_row, columns, words })
  }
  return mapped
}

const unknownSheet = (sheet: string, rows: number): UnknownSheet => ({
  sheet,
  rows,
  problem: { sheet, line: 1, column: null, code: 'unknown_sheet', message: whatIsIt(sheet) },
})

const names = (language: 0 | 1) =>
  kinds.map(({ code, noun }) => (language ? code : noun[0])).join(language ? ', ' : '、')
const whatIsIt = (sheet: string): Words => [
  `工作表「${sheet}」不是可匯入的種類；請選擇它是哪一種資料，或不匯入。可用的有：${names(0)}。`,
  `The sheet “${sheet}” is no kind of records: say what it holds, or leave it out. There are: ${names(1)}.`,
]
