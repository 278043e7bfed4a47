import { type AliasedExpression, type OperationNode, type RawBuilder, SelectQueryNode, type SqlBool, sql } from 'kysely'
import type { TSchema } from 'typebox'
import { arrayOf, type Json, type Rows, type RowsOf } from '../db/json.ts'
import { oneRow } from '../db/statement.ts'
import type { Db } from '../db/tables.ts'
import { found, refuseField } from '../errors.ts'
import { isNullable } from '../fields.ts'
import { isDay, momentOf } from '../http/routes/formats.ts'
import { COUNTED_ROWS, EXPORTED_AT_ONCE, MOST_EXPORTED, MOST_PER_PAGE, PER_PAGE } from '../sizes.ts'
import { conditionsOf, type Filter, isSought } from './filters.ts'
import { after, type Key, orderBy } from './order.ts'

export type ListQuery = {
  page?: number
  per_page?: number
  sort?: string
  cursor?: string
  /** Set by an export, which no caller can ask for here: pages are larger, and the first one counts all rows up to the limit of a file. */
  exporting?: true
} & Record<string, unknown>

/** Reads a list in one order: `page` with a total, or `cursorPage` by cursor without a limit of depth. */
export type ListStatement = {
  page: (db: Db, given: Given, query: ListQuery) => Promise<Json>
  cursorPage: (db: Db, given: Given, query: ListQuery) => Promise<Json>
}
type Given = Record<string, unknown>

export function listStatement(
  rows: RowsOf<Given>,
  filters: Record<string, Filter>,
  keys: Key[],
  order: string,
): ListStatement {
  const filtered: RowsOf<Given> = (db, given) =>
    conditionsOf(filters, given).reduce((all, condition) => all.where(condition), rows(db, given))
  return { page: pages(rows, filtered, keys), cursorPage: cursorPages(filtered, keys, order) }
}

const pages = (rows: RowsOf<Given>, filtered: RowsOf<Given>, keys: Key[]): ListStatement['page'] => {
  const read = oneRow((db, given: Given) => {
    const size = given.counted ? sizeOf(db, filtered(db, given), COUNTED_ROWS) : sql<number>`null`
    const page = reachOf(given)
      ? pageByKeys(db, rows(db, given), filtered(db, given), keys, given)
      : pageInOrder(filtered(db, given), keys, given)
    return pageOf(db, page, size)
  })
  const plan = oneRow((db, given: Given) => planOf(db, filtered(db, given)))
  const known = estimates()

  const estimated = async (db: Db, given: Given, list: string, atLeast: number) => {
    const total = Math.max(atLeast, found(await plan(db, given))['QUERY PLAN'][0].Plan['Plan Rows'])
    known.keep(list, total)
    return total
  }
  return async (db, given, { page = 1, per_page = PER_PAGE }) => {
    const offset = (page - 1) * per_page
    if (offset > COUNTED_ROWS) refuseDeep()
    const list = JSON.stringify(given)
    const estimate = known.of(list)
    const counted = estimate === undefined && { counted: true }
    const { json, there, size } = found(
      await read(db, { ...given, ...counted, limit: per_page, ...keysFirst(given, offset) }),
    )
    const total = estimate ?? (size > COUNTED_ROWS ? await estimated(db, given, list, size) : size)
    const isEstimate = total > COUNTED_ROWS && { total_is_estimate: true }
    return { json, meta: { ...pageMeta(page, per_page, there, total), ...isEstimate } }
  }
}

const cursorPages = (rows: RowsOf<Given>, keys: Key[], order: string): ListStatement['cursorPage'] => {
  const read = oneRow((db, given: Given) => cursorPageOf(db, rows(db, given), keys, given))
  const count = oneRow(
    (db, given: Given) => sql<{ size: number }>`select ${sizeOf(db, rows(db, given), MOST_EXPORTED)} as size`,
  )
  return async (db, given, { cursor, exporting, per_page = exporting ? EXPORTED_AT_ONCE : PER_PAGE }) => {
    const total = exporting && !cursor && { total: found(await count(db, given)).size }
    const seen = cursor ? readCursor(cursor, order, keys) : []
    const from = Object.fromEntries(seen.map((value, i) => [`after${i}`, value ?? undefined]))
    const size = { limit: per_page, more: per_page + 1, ...(exporting && { exporting }) }
    const { json, there, last } = found(await read(db, { ...given, ...from, ...size }))
    const has_more = there > per_page
    const next_cursor = has_more && last ? writeCursor(order, last) : null
    return { json, meta: { per_page, has_more, next_cursor, ...total } }
  }
}

