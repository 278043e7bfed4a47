import { type SqlBool, sql } from 'kysely'
import { type TSchema, Type } from 'typebox'
import { flag, ref } from '../fields.ts'

/** One way to narrow a list: what may be asked, the parameter it becomes, and the condition around that. */
export type Filter = {
  schema: TSchema
  parameter?: (asked: unknown) => unknown
  where: (parameter: unknown) => ReturnType<typeof condition>
}

const condition = sql<SqlBool>

/** A column equals what is asked. */
export const is = (column: string, schema: TSchema): Filter => ({
  schema: asked(schema),
  where: (value) => condition`${sql.ref(column)} = ${value}`,
})

/** A column lies at or after, at or before what is asked. */
export const from = (column: string, schema: TSchema): Filter => ({
  schema: asked(schema),
  where: (value) => condition`${sql.ref(column)} >= ${value}`,
})
export const until = (column: string, schema: TSchema): Filter => ({
  schema: asked(schema),
  where: (value) => condition`${sql.ref(column)} <= ${value}`,
})

/** The record is reached over another table: `column in (select pick from table where by = asked)`. */
export const reached = (column: string, table: string, pick: string, by: string): Filter => ({
  schema: ref(),
  where: (value) =>
    condition`${sql.ref(column)} in (select ${sql.ref(pick)} from ${sql.table(table)} where ${sql.ref(by)} = ${value})`,
})

/** Whether a condition holds. */
export const whether = (holds: ReturnType<typeof condition>): Filter => ({
  schema: flag(),
  where: (value) => condition`coalesce(${holds}, false) = ${value}`,
})

/** What a person types, anywhere in one of the columns. */
export const search = (columns: string[]): Filter => ({
  schema: queryText,
  parameter: (asked) => `%${String(asked).replace(/[\\%_]/g, '\\$&')}%`,
  where: (pattern) =>
    condition`(${sql.join(
      columns.map((column) => sql`${sql.ref(column)} ilike ${pattern}`),
      sql` or `,
    )})`,
})

export const queryText = Type.Unsafe<string>({ type: 'string', maxLength: 100, format: 'query' })

// What a query asks of a column: the column's own rules, without its null.
const asked = (schema: TSchema) => {
  const { type, enum: values, ...rest } = schema as { type?: string | string[]; enum?: unknown[] }
  const kinds = [type ?? []].flat().filter((kind) => kind !== 'null')
  return Type.Unsafe({
    ...rest,
    type: kinds.length === 1 ? kinds[0] : kinds,
    ...(values && { enum: values.filter((value) => value !== null) }),
  })
}
