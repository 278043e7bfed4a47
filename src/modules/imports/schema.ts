import type { ColumnType, Generated, RawBuilder } from 'kysely'
import { type Static, Type } from 'typebox'
import { anyText, flag, line, moment, nullable, oneOf, orNull, ref, shownFields, whole } from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import type { Words } from '../../kit/words/words.ts'
import { allKinds, kindCodes } from './kinds.ts'
import type { SheetMapping } from './mapping.ts'
import type { RepairCode } from './parse.ts'

const importStatuses = ['checking', 'checked', 'running', 'done', 'failed', 'undone'] as const
type ImportStatus = (typeof importStatuses)[number]

/** How a file is read. `mapping` says which column of the file is which of the kind: `{"團名": "name"}`; an empty text leaves one out. */
export const Options = Type.Object({
  encoding: Type.Optional(oneOf(['auto', 'utf-8', 'big5'])),
  on_existing: Type.Optional(oneOf(['skip', 'refuse'])),
  mapping: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 60 }))),
})
export type Options = Static<typeof Options>

/** What became of the lines of one sheet. */
export type SheetCounts = {
  kind: string | null
  sheet: string
  rows: number
  created: number
  unchanged: number
  refused: number
  /** Lines without a fault of their own, which name one that is refused. Reports of before do not have it. */
  waiting?: number
}
/** What is wrong in the same way on many lines. */
export type Cause = {
  sheet: string
  column: string | null
  code: string
  message: Words
  lines: number
  /** The first lines, for an example. */
  first: number[]
  /** What stands in their cells, where another word would do. */
  words: { word: string; lines: number }[]
}
/** Kept as it was made, in both languages. `more` is the number of problems beyond those that are kept. */
export type Report = {
  sheets: SheetCounts[]
  problems: { sheet: string; line: number; column: string | null; code: string; message: Words }[]
  more: number
  /** Reports of before have neither of these three. */
  causes?: Cause[]
  repairs?: { sheet: string; column: string; code: RepairCode; cells: number }[]
  /** Of a sheet it is not known what it holds, or of a heading which column it is. */
  is_unmapped?: boolean
  /** How many people of the import may be there twice. */
  doubles: number
  /** How many of its payments have a reference that another booking has too. Reports of before do not have it. */
  shared_references?: number
}

const counts = shownFields({ rows: whole(), created: whole(), unchanged: whole(), refused: whole() })
/** What was set right without asking: a zero that a spreadsheet dropped, a title or a telephone number beside a name. */
const repairCodes = ['zero', 'title', 'phone'] as const

/** A file that was uploaded, and what became of it. @public */
export const Import = Type.Object({
  kind: nullable(oneOf(kindCodes)),
  file_name: line(255, 'hotels.xlsx'),
  status: oneOf(importStatuses),
  /** Every line was tried as it will be written. Large files are tried by the run itself. */
  is_rehearsed: flag(),
  rows: whole(),
  created: whole(),
  unchanged: whole(),
  refused: whole(),
  done_rows: whole(),
  imported_by: nullable(ref()),
  finished_at: nullable(moment()),
})

const more = {
  imported_by_name: orNull(anyText('周文彬')),
  /** Whether it can be run, or undone, now. */
  may_run: Type.Boolean(),
  may_undo: Type.Boolean(),
}
export const ListedImport = RecordOf(Import, more)
export const ShownImport = RecordOf(Import, {
  ...more,
  sheets: Type.Array(
    Type.Object({
      kind: orNull(oneOf(allKinds.map(({ code }) => code))),
      sheet: Type.String(),
      ...counts,
      waiting: Type.Integer(),
    }),
  ),
  /** Of a sheet it is not known what it holds, or of a heading which column it is: `/mapping` takes the answer. */
  is_unmapped: Type.Boolean(),
  /** The problems by what is wrong, those of most lines first. */
  causes: Type.Array(
    Type.Object({
      sheet: Type.String(),
      column: orNull(anyText('status')),
      code: Type.String(),
      message: Type.String(),
      lines: Type.Integer(),
      first: Type.Array(Type.Integer()),
      words: Type.Array(Type.Object({ word: anyText('已發布'), lines: Type.Integer() })),
    }),
  ),
  repairs: Type.Array(
    Type.Object({ sheet: Type.String(), column: Type.String(), code: oneOf(repairCodes), cells: Type.Integer() }),
  ),
  problems: Type.Array(
    Type.Object({
      sheet: Type.String(),
      line: Type.Integer(),
      column: orNull(anyText('birth_date')),
      code: Type.String(),
      message: Type.String(),
    }),
  ),
  more_problems: Type.Integer(),
  possible_doubles: Type.Integer(),
  shared_references: Type.Integer(),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    imports: Stamps & {
      kind: string | null
      file_name: string
      file: Buffer | null
      options: ColumnType<Options, string | undefined, string>
      status: Generated<ImportStatus>
      is_rehearsed: Generated<boolean>
      rows: Generated<number>
      created: Generated<number>
      unchanged: Generated<number>
      refused: Generated<number>
      done_rows: Generated<number>
      attempt: Generated<number>
      mapping: ColumnType<SheetMapping[] | null, string | undefined, string | null>
      report: ColumnType<Report | null, string | null | undefined, string | null>
      imported_by: number | null
      finished_at: ColumnType<string | null, string | null | undefined, string | null>
    }
    import_forms: Stamps & {
      form: string
      sheet: string
      kind: SheetMapping['kind'] | null
      columns: ColumnType<Record<string, string>, string, string>
      words: ColumnType<Record<string, Record<string, string>>, string, string>
      mapped_by: number | null
      used_at: ColumnType<string, string | RawBuilder<string> | undefined, string | RawBuilder<string>>
    }
    import_reads: {
      id: Generated<number>
      import_id: number
      actor_id: number
      rows: number
      request_id: string | null
      created_at: Generated<string>
    }
    external_refs: {
      id: Generated<number>
      table_name: string
      record_id: number
      system: Generated<string>
      value: string
      import_id: number | null
      record_version: number | null
      invited_at: string | null
      created_at: Generated<string>
    }
  }
}
