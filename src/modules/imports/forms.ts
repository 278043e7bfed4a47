import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import type { Row } from '../../kit/files/csv.ts'
import type { Cell } from '../../kit/files/workbook.ts'
import type { Words } from '../../kit/words/words.ts'
import { type HouseWords, headingsOf } from './headings.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds.ts'
import { LAST_HEADING_ROW, type RawSheet, type SheetMapping } from './mapping.ts'
import { asHeading } from './parse.ts'
import { propose } from './propose.ts'

// A house answers once how its spreadsheets are read. A sheet is recognized by its form, which is the set of its headings.

/**
 * How the sheets of a file are read as far as nobody has to be asked: those of a form that is known, and those that are named by their kind.
 * Words of the house hold for all sheets of a kind.
 */
export async function knownMapping(db: Db, raw: readonly RawSheet[], said?: Kind): Promise<SheetMapping[]> {
  const forms = await formsOf(db, raw)
  const words = await wordsOfKinds(db)
  return raw.flatMap((sheet): SheetMapping[] => {
    const row = said ? undefined : headRows(sheet).find((one) => forms.has(formOf(one)))
    const form = row && forms.get(formOf(row))
    if (form) {
      const { kind, columns } = form
      return [
        { sheet: sheet.sheet, kind, heading_row: row.line, columns, words: merged(words.get(kind ?? ''), form.words) },
      ]
    }
    const { kind, heading_row, isNamed } = propose(sheet, said)
    if (!kind || !isNamed) return []
    return [{ sheet: sheet.sheet, kind: codeOf(kind), heading_row, columns: {}, words: words.get(kind.code) ?? {} }]
  })
}

/** The code of a kind, as its schema names it. */
const codeOf = ({ code }: Kind) => code as NonNullable<SheetMapping['kind']>

const headRows = ({ rows }: RawSheet) => rows.filter(({ line }) => line <= LAST_HEADING_ROW)

/** A fingerprint of the headings in a row. One heading alone is none: it may be a title. */
const formOf = ({ cells }: Row<Cell>) => {
  const headings = headingsOf(cells)
    .filter((heading) => heading !== '')
    .map(asHeading)
  if (headings.length < 2) return ''
  return createHash('sha256').update(headings.sort().join('\n')).digest('hex')
}

type Form = { kind: SheetMapping['kind']; columns: Record<string, string>; words: HouseWords }

const formsOf = async (db: Db, raw: readonly RawSheet[]) => {
  const wanted = [...new Set(raw.flatMap((sheet) => headRows(sheet).map(formOf)))].filter((form) => form !== '')
  const { rows } = await sql<Form & { form: string }>`
    select form, kind, columns, words from import_forms where form = any (${wanted}::text[])`.execute(db)
  return new Map(rows.map(({ form, ...row }) => [form, row]))
}

/** What words of the house mean in the columns of each kind, the latest answer last. */
const wordsOfKinds = async (db: Db) => {
  const { rows } = await sql<{ kind: string; words: HouseWords }>`
    select kind, words from import_forms where kind is not null and words <> '{}' order by updated_at, id`.execute(db)
  const byKind = new Map<string, HouseWords>()
  for (const { kind, words } of rows) byKind.set(kind, merged(byKind.get(kind), words))
  return byKind
}

const merged = (one: HouseWords = {}, other: HouseWords = {}): HouseWords => {
  const columns = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...columns].map((column) => [column, { ...one[column], ...other[column] }]))
}

/** Refuses a mapping of sheets that the file does not have, or of columns that a kind does not have. */
export function refuseStrange(raw: readonly RawSheet[], mapping: readonly SheetMapping[]) {
  for (const { sheet, kind: code, columns = {}, words = {} } of mapping) {
    if (!raw.some((one) => one.sheet === sheet)) refuseField('sheets', noSheet(sheet))
    const kind = kinds.find((one) => one.code === code)
    const named = kind ? [...Object.values(columns).filter((column) => column !== ''), ...Object.keys(words)] : []
    const strange = named.find((column) => !kind?.columns.some((one) => one.code === column))
    if (strange !== undefined) refuseField('sheets', noColumn(strange))
  }
}
const noSheet = (sheet: string): Words => [`檔案沒有工作表「${sheet}」。`, `The file has no sheet “${sheet}”.`]
const noColumn = (column: string): Words => [`這種資料沒有欄位「${column}」。`, `This kind has no column “${column}”.`]

/** Keeps the answers, so that a file of the same form needs none. What was said of single people is not kept. */
export async function rememberForms(
  tx: Tx,
  raw: readonly RawSheet[],
  mapping: readonly SheetMapping[],
  mapped_by: number,
) {
  const forms = new Map<string, SheetMapping>()
  for (const one of mapping) {
    const row = raw.find(({ sheet }) => sheet === one.sheet)?.rows.find(({ line }) => line === (one.heading_row ?? 1))
    const form = row ? formOf(row) : ''
    // Of two sheets with the same headings, one that is left out says nothing about the next file.
    if (form !== '' && (one.kind || !forms.has(form))) forms.set(form, one)
  }
  for (const [form, { sheet, kind, columns, words }] of forms) {
    const values = {
      sheet,
      kind: kind ?? null,
      columns: JSON.stringify(columns ?? {}),
      words: JSON.stringify(kept(kind, words)),
      mapped_by,
      used_at: sql<string>`now()`,
    }
    await tx
      .insertInto('import_forms')
      .values({ form, ...values })
      .onConflict((on) => on.column('form').doUpdateSet(values))
      .execute()
  }
}

const kept = (code: SheetMapping['kind'], words: HouseWords = {}) => {
  const kind = kinds.find((one) => one.code === code)
  const isOfHouse = (name: string) => {
    const column = kind?.columns.find((one) => one.code === name)
    return !!column && (column.codes !== undefined || column.refersTo !== undefined)
  }
  return Object.fromEntries(Object.entries(words).filter(([column]) => isOfHouse(column)))
}

/** A form that is used stays. */
export async function touchForms(tx: Tx, raw: readonly RawSheet[]) {
  const forms = raw.flatMap((sheet) => headRows(sheet).map(formOf)).filter((form) => form !== '')
  await sql`update import_forms set used_at = now() where form = any (${forms}::text[])`.execute(tx)
}
