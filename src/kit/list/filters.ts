import { type SqlBool, sql } from 'kysely'
import { type TOptional, type TSchema, Type } from 'typebox'
import { flag, ref } from '../fields.ts'

/** A filter of a list: the schema of its query parameter, the conversion to an SQL parameter, and the condition. */
export type Filter = {
  schema: TSchema
  parameter?: (value: unknown) => unknown
  where: (parameter: unknown) => ReturnType<typeof condition>
}

const condition = sql<SqlBool>

/** The column equals the value. */
export const is = (column: string, schema: TSchema): Filter => ({
  schema: parameterSchema(schema),
  where: (value) => condition`${sql.ref(column)} = ${value}`,
})

/** The value is among those of the column. */
export const has = (column: string, schema: TSchema): Filter => ({
  schema: parameterSchema(schema),
  where: (value) => condition`${value} = any(${sql.ref(column)})`,
})

/** The column is at or after (`from`), or at or before (`until`), the value. */
export const from = (column: string, schema: TSchema): Filter => ({
  schema: parameterSchema(schema),
  where: (value) => condition`${sql.ref(column)} >= ${value}`,
})
export const until = (column: string, schema: TSchema): Filter => ({
  schema: parameterSchema(schema),
  where: (value) => condition`${sql.ref(column)} <= ${value}`,
})

/** A condition on another table: `column in (select pick from table where by = value)`. `by` may itself be such a filter. */
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

/** At least one of several filters matches. */
export const either = (first: Filter, ...others: Filter[]): Filter => ({
  ...first,
  where: (value) =>
    condition`(${sql.join(
      [first, ...others].map(({ where }) => where(value)),
      sql` or `,
    )})`,
})

/** A filter by true or false: whether a condition holds. */
export const whether = (holds: ReturnType<typeof condition>): Filter => ({
  schema: flag(),
  where: (value) => condition`coalesce(${holds}, false) = ${value}`,
})

/** Search text that occurs anywhere in one of the columns. `aliases[]` is a column with several texts. */
export const search = (columns: string[]): Filter => ({
  schema: queryText,
  parameter: (value) => `%${String(value).replace(/[\\%_]/g, '\\$&')}%`,
  where: (pattern) =>
    condition`(${sql.join(
      columns.map((column) => sql`${textOf(column)} ilike ${pattern}`),
      sql` or `,
    )})`,
})

const textOf = (column: string) =>
  column.endsWith('[]') ? sql`joined(${sql.ref(column.slice(0, -2))})` : sql.ref(column)

export const queryText = Type.Unsafe<string>({ type: 'string', maxLength: 100, format: 'query' })

/** The filters of a query as parameters of a statement. An empty value does not filter. */
export const parametersOf = (filters: Record<string, Filter>, query: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(([name]) => query[name] !== undefined && query[name] !== '')
      .map(([name, { parameter }]) => [name, parameter ? parameter(query[name]) : query[name]]),
  )

/** The conditions for the given parameters. */
export const conditionsOf = (filters: Record<string, Filter>, given: Record<string, unknown>) =>
  Object.entries(filters)
    .filter(([name]) => given[name] !== undefined)
    .map(([name, { where }]) => where(given[name]))

/** The schemas of the query parameters. */
export const queryParameters = (filters: Record<string, Filter>): Record<string, TOptional<TSchema>> =>
  Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, Type.Optional(schema)]))

// The schema of a query parameter: that of the column, without null.
const parameterSchema = (schema: TSchema) => {
  const { type, enum: values, ...rest } = schema as { type?: string | string[]; enum?: unknown[] }
  const kinds = [type ?? []].flat().filter((kind) => kind !== 'null')
  return Type.Unsafe({
    ...rest,
    type: kinds.length === 1 ? kinds[0] : kinds,
    ...(values && { enum: values.filter((value) => value !== null) }),
  })
}
