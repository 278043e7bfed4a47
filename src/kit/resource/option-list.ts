import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type TProperties, Type } from 'typebox'
import { jsonArray, type Rows, type RowsOf } from '../db/json.ts'
import type { Db } from '../db/tables.ts'
import { ref } from '../fields.ts'
import { askedOf, conditionsOf, type Filter, parametersOf, queryText, search } from '../list/filters.ts'

const MOST = 300

/** What may be asked of a form's list, beside the ways to narrow it. */
export const optionQuery = (filters: Record<string, Filter> = {}) =>
  Type.Object(
    { q: Type.Optional(queryText), include: Type.Optional(ref()), ...askedOf(filters) },
    { additionalProperties: false },
  )
export const OptionQuery = optionQuery()

/** An entry of a form's list. */
export const Option = (more: TProperties = {}) =>
  Type.Object({
    value: Type.Integer(),
    label: Type.String(),
    label_en: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    ...more,
  })

type Declaration = {
  of: string
  labels: readonly [zh: string, en: string | null]
  more: string[]
  search: string[]
  filters?: Record<string, Filter>
  /** Which are offered; one that is chosen already is shown whatever became of it. */
  active: RawBuilder<SqlBool> | null
  order: string[]
}

type Asked = { q?: string; include?: number } & Record<string, unknown>

/**
 * Active records for a form, out of `rows`, which are narrowed first to what the reader may see: what matches what is asked,
 * and always the one that is chosen already, which comes first.
 */
export const optionsOver = <Scope extends object>(rows: RowsOf<Scope>, declaration: Declaration) => {
  const ways = { ...declaration.filters, q: search(declaration.search) }
  const read = jsonArray((db, given: Scope & Asked) =>
    optionsOf(rows(db, given), declaration, conditionsOf(ways, given), given.include),
  )
  return (db: Db, scope: Scope, { include, ...asked }: Asked) =>
    read(db, { ...parametersOf(ways, asked), ...(include !== undefined && { include }), ...scope })
}

const optionsOf = (rows: Rows, declaration: Declaration, asked: RawBuilder<SqlBool>[], include: number | undefined) => {
  const { of, labels, more, active, order } = declaration
  const [zh, en] = labels
  const id = sql.ref(`${of}.id`)
  const conditions = [...(active ? [active] : []), ...asked]
  const wanted = conditions.length ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
  const keys = [...(include === undefined ? [] : [sql`${id} <> ${include}`]), ...order.map((column) => sql.ref(column))]
  return rows
    .select([`${of}.id as value`, `${zh} as label`, ...more.map((column) => `${of}.${column}`)])
    .select(en === null ? sql<null>`null`.as('label_en') : sql.ref(en).as('label_en'))
    .where(include === undefined ? wanted : sql<SqlBool>`(${wanted} or ${id} = ${include})`)
    .orderBy(sql.join(keys))
    .limit(MOST)
}
