import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { TObject, TSchema } from 'typebox'
import type { Db } from '../src/kit/db/tables.ts'
import type { Source } from './sources.ts'

export type Column = {
  type: string
  nullable: boolean
  defaulted: boolean
  length: number | null
  values: string[] | null
}

/** The real tables with their columns; `values` are those that a check constraint allows. */
export const realTables = async (db: Db) => {
  const { rows } = await sql<Column & { table: string; name: string }>`
    select t.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
           not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as defaulted,
           information_schema._pg_char_max_length(a.atttypid, a.atttypmod) as length,
           (select array_agg(value[1] order by value[1])
              from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([^'']*)''::character varying', 'g') value
             where c.contype = 'c' and c.conrelid = t.oid and c.conkey = array[a.attnum]) as values
      from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
     where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
     order by t.relname, a.attnum`.execute(db)
  const tables = Map.groupBy(rows, ({ table }) => table)
  return new Map([...tables].map(([table, of]) => [table, new Map(of.map((column) => [column.name, column]))]))
}

/** The columns that a module declares for a table, and the schemas of described columns. */
export type Declared = { names: string[]; fields: Record<string, TSchema & { optional: boolean }> }

/** The declarations within each `interface Tables { … }`, as text. */
export const entriesIn = (text: string) => {
  const [, body = ''] = text.match(/^ {2}interface Tables \{\n([\s\S]*?)\n {2}\}/m) ?? []
  return [...`${body}\n`.matchAll(/^ {4}(\w+): ([\s\S]*?)(?=^ {4}\w+: |$(?![\s\S]))/gm)].map(
    ([, table = '', declaration = '']) => ({ table, declaration }),
  )
}

/** Reads the `Tables` declarations from the sources, so that they can be compared with the database. */
export const declaredTables = async (sources: Source[], fieldsOf: (table: string) => TObject | undefined) => {
  const tables = new Map<string, Declared>()
  for (const { path, text } of sources)
    for (const { table, declaration } of entriesIn(text))
      tables.set(table, await declaredBy(path, declaration, fieldsOf(table)))
  return tables
}

const declaredBy = async (path: string, declaration: string, plain: TObject | undefined): Promise<Declared> => {
  const exported = await import(`../${path}`)
  const schemas = [...declaration.matchAll(/<typeof (\w+)>/g)].map(([, name = '']): TObject => {
    const schema = exported[name] ?? plain
    assert.ok(schema, `${path} must export ${name}, the schema of a table`)
    return schema
  })
  const omitted = [...declaration.matchAll(/>, ((?:'\w+'(?: \| )?)+)>/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/\w+/g)].map(([name]) => name),
  )
  const own = namesIn(declaration)
  const fields = Object.fromEntries(
    schemas
      .flatMap(({ properties, required = [] }: { properties: Record<string, TSchema>; required?: string[] }) =>
        Object.entries(properties).map(([name, schema]) => ({ name, schema, optional: !required.includes(name) })),
      )
      .filter(({ name }) => !omitted.includes(name) && !own.includes(name))
      .reverse()
      .map(({ name, schema, optional }) => [name, { ...schema, optional }]),
  )
  const stamps = /\b(Table|Row)<|\bStamps\b/.test(declaration) ? ['id', 'version', 'created_at', 'updated_at'] : []
  return { names: [...new Set([...stamps, ...Object.keys(fields), ...own])], fields }
}

// Property names on the top level of a declaration. Names inside the type of a column are deeper.
const namesIn = (declaration: string) => {
  const outside = declaration.replace(/<[^<>]*(<[^<>]*>)*[^<>]*>/g, '')
  return [...outside.matchAll(/[{;]\s*(\w+): |^\s+(\w+): /gm)].map(([, inline, own]) => inline ?? own ?? '')
}
