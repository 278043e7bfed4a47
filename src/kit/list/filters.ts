import { type SqlBool, sql } from 'kysely'
import { type TOptional, type TSchema, Type } from 'typebox'
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

/** The record is reached over another table: `column in (select pick from table where by = asked)`; `by` may lead further. */
export const reached = (column: string, table: string, pick: string, by: string | Filter): Filter => {
  const { schema, where } = typeof by === 'string' ? is(by, ref()) : by
  return {
    schema,
    where: (value) => {
      const [found, chosen] = [sql.ref(`${table}.${pick}`), where(value)]
      return condition`${sql.ref(column)} in (select ${found} from ${sql.table(table)} where ${chosen})`
    },
  }
}

/** Reached in one of several ways. */
export const either = (first: Filter, ...others: Filter[]): Filter => ({
  ...first,
  where: (value) =>
    condition`(${sql.join(
      [first, ...others].map(({ where }) => where(value)),
      sql` or `,
    )})`,
})

/** Whether a condition holds. */
export const whether = (holds: ReturnType<typeof condition>): Filter => ({
  schema: flag(),
  where: (value) => condition`coalesce(${holds}, false) = ${value}`,
})

/** What a person types, anywhere in one of the columns; `aliases[]` is a column that holds several texts. */
export const search = (columns: string[]): Filter => ({
  schema: queryText,
  parameter: (asked) => `%${String(asked).replace(/[\\%_]/g, '\\$&')}%`,
  where: (pattern) =>
    condition`(${sql.join(
      columns.map((column) => sql`${textOf(column)} ilike ${pattern}`),
      sql` or `,
    )})`,
})

const textOf = (column: string) =>
  column.endsWith('[]') ? sql`joined(${sql.ref(column.slice(0, -2))})` : sql.ref(column)

export const queryText = Type.Unsafe<string>({ type: 'string', maxLength: 100, format: 'query' })

/** What is asked, as the parameters of a statement; an empty value asks for nothing. */
export const parametersOf = (filters: Record<string, Filter>, query: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(([name]) => query[name] !== undefined && query[name] !== '')
      .map(([name, { parameter }]) => [name, parameter ? parameter(query[name]) : query[name]]),
  )

/** The conditions those parameters become. */
export const conditionsOf = (filters: Record<string, Filter>, given: Record<string, unknown>) =>
  Object.entries(filters)
    .filter(([name]) => given[name] !== undefined)
    .map(([name, { where }]) => where(given[name]))

/** How a query may name them. */
export const askedOf = (filters: Record<string, Filter>): Record<string, TOptional<TSchema>> =>
  Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, Type.Optional(schema)]))

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
