import type { Json, RowsOf } from '../db/json.ts'
import type { Db } from '../db/tables.ts'
import { isNullable, moment, whole } from '../fields.ts'
import { type Filter, from, search } from './filters.ts'
import { keysOf } from './order.ts'
import { type ListDeclaration, type ListQuery, listQuery } from './query.ts'
import { type Reader, readerOf } from './reader.ts'

const MOST_ORDERS = 50

/** Paging, sorting, filters and search of a list, all from its declaration. */
export const list = ({ of, sort, order, search: columns = [], filters = {} }: ListDeclaration) => {
  const sortable = new Map(
    Object.entries({ id: whole(), ...sort }).map(([name, schema]) => [name, { nullable: isNullable(schema) }]),
  )
  const asked: Record<string, Filter> = {
    ...filters,
    updated_since: from(`${of}.updated_at`, moment()),
    ...(columns.length && { q: search(columns.map((column) => `${of}.${column}`)) }),
  }
  return {
    query: listQuery([...sortable.keys()], order, asked),
    /** Reads pages of `rows`, which are narrowed first to what the actor may see. */
    over: <Scope extends object>(rows: RowsOf<Scope>) => {
      const readers = new Map<string, Reader>()
      const readerFor = (by: string) => {
        const known = readers.get(by) ?? readerOf(rows as RowsOf<object>, asked, keysOf(by, sortable, `${of}.`), by)
        if (readers.size < MOST_ORDERS) readers.set(by, known)
        return known
      }
      return (db: Db, scope: Scope, asking: object): Promise<Json> => {
        const query: ListQuery = { ...asking }
        const { cursor, sort: by = order } = query
        const given = { ...scope, ...parametersOf(asked, query) }
        return cursor === undefined ? readerFor(by).page(db, given, query) : readerFor(by).stretch(db, given, query)
      }
    },
  }
}

const parametersOf = (asked: Record<string, Filter>, query: ListQuery) =>
  Object.fromEntries(
    Object.entries(asked)
      .filter(([name]) => query[name] !== undefined && query[name] !== '')
      .map(([name, { parameter }]) => [name, parameter ? parameter(query[name]) : query[name]]),
  )