const pageOf = (db: Db, page: RawBuilder<unknown>, size: RawBuilder<number>) =>
  db
    .selectFrom(page.as('row'))
    .select([sql<string>`${arrayOf('row')}::text`.as('json'), sql<number>`count(*)`.as('there')])
    .select(size.as('size'))

// Plans are generic, made before the values are known. The inner limit is therefore a literal: it tells the planner that a page
// is read, not a tenth of the table.
const pageInOrder = (rows: Rows, keys: Key[], { limit }: Given) =>
  sql`(select * from (${rows.orderBy(orderBy(keys)).limit(sql.lit(MOST_PER_PAGE))}) "row" limit ${limit})`

// Rows that are skipped or only sorted are not computed: the ids of the page are read first, then its rows only.
const pageByKeys = (db: Db, rows: Rows, filtered: Rows, keys: Key[], given: Given) => {
  const id = sql.ref(keys.find(({ column }) => column.endsWith('.id'))?.column ?? 'id')
  const inOrder = filtered.orderBy(orderBy(keys)).limit(sql.lit(reachOf(given)))
  const reachable = withoutColumns(db, inOrder, sql`${id}`.as('id'))
  const ids = sql`(select id from (${reachable}) "key" limit ${given.limit} offset ${given.offset})`
  return sql`(${rows.where(sql<SqlBool>`${id} = any (array${ids})`).orderBy(orderBy(keys))})`
}

// A later page, and a search: what it finds is in the order of another index, so all of it is sorted.
const keysFirst = (given: Given, offset: number) => (offset > 0 || isSought(given)) && { offset, ...reachFor(offset) }

// How far a page reaches, in three steps, so that the literal limit is near the true one. A step is a key of the statement.
const REACHES = [500, 2_500, COUNTED_ROWS + MOST_PER_PAGE]
const reachFor = (offset: number) => ({ [`within${REACHES.find((reach) => offset + MOST_PER_PAGE <= reach)}`]: true })
const reachOf = (given: Given) => REACHES.find((reach) => given[`within${reach}`] !== undefined)

const sizeOf = (db: Db, rows: Rows, most: number) =>
  sql<number>`(select count(*) from (${countableRows(db, rows)} limit ${sql.lit(most + 1)}) counted)`

/** Where a page is among all rows. */
export function pageMeta(current_page: number, per_page: number, there: number, total: number) {
  const offset = (current_page - 1) * per_page
  const last_page = Math.max(Math.ceil(total / per_page), 1)
  return {
    current_page,
    per_page,
    total,
    last_page,
    from: there ? offset + 1 : null,
    to: there ? offset + there : null,
  }
}

// Reads one row more than the page has, to know whether there are more. The cursor is made of the last row that is shown.
const cursorPageOf = (db: Db, rows: Rows, keys: Key[], given: Given) => {
  const last = keys.map((_, i) => given[`after${i}`] ?? null)
  const rest = last.at(-1) === null ? rows : rows.where(after(keys, last))
  const most = given.exporting ? EXPORTED_AT_ONCE : MOST_PER_PAGE
  const reachable = rest.orderBy(orderBy(keys)).limit(sql.lit(most + 1))
  const slice = sql`select * from (${reachable}) "row" limit ${given.more}`
  const shownKeys = sql.join(keys.map(({ column }) => sql.ref(column.replace(/^.*\./, 'row.'))))
  const numbered = sql<{ json: unknown; keys: unknown; n: number }>`
    (select to_json("row") as json, json_build_array(${shownKeys}) as keys, row_number() over () as n from (${slice}) "row")`
  return db
    .selectFrom(numbered.as('numbered'))
    .select([
      sql<string>`coalesce(json_agg(json) filter (where n <= ${given.limit}), '[]')::text`.as('json'),
      sql<number>`count(*)`.as('there'),
      sql<unknown[] | null>`(json_agg(keys) filter (where n = ${given.limit}))->0`.as('last'),
    ])
}

