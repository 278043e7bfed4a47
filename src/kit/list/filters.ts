import { type SqlBool, sql } from 'kysely'
import { type TOptional, type TSchema, Type } from 'typebox'
import { flag, oneOf, ref } from '../fields.ts'
import { type Sought, soughtIn } from './search.ts'

/** A filter of a list: the schema of its query parameter, the conversion to an SQL parameter, and the condition. */
export type Filter = {
  schema: TSchema
  parameter?: (value: unknown) => unknown
  where: (parameter: unknown) => ReturnType<typeof condition>
  /** It looks at few rows, so that no index has to serve it: trips that are open to strangers, or bookings that are still to depart. */
  isOfFew?: true
  /** The condition for several values, given as an array: one of them is enough. Without it the filter takes one value. */
  whereAny?: (parameters: unknown) => ReturnType<typeof condition>
  /** How many values it takes at most; 50, if nothing is said. */
  most?: number
  /** Makes several parameters of the value, by name; which of them are there decides the text of the statement. */
  split?: (value: string) => Record<string, unknown>
  whereSplit?: (parameters: Record<string, unknown>) => ReturnType<typeof condition>
}

const condition = sql<SqlBool>

/** The column equals the value. An enum or an id takes several values: `status=open,quoted`. */
export function is(column: string, schema: TSchema): Filter {
  return {
    schema: parameterSchema(schema),
    where: (value) => condition`${sql.ref(column)} = ${value}`,
    ...(isListed(schema) && { whereAny: (values) => condition`${sql.ref(column)} = any(${values})` }),
  }
}

/** The records with these ids, such as those that somebody has ticked. */
export function among(column: string): Filter {
  return { ...is(column, ref()), most: MOST_TICKED }
}
const MOST_TICKED = 300

/** The value is among those of the column, which is a list. */
export function has(column: string, schema: TSchema): Filter {
  return {
    schema: parameterSchema(schema),
    where: (value) => condition`${value} = any(${sql.ref(column)})`,
    ...(isListed(schema) && { whereAny: (values) => condition`${sql.ref(column)} && ${values}` }),
  }
}

/** Whether a filter by such a value takes several of them: enums and ids, which cannot contain a comma. */
export function isListed(schema: TSchema) {
  const { type, enum: values } = schema as { type?: string | string[]; enum?: unknown[] }
  return values !== undefined || [type].flat().includes('integer')
}

/** The column is at or after (`from`), or at or before (`until`), the value. */
export function from(column: string, schema: TSchema): Filter {
  return {
    schema: ofDay(parameterSchema(schema), 'start'),
    where: (value) => condition`${sql.ref(column)} >= ${value}`,
  }
}
/** Like `from`, for recent moments: the upper bound makes the planner expect few rows. */
export function fromLately(column: string, schema: TSchema): Filter {
  return {
    ...from(column, schema),
    where: (value) => condition`(${sql.ref(column)} >= ${value} and ${sql.ref(column)} <= 'infinity')`,
  }
}
export function until(column: string, schema: TSchema): Filter {
  return {
    schema: ofDay(parameterSchema(schema), 'end'),
    where: (value) => condition`${sql.ref(column)} <= ${value}`,
  }
}

/** A condition on another table: `column in (select pick from table where by = value)`. `by` may itself be such a filter. */
export function reached(column: string, table: string, pick: string, by: string | Filter): Filter {
  const { schema, where, whereAny } = typeof by === 'string' ? is(by, ref()) : by
  const inTable = (chosen: ReturnType<typeof condition>) =>
    condition`${sql.ref(column)} in (select ${sql.ref(`${table}.${pick}`)} from ${sql.table(table)} where ${chosen})`
  return {
    schema,
    where: (value) => inTable(where(value)),
    ...(whereAny && { whereAny: (values) => inTable(whereAny(values)) }),
  }
}

/** At least one of several filters matches. */
export function either(...filters: [Filter, ...Filter[]]): Filter {
  const [first] = filters
  const any = filters.flatMap(({ whereAny }) => whereAny ?? [])
  return {
    ...first,
    where: (value) => anyOf(filters.map(({ where }) => where(value))),
    ...(any.length === filters.length && { whereAny: (values) => anyOf(any.map((holds) => holds(values))) }),
  }
}

const anyOf = (conditions: ReturnType<typeof condition>[]) => condition`(${sql.join(conditions, sql` or `)})`

