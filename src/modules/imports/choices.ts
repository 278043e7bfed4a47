import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { type Locale, locales, say, type Words } from '../../kit/words/words.ts'
import type { Column, Reference } from './kind.ts'

// What may stand in the cells of a column: its codes in words, the records that it may name, and the example of a template.

/** The codes that a cell may hold, or a part of one. */
export function codesOf(schema: TSchema): readonly string[] | undefined {
  const { type, enum: codes, items } = schema as { type?: string | string[]; enum?: unknown[]; items?: TSchema }
  if (items) return codesOf(items)
  if (codes) return codes.filter((code) => code !== null).map(String)
  return [type].flat().includes('boolean') ? ['true', 'false'] : undefined
}

/** The word of a code that a cell may hold. */
export function wordOfCode({ codes, schema }: Pick<Column, 'codes' | 'schema'>, code: string): Words {
  const isFlag = codesOf(schema)?.join() === 'true,false'
  return (isFlag ? flags[code] : codes?.(code)) ?? [code, code]
}
const flags: Record<string, Words> = { true: ['是', 'yes'], false: ['否', 'no'] }

/** The example of a column as somebody would write it, in words. */
export function exampleIn(column: Column, locale: Locale) {
  const { example, schema } = column
  if (typeof example !== 'string') return say(example, locale)
  if (codesOf(schema) && !column.read) return say(wordOfCode(column, example), locale)
  return isMoment(schema) ? example.slice(0, 16).replace('T', ' ') : example
}

/** All ways in which the example of a column is written in templates. */
export function examplesOf(column: Column) {
  const own = typeof column.example === 'string' ? [column.example] : []
  return new Set([...own, ...locales.map((locale) => exampleIn(column, locale))])
}

export function isMoment(schema: TSchema) {
  const { format, takes } = schema as { format?: string; takes?: string }
  return format === 'scheduled' || takes === 'moment'
}

/** The records that a column may name. Of more than can be chosen from none are listed. */
export async function recordsOf(db: Db, { to, by: [first = 'id', second = first] }: Reference) {
  const { rows } = await sql<{ value: string; label: string }>`
    select ${sql.ref(first)} as value, concat_ws(' ', ${sql.ref(second)}, nullif(${sql.ref(first)}, ${sql.ref(second)})) as label
      from ${sql.table(to)} where ${sql.ref(first)} is not null order by 2, 1 limit ${MOST_CHOICES + 1}`.execute(db)
  return rows.length > MOST_CHOICES ? [] : rows
}
const MOST_CHOICES = 300

/** What the records that a column may name are called in a language, where a name stands for one of them alone. */
export async function namesOf(db: Db, { to, by: [first = 'id', ...others] }: Reference, locale: Locale) {
  const own = [say(['name', 'name_en'], locale), 'name'].find((name) => [first, ...others].includes(name)) ?? first
  const { rows } = await sql<{ name: string }>`
    select coalesce(case when count(*) over (partition by ${sql.ref(own)}) = 1 then ${sql.ref(own)} end, ${sql.ref(first)}) as name
      from ${sql.table(to)} order by 1 limit ${MOST_NAMES + 1}`.execute(db)
  const names = rows.flatMap(({ name }) => (name ? [name] : []))
  return names.length > MOST_NAMES ? [] : names
}
/** Cities are some five hundred. */
const MOST_NAMES = 1_000
