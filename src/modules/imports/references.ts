import { sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import type { Words } from '../../kit/words/words.ts'
import { type Held, isHeld } from './held.ts'
import type { Column, Kind, Problem, Reference } from './kind.ts'
import type { Line } from './parse.ts'

/** What earlier sheets of a file bring that is only checked: its records are not there yet. */
export type Expected = Map<string, Set<string>>

type Found = { lines: Line[]; problems: Problem[]; wrong: ReadonlySet<Line>; waiting: ReadonlySet<Line> }
type Known = { expected?: Expected; held?: Held; nearest?: Nearest }

/**
 * Puts the ids of the records that lines name into their bodies. A line that names what is not there, or more than one, is a problem. One
 * that names a line of the file that is refused waits for it.
 */
export async function resolveReferences(
  db: Db,
  kind: Kind,
  sheet: string,
  lines: readonly Line[],
  { expected = new Map(), held, nearest = nearestNames(db) }: Known,
): Promise<Found> {
  const problems: Problem[] = []
  const wrong = new Set<Line>()
  const waiting = new Set<Line>()
  for (const column of kind.columns) {
    const { refersTo } = column
    if (!refersTo) continue
    const ids = await idsOf(db, refersTo, [...new Set(lines.flatMap(({ names }) => names[column.code] ?? []))])
    for (const line of lines) {
      const called = line.names[column.code]
      if (!called) continue
      const found = called.map((name) => ids.get(name.toLowerCase()) ?? [])
      for (const [i, name] of called.entries()) {
        const among = found[i] ?? []
        if (held && isHeld(held, refersTo.to, name, among.length > 0)) {
          waiting.add(line)
          continue
        }
        if (among.length === 1) continue
        if (among.length === 0 && expected.get(refersTo.to)?.has(name.toLowerCase())) continue
        const [code, message, way] = among.length ? ambiguous(name) : unknown(name, await nearest(refersTo, name))
        problems.push({ sheet, line: line.line, column: column.code, code, message, word: name, way })
        wrong.add(line)
      }
      line.body[refersTo.field] = isList(column) ? found.flat() : found[0]?.[0]
    }
  }
  for (const line of wrong) waiting.delete(line)
  return { lines: lines.filter((line) => !wrong.has(line) && !waiting.has(line)), problems, wrong, waiting }
}

const isList = ({ schema }: Column) => (schema as { type?: string }).type === 'array'

/** The ids of records by what they are called. */
const idsOf = async (db: Db, { to, by }: Reference, names: string[]) => {
  const ids = new Map<string, number[]>()
  if (!names.length) return ids
  const wanted = names.map((name) => name.toLowerCase())
  const each = by.map(
    (column) => sql`select id, lower(${sql.ref(column)}) as called from ${sql.table(to)}
                     where lower(${sql.ref(column)}) = any (${wanted}::text[])`,
  )
  const { rows } = await sql<{ id: number; called: string }>`${sql.join(each, sql` union `)}`.execute(db)
  for (const { id, called } of rows) ids.set(called, [...(ids.get(called) ?? []), id])
  return ids
}

/** How many names that are wrong get suggestions, each of which reads the table once. */
const MOST_SUGGESTIONS = 20

type Nearest = (among: Reference, name: string) => Promise<string[]>

/** Finds the names that are nearest to a wrong one. Each is looked up once, and only so many of each table. */
export function nearestNames(db: Db): Nearest {
  const tables = new Map<string, Map<string, string[]>>()
  return async ({ to, by }, name) => {
    const known = tables.get(`${to} ${by}`) ?? new Map<string, string[]>()
    tables.set(`${to} ${by}`, known)
    const before = known.get(name)
    if (before || known.size >= MOST_SUGGESTIONS) return before ?? []
    const each = by.map(
      (column) => sql`select ${sql.ref(column)} as called from ${sql.table(to)} where ${sql.ref(column)} is not null`,
    )
    const { rows } = await sql<{ called: string }>`
      select called from (${sql.join(each, sql` union `)}) named
       order by similarity(lower(called), ${name.toLowerCase()}) desc, called limit 3`.execute(db)
    const nearest = rows.map(({ called }) => called)
    known.set(name, nearest)
    return nearest
  }
}

const unknown = (name: string, nearest: string[]): [code: string, message: Words, way: Words] => [
  'unknown_reference',
  [
    `沒有「${name}」。${nearest.length ? `最接近的是：${nearest.join('、')}。` : ''}`,
    `There is no “${name}”.${nearest.length ? ` The nearest are: ${nearest.join(', ')}.` : ''}`,
  ],
  ['系統與檔案裡都沒有這個名稱。', 'Neither the system nor the file has it.'],
]
const ambiguous = (name: string): [code: string, message: Words, way: Words] => [
  'ambiguous_reference',
  [`不只一筆資料叫「${name}」；請改用代碼。`, `More than one record is called “${name}”: give its code.`],
  ['不只一筆資料有這個名稱；請改用代碼。', 'More than one record is called so: give its code.'],
]