/** A filter by true or false: whether a condition holds. */
export function whether(holds: ReturnType<typeof condition>): Filter {
  return {
    schema: flag(),
    where: (value) => condition`coalesce(${holds}, false) = ${value}`,
  }
}

/** `group=open` are the records that still need work, `group=done` those in one of these final statuses. */
export function openOrDone(column: string, statuses: readonly string[], done: readonly string[]): Filter {
  const open = statuses.filter((status) => !done.includes(status))
  const listed = (names: readonly string[]) => sql.lit(`{${names.join()}}`)
  return {
    schema: oneOf(['open', 'done']),
    where: (group) =>
      condition`${sql.ref(column)} = any (case ${group} when 'open' then ${listed(open)} else ${listed(done)} end::text[])`,
  }
}

/** Search text that occurs anywhere in one of the columns. `aliases[]` is a column with several texts. */
export function search(columns: string[]): Filter {
  return {
    schema: queryText,
    parameter: (value) => `%${String(value).replace(/[\\%_]/g, '\\$&')}%`,
    where: (pattern) =>
      condition`(${sql.join(
        columns.map((column) => sql`${textOf(column)} ilike ${pattern}`),
        sql` or `,
      )})`,
  }
}

/** Text that a record is found by with the index of the search. */
export function sought(whereSplit: (sought: Sought) => ReturnType<typeof condition>): Filter {
  return {
    schema: queryText,
    where: (value) => whereSplit({ parts: value, patterns: value }),
    split: soughtIn,
    whereSplit,
  }
}

const textOf = (column: string) =>
  column.endsWith('[]') ? sql`joined(${sql.ref(column.slice(0, -2))})` : sql.ref(column)

export const queryText = Type.Unsafe<string>({ type: 'string', maxLength: 100, format: 'query' })

/** The filters of a query as parameters of a statement. An empty value does not filter. */
export function parametersOf(filters: Record<string, Filter>, query: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(filters)
      .filter(([name]) => query[name] !== undefined && query[name] !== '')
      .flatMap(([name, { parameter, split }]) => {
        const [value, ...others] = [query[name]].flat()
        if (others.length) return [[several(name), query[name]]]
        if (split) return Object.entries(split(String(value))).map(([part, given]) => [partOf(name, part), given])
        return [[name, parameter ? parameter(value) : value]]
      }),
  )
}

// One value and several are different statements, because an index serves the order of a list only for one value.
const several = (name: string) => `${name}[]`
const partOf = (name: string, part: string) => `${name}.${part}`
/** Whether these parameters are of a filter that is split. */
export function isSought(given: Record<string, unknown>) {
  return Object.keys(given).some((key) => key.includes('.'))
}
const partsOf = (name: string, given: Record<string, unknown>) =>
  Object.entries(given).flatMap(([key, value]) => {
    const [of, part] = key.split('.')
    return of === name && part !== undefined && value !== undefined ? [[part, value] as const] : []
  })

/** The conditions for the given parameters. */
export function conditionsOf(filters: Record<string, Filter>, given: Record<string, unknown>) {
  return Object.entries(filters).flatMap(([name, { where, whereAny, whereSplit }]) => {
    const parts = partsOf(name, given)
    if (whereSplit && parts.length) return [whereSplit(Object.fromEntries(parts))]
    if (given[name] !== undefined) return [where(given[name])]
    return whereAny && given[several(name)] !== undefined ? [whereAny(given[several(name)])] : []
  })
}

/** The schemas of the query parameters. */
export function queryParameters(filters: Record<string, Filter>): Record<string, TOptional<TSchema>> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, { schema, whereAny, most = MOST_VALUES }]) => [
      name,
      Type.Optional(whereAny ? Type.Array(schema, { minItems: 1, maxItems: most, separator: ',' }) : schema),
    ]),
  )
}

/** The filters as fields of a body: one value, or several of them in an array where a filter takes several. */
export function fieldsOfFilters(filters: Record<string, Filter>): Record<string, TOptional<TSchema>> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, { schema, whereAny, most = MOST_VALUES }]) => [
      name,
      Type.Optional(whereAny ? Type.Union([schema, Type.Array(schema, { minItems: 1, maxItems: most })]) : schema),
    ]),
  )
}

const MOST_VALUES = 50

// A moment may be given as a day.
const ofDay = (schema: TSchema, day: 'start' | 'end') =>
  'takes' in schema && schema.takes === 'moment' ? { ...schema, day } : schema

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
