import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TProperties, TSchema } from 'typebox'
import { refuseField } from '../errors.ts'
import { isNullable, oneOf, ref } from '../fields.ts'

export type Key = { column: string; descending: boolean; nullable: boolean; schema: TSchema }

/** The keys of a sort parameter such as `-created_at,name`. `id` is added as the last key, so that the order is total. */
export function keysOf(sort: string, sortable: TProperties, prefix = ''): Key[] {
  const keys = sort.split(',').map((part) => {
    const field = part.replace(/^-/, '')
    const schema = (Object.hasOwn(sortable, field) && sortable[field]) || refuseSort(sortable)
    return {
      column: columnOf(prefix + field, schema),
      descending: part.startsWith('-'),
      nullable: isNullable(schema),
      schema,
    }
  })
  if (new Set(keys.map(({ column }) => column)).size < keys.length) refuseSort(sortable)
  if (keys.some(({ column }) => column === `${prefix}id`)) return keys
  return [...keys, { column: `${prefix}id`, descending: keys[0]?.descending ?? false, nullable: false, schema: ref() }]
}

/** A field by which a list is sorted and that is a column of a joined table. */
export function joined<S extends TSchema>(column: string, schema: S) {
  return { ...schema, column }
}

/** The column of a field by which a list is sorted: that of its own table, unless the schema names another. */
export function columnOf(own: string, schema: TSchema) {
  return 'column' in schema ? String(schema.column) : own
}

/** Values that are sorted in this order, the first of them first, and not alphabetically. */
export function inOrder<const V extends string>(values: readonly V[]) {
  return { ...oneOf(values), ranks: values }
}

export function orderBy(keys: Key[]) {
  return sql.join(
    keys.map(
      (key) =>
        sql`${sortedBy(key)} ${sql.raw(`${key.descending ? 'desc' : 'asc'}${key.nullable ? ' nulls last' : ''}`)}`,
    ),
  )
}

const sortedBy = (key: Key) => ranked(key, sql.ref(key.column))

// The position of a value in the order of its kind. An index has the same expression.
const ranked = ({ schema }: Key, value: RawBuilder<unknown>) => {
  const { ranks } = schema as { ranks?: readonly string[] }
  return ranks ? sql`array_position(${sql.lit(`{${ranks.join()}}`)}::text[], ${value}::text)` : value
}

/** The condition for the rows after a given one. If all keys have the same direction, it is one row comparison, which an index supports. */
export function after(keys: Key[], values: unknown[]): RawBuilder<SqlBool> {
  const oneWay = keys.every(({ descending, nullable }) => descending === keys[0]?.descending && !nullable)
  if (!oneWay) return step(keys, values)
  const columns = sql.join(keys.map(sortedBy))
  const last = sql.join(keys.map((key, nth) => ranked(key, sql`${values[nth]}`)))
  return sql<SqlBool>`(${columns}) ${sql.raw(keys[0]?.descending ? '<' : '>')} (${last})`
}

const step = ([key, ...others]: Key[], [value, ...rest]: unknown[]): RawBuilder<SqlBool> => {
  if (!key) return sql<SqlBool>`false`
  const column = sortedBy(key)
  if (value === null) return sql<SqlBool>`(${column} is null and ${step(others, rest)})`
  const shown = ranked(key, sql`${value}`)
  const past = sql`${column} ${sql.raw(key.descending ? '<' : '>')} ${shown}`
  const last = key.nullable ? sql` or ${column} is null` : sql``
  return sql<SqlBool>`(${past}${last} or (${column} = ${shown} and ${step(others, rest)}))`
}

const refuseSort = (sortable: TProperties) => {
  const names = Object.keys(sortable).join(', ')
  return refuseField('sort', [
    `只能依這些欄位排序：${names}；前面加 - 表示遞減。`,
    `Sort by these fields only: ${names}; put - before one for descending.`,
  ])
}
