import { type TProperties, type TSchema, Type } from 'typebox'
import type { Json, RowsOf } from '../db/json.ts'
import type { Db } from '../db/tables.ts'
import { refuseField } from '../errors.ts'
import { moment, ref } from '../fields.ts'
import { type Filter, from, fromLately, parametersOf, search, until } from './filters.ts'
import { type ListStatement, listStatement } from './list-statement.ts'
import { ListMeta } from './meta.ts'
import { keysOf } from './order.ts'
import { type ListDeclaration, type ListQuery, listQuery } from './query.ts'

const MOST_ORDERS = 50

/** All lists, for the tests that compare their filters and orders with the indexes. */
export const lists: ListDeclaration[] = []

/** Paging, sorting, filters and search of a list, all from its declaration. */
export const list = (declaration: ListDeclaration) => {
  const { of, sort, order } = declaration
  const sortable = { id: ref(), ...sort, ...stampsOf(declaration) }
  const filters = filtersOf(declaration)
  lists.push({ ...declaration, sort: sortable, filters })
  const { properties } = listQuery(Object.keys(sortable), order, filters)
  const asking = askingFor(of, Object.keys(sortable), properties)
  return {
    /** The query and answer schemas of the route, for rows of this schema. */
    of: <Row extends TSchema>(row: Row) => asking(row, {}),
    /** The same with more parameters, which whoever reads the list turns into its scope. */
    asking,
    /** Reads pages of `rows`, which is already limited to what the reader may see. */
    over: <Scope extends object>(rows: RowsOf<Scope>) => {
      const sortedBy = statements((by) =>
        listStatement(rows as RowsOf<object>, filters, keysOf(by, sortable, `${of}.`), by),
      )
      return (db: Db, scope: Scope, asking: object): Promise<Json> => {
        const query: ListQuery = { ...asking }
        const { cursor, sort: by = order } = query
        // The scope comes last, so that a query parameter can never replace what the reader may see.
        const given = { ...parametersOf(filters, query), ...scope }
        if (cursor !== undefined && query.page !== undefined) refuseBoth()
        return cursor === undefined ? sortedBy(by).page(db, given, query) : sortedBy(by).cursorPage(db, given, query)
      }
    },
  }
}

const askingFor =
  (of: string, orders: string[], properties: TProperties) =>
  <Row extends TSchema, More extends TProperties>(row: Row, more: More) => {
    refuseHiddenOrders(of, orders, row)
    const query = Type.Object({ ...properties, ...more }, { additionalProperties: false })
    return { query, returns: Type.Array(row), meta: ListMeta, slow: true as const }
  }

/** A cache with one statement for each order. */
const statements = (make: (order: string) => ListStatement) => {
  const known = new Map<string, ListStatement>()
  return (order: string) => {
    const statement = known.get(order) ?? make(order)
    if (known.size < MOST_ORDERS) known.set(order, statement)
    return statement
  }
}

const filtersOf = ({
  of,
  search: columns = [],
  since = 'updated_at',
  hidesStamps,
  filters,
}: ListDeclaration): Record<string, Filter> => ({
  ...filters,
  updated_since: fromLately(`${of}.${since}`, moment()),
  ...(!hidesStamps && {
    created_from: from(`${of}.created_at`, moment()),
    created_to: until(`${of}.created_at`, moment()),
  }),
  ...(columns.length && { q: search(columns.map((column) => `${of}.${column}`)) }),
})

const stampsOf = ({ since = 'updated_at', hidesStamps }: ListDeclaration) => ({
  ...(!hidesStamps && { created_at: moment() }),
  ...(!hidesStamps && since === 'updated_at' && { updated_at: moment() }),
})

// A cursor is made of the last row shown, so the fields that a list is sorted by must be in the row.
const refuseHiddenOrders = (of: string, orders: string[], { properties }: TSchema & { properties?: object }) => {
  const hidden = orders.filter((name) => !properties || !(name in properties))
  if (hidden.length) throw new Error(`the list of ${of} can be sorted by ${hidden.join(', ')}, which it does not show`)
}

const refuseBoth = () =>
  refuseField('page', [
    '請擇一使用 page 或 cursor。',
    'Use page or cursor, not both: a cursor says itself where to go on.',
  ])