// Beyond the exact bound, the total is the planner's estimate: it needs no scan, and the answer labels it as an estimate.
const planOf = (db: Db, rows: Rows) => sql<Plan>`explain (format json) ${countableRows(db, rows)}`
type Plan = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }

const refuseDeep = () =>
  refuseField('page', [
    `只能翻到第 ${COUNTED_ROWS} 筆；更後面請改用 cursor，或縮小篩選範圍。`,
    `Pages reach to row ${COUNTED_ROWS}; use cursor beyond, or narrow the filters.`,
  ])

/** The query of a list with a constant for each row, to be counted. */
const countableRows = (db: Db, rows: Rows) => withoutColumns(db, rows, sql`1`.as('one'))

/**
 * The query of a list with only this column. Left joins that no condition and no order uses are removed, so that PostgreSQL can
 * use an index-only scan. This does not change the rows, because a left join of a list matches at most one row.
 */
const withoutColumns = (db: Db, rows: Rows, column: AliasedExpression<unknown, string>) => {
  const node = rows.clearSelect().select(column).toOperationNode()
  if (!SelectQueryNode.is(node)) throw new Error('a list is a select')
  return { toOperationNode: () => withoutUnusedJoins(db, node) }
}

const withoutUnusedJoins = (db: Db, node: SelectQueryNode) => {
  let kept = node
  for (const join of [...(node.joins ?? [])].reverse()) {
    const without = { ...kept, joins: (kept.joins ?? []).filter((other) => other !== join) }
    if (isLeft(join.joinType) && !mentions(db, without, aliasOf(join.table))) kept = without
  }
  return kept
}

const isLeft = (kind: string) => kind === 'LeftJoin' || kind === 'LateralLeftJoin'

const mentions = (db: Db, node: SelectQueryNode, alias: string) => {
  const { sql: text } = db.getExecutor().compileQuery(node, { queryId: '' })
  return new RegExp(`\\b${alias}"?\\.`).test(text)
}

const aliasOf = (table: OperationNode) => {
  const { alias } = table as { alias?: { name?: string } }
  return alias?.name ?? ''
}

const CACHE_MS = 5_000
const MOST_KNOWN = 500

/**
 * A cache of estimated totals. An estimate is used for 5 s; meanwhile the list is neither counted nor estimated again. Exact totals
 * are not cached.
 */
const estimates = () => {
  const known = new Map<string, { total: number; until: number }>()
  return {
    of: (list: string) => {
      const estimate = known.get(list)
      return estimate && estimate.until > performance.now() ? estimate.total : undefined
    },
    keep: (list: string, total: number) => {
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(list, { total, until: performance.now() + CACHE_MS })
    },
  }
}

/** A cursor: the sort order it was made for, and the sort keys of the last row that was shown. */
const writeCursor = (sort: string, keys: unknown[]) =>
  Buffer.from(JSON.stringify([sort, ...keys])).toString('base64url')

const readCursor = (cursor: string, sort: string, keys: Key[]): unknown[] => {
  const [madeFor, ...values] = parsed(cursor)
  const isOurs = madeFor === sort && values.length === keys.length
  return isOurs && keys.every(({ schema }, i) => couldBe(schema, values[i])) ? values : refuseCursor()
}

const parsed = (cursor: string): unknown[] => {
  try {
    const value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : refuseCursor()
  } catch {
    return refuseCursor()
  }
}

// Whether PostgreSQL can compare the value with the column. Any other value is refused before the query.
const couldBe = (schema: TSchema, value: unknown): boolean => {
  const { type, format, takes } = schema as { type?: string | string[]; format?: string; takes?: string }
  const isA = (kind: string) => [type].flat().includes(kind)
  if (value === null) return isNullable(schema)
  if (typeof value === 'boolean') return isA('boolean')
  if (typeof value === 'number')
    return isA('number') || (isA('integer') && Math.abs(value) < 2 ** 31 && value % 1 === 0)
  if (typeof value !== 'string' || !isA('string') || isA('number')) return false
  if (takes === 'moment') return momentOf(value, 'UTC') !== undefined
  return format === 'day' ? isDay(value) : value.isWellFormed() && !value.includes('\0')
}

const refuseCursor = () =>
  refuseField('cursor', [
    '請使用前一頁 meta.next_cursor 的值，且排序與篩選不變。',
    'Use the value of meta.next_cursor with the same sort and filters.',
  ])
