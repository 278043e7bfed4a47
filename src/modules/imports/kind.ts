import { type TProperties, type TSchema, Type } from 'typebox'
import type { Db, Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { wordsOf } from '../../kit/words/code-words.ts'
import type { Words } from '../../kit/words/words.ts'
import { optionLabel } from '../options/labels.ts'
import { labelOf } from '../words/field-labels.ts'
import type { CodeWords } from './cells.ts'

/** A column that names another record, by one of these columns of its table; the body gets its id as `field`. */
export type Reference = { field: string; to: string; by: readonly string[] }

/** A column of a file. `schema` is that of the field in the body that creates the record. */
export type Column = {
  /** The name of the field; of a reference `package_code`, `planned_trip_serial`, `city_name`. */
  code: string
  words: Words
  schema: TSchema
  isRequired: boolean
  /** A code, or words where the column has no codes. */
  example: string | Words
  codes?: CodeWords | undefined
  /** For a cell that holds more than one value: `ja:native en:fluent`. */
  read?: ((text: string) => unknown) | undefined
  refersTo?: Reference | undefined
  /** It names one person, whose telephone number stands in this column, if there is one. */
  personWith?: string | undefined
}

/** Who imports, and what its actions need. `tx` is silent: nobody is told anything. */
export type Context = {
  tx: Tx
  actor_id: number | undefined
  keys: Keys
  zone: string
  serialPattern: string
}

/** What became of one line. Messages are told in the language of who reads the report. */
export type Problem = {
  sheet: string
  line: number
  column: string | null
  code: string
  message: Words
  /** What stands in the cell, where another word for it would do; `way` is what may stand there. */
  word?: string
  way?: Words
}

/** The names by which a line names other records, by column. */
export type Names = Record<string, readonly string[]>
export type WrittenLine = { line: number; id: number; body: Record<string, unknown>; names: Names }

/** What a file may hold, in the order in which it is written. */
export type Kind = {
  code: string
  noun: Words
  /** The table of its records. */
  of: string
  columns: readonly Column[]
  /** What tells its lines apart, in the file and from one import to the next. */
  keyOf: (body: Record<string, unknown>) => string
  /** The key tells who a person is, so it is kept as a fingerprint. */
  isPersonal?: boolean
  /** Its lines name travelers of their booking: one that is not found may come in a line that is refused. */
  namesTravelers?: boolean
  /** The records that are there already, by their keys. */
  find?: (db: Db, keys: readonly string[]) => Promise<Map<string, number>>
  /** Creates records by the action of their module, in this order. A refusal may be of any of them: they are then written one by one. */
  write: (context: Context, bodies: readonly never[]) => Promise<number[]>
  /** Removes it again. `removed` tells which other records are removed with it. */
  remove: (context: Context, id: number, removed: Removed) => Promise<unknown>
  /** What can only be done, or judged, once the lines of this and later kinds are written. */
  finish?: { before?: string; work: (context: Context, lines: readonly WrittenLine[]) => Promise<Fault[]> }
}
type Removed = (table: string, id: number) => boolean
export type Fault = { line: number; column: string; code: string; message: Words }

type More = Partial<Omit<Column, 'code'>>

/** One column. Its words are those of the field, its example that of the schema, unless others are given. */
export function column(code: string, schema: TSchema, more: More = {}): Column {
  // A field without a label is a fault that `src/modules/words` tests; here it keeps its name.
  const words = more.words ?? labelOf(code, schema) ?? ([code, code] as const)
  const isRequired = more.isRequired ?? isNeeded(schema)
  return { ...more, code, words, schema, isRequired, example: more.example ?? exampleOf(schema) }
}

/** Columns of these fields, with what some of them have besides. */
export function columns(fields: TProperties, more: Record<string, More> = {}): Column[] {
  return Object.entries(fields).map(([code, schema]) => column(code, schema, more[code]))
}

/** A column that names another record. */
export function reference(code: string, refersTo: Reference, more: More & { words: Words }): Column {
  const schema = more.schema ?? Type.String({ maxLength: 200 })
  return { isRequired: false, example: '', ...more, code, schema, refersTo }
}

const isNeeded = (schema: TSchema) => !!Type.Object({ field: schema }).required?.length

const exampleOf = (schema: TSchema): string => {
  const { examples, enum: codes, items } = schema as { examples?: unknown[]; enum?: unknown[]; items?: TSchema }
  if (items) return exampleOf(items)
  return `${examples?.[0] ?? codes?.[0] ?? ''}`
}

/** The words of the codes of a list. */
export function inList(list: string): More {
  return { codes: (code) => wordsOf(list, code) }
}
/** The labels of an option list. */
export function inOptions(list: string): More {
  return { codes: (code) => optionLabel(list, code) }
}

/** For an action that creates one record. */
export function oneByOne<Body>(create: (context: Context, body: Body) => Promise<number>) {
  return async (context: Context, bodies: readonly Body[]) => {
    const ids: number[] = []
    for (const body of bodies) ids.push(await create(context, body))
    return ids
  }
}

/** A key made of columns. */
export function keyFrom(...codes: string[]) {
  return (body: Record<string, unknown>) => codes.map((code) => `${body[code] ?? ''}`.trim().toLowerCase()).join('/')
}
