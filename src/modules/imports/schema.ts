import type { ColumnType, Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import { anyText, flag, line, moment, nullable, oneOf, orNull, ref, shownFields, whole } from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import type { Words } from '../../kit/words/words.ts'
import { kindCodes } from './kinds.ts'

const importStatuses = ['checked', 'running', 'done', 'failed', 'undone'] as const
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
  kind: string
  sheet: string
  rows: number
  created: number
  unchanged: number
  refused: number
}
/** Kept as it was made, in both languages. `more` is the number of problems beyond those that are kept. */
export type Report = {
  sheets: SheetCounts[]
  problems: { sheet: string; line: number; column: string | null; code: string; message: Words }[]
  more: number
  /** How many people of the import may be there twice. */
  doubles: number
  /** How many of its payments have a reference that another booking has too. Reports of before do not have it. */
  shared_references?: number
}

const counts = shownFields({ rows: whole(), created: whole(), unchanged: whole(), refused: whole() })

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
  sheets: Type.Array(Type.Object({ kind: oneOf(kindCodes), sheet: Type.String(), ...counts })),
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
      report: ColumnType<Report | null, string | null | undefined, string | null>
      imported_by: number | null
      finished_at: ColumnType<string | null, string | null | undefined, string | null>
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
