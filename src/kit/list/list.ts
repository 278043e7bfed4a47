import { type TProperties, type TSchema, Type } from 'typebox'
import type { Json, RowsOf } from '../db/json.ts'
import type { Db } from '../db/tables.ts'
import { refuseField } from '../errors.ts'
import { moment, ref, whole } from '../fields.ts'
import { MOST_PER_PAGE } from '../sizes.ts'
import { type Filter, from, fromLately, parametersOf, queryParameters, search, until } from './filters.ts'
import { keysOf } from './order.ts'
import { type ListQuery, type ListStatement, listStatement } from './page.ts'

type ListDeclaration = {
  /** The table or alias of the columns that `sort` and `search` name. */
  of: string
  /** The fields that a list can be sorted by in addition to the stamps, with their schemas. Each must be in the answer. */
  sort: TProperties
  /** The default order, such as `-created_at`. */
  order: string
  search?: string[]
  /** The column that `updated_since` compares; `updated_at` by default. */
  since?: string
  filters?: Record<string, Filter>
  /** The columns of the list as a file, unless the caller names others; nested fields with a dot. Otherwise all fields. */
  columns?: readonly string[]
  /** It lists people: who exports it is logged. */
  people?: true
  /** Its rows do not show `created_at` and `updated_at`, so it cannot be sorted by them. */
  hidesStamps?: true
}

const MOST_ORDERS = 50

/** All lists, for the tests that compare their filters and orders with the indexes. */
export const lists: ListDeclaration[] = []

/** Paging, sorting, filters and search of a list, all from its declaration. */
export function list(declaration: ListDeclaration) {
  const { of, sort, order } = declaration
  const sortable = { id: ref(), ...sort, ...stampsOf(declaration) }
  const filters = filtersOf(declaration)
  lists.push({ ...declaration, sort: sortable, filters })
  const { properties } = listQuery(Object.keys(sortable), order, filters)
  const asking = askingFor(declaration, Object.keys(sortable), properties)
  return {
    /** The query and answer schemas of the route, for rows of this schema. */
    of: <Row extends TSchema>(row: Row) => asking(row, {}),
    /** The same with more parameters, which whoever reads the list turns into its scope. */
    asking,
    /** Reads pages of `rows`, which is already limited to what the reader may see. */
    over: <Scope extends object>(rows: RowsOf<Scope>) => {
      const sortedBy = statementsByOrder((by) =>
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

const stampsOf = ({ since = 'updated_at', hidesStamps }: ListDeclaration) => ({
  ...(!hidesStamps && { created_at: moment() }),
  ...(!hidesStamps && since === 'updated_at' && { updated_at: moment() }),
})

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

/** The schema of a list's query. */
const listQuery = (sortable: string[], order: string, filters: Record<string, Filter>) =>
  Type.Object(
    {
      page: Type.Optional(whole(1)),
      per_page: Type.Optional(whole(1, MOST_PER_PAGE)),
      sort: Type.Optional(
        Type.String({ maxLength: 200, description: `${sortable.join(', ')}; - for descending`, examples: [order] }),
      ),
      cursor: Type.Optional(Type.String({ maxLength: 4000, description: 'Empty to begin; then meta.next_cursor.' })),
      ...queryParameters(filters),
    },
    { additionalProperties: false },
  )

const askingFor =
  ({ of, columns, people }: ListDeclaration, orders: string[], properties: TProperties) =>
  <Row extends TSchema, More extends TProperties>(row: Row, more: More) => {
    refuseHiddenOrders(of, orders, row)
    const query = Type.Object({ ...properties, ...more }, { additionalProperties: false })
    const asFile = { ...(columns && { columns }), ...(people && { people }) }
    return { query, returns: Type.Array(row), meta: ListMeta, slow: true as const, ...asFile }
  }

// A cursor is made of the last row shown, so the fields that a list is sorted by must be in the row.
const refuseHiddenOrders = (of: string, orders: string[], { properties }: TSchema & { properties?: object }) => {
  const hidden = orders.filter((name) => !properties || !(name in properties))
  if (hidden.length) throw new Error(`the list of ${of} can be sorted by ${hidden.join(', ')}, which it does not show`)
}

const nonNegative = Type.Integer({ minimum: 0 })
const rowNumber = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1 })

/** The position of a page among all rows. */
export const PageMeta = Type.Object({
  current_page: nonNegative,
  per_page: nonNegative,
  total: nonNegative,
  last_page: nonNegative,
  from: rowNumber,
  to: rowNumber,
})

/** The `meta` of a list: the position in its pages, or the next cursor. */
const ListMeta = Type.Union([
  Type.Object({ ...PageMeta.properties, total_is_estimate: Type.Optional(Type.Literal(true)) }),
  Type.Object({
    per_page: nonNegative,
    has_more: Type.Boolean(),
    next_cursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
])

/** A cache with one statement for each order. */
const statementsByOrder = (make: (order: string) => ListStatement) => {
  const known = new Map<string, ListStatement>()
  return (order: string) => {
    const statement = known.get(order) ?? make(order)
    if (known.size < MOST_ORDERS) known.set(order, statement)
    return statement
  }
}

const refuseBoth = () =>
  refuseField('page', [
    '請擇一使用 page 或 cursor。',
    'Use page or cursor, not both: a cursor says itself where to go on.',
  ])
