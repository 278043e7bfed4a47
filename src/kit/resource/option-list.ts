import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type TProperties, Type } from 'typebox'
import { arrayOf, type Json, type Rows, type RowsOf } from '../db/json.ts'
import { theRow } from '../db/statement.ts'
import type { Db } from '../db/tables.ts'
import { ref, refs } from '../fields.ts'
import { conditionsOf, type Filter, parametersOf, queryParameters, queryText, search } from '../list/filters.ts'

const MOST = 300
const COUNTED = 10_000

const byId = Type.Unsafe<number[]>({ ...refs(MOST), minItems: 1, separator: ',' })
const asked = { q: Type.Optional(queryText), include: Type.Optional(ref()), id: Type.Optional(byId) }

/** The query of an option list: `q`, `include`, `id` and its filters. */
export function optionQuery(filters: Record<string, Filter> = {}) {
  return Type.Object({ ...asked, ...queryParameters(filters) }, { additionalProperties: false })
}
export const OptionQuery = Type.Object(asked, { additionalProperties: false })

/** One option of a form's list. */
export function Option(more: TProperties = {}) {
  return Type.Object({
    value: Type.Integer(),
    label: Type.String(),
    label_en: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    ...more,
  })
}

/** The number of options in the answer, and in total (counted up to 10,000). */
export const OptionMeta = Type.Object({ shown: Type.Integer(), total: Type.Integer() })

type Declaration = {
  of: string
  labels: readonly [zh: string, en: string | RawBuilder<string | null> | null]
  more: string[]
  search: string[]
  filters?: Record<string, Filter>
  /** The condition for records that can be chosen. The record in `include` is listed even if it does not fulfil it. */
  active: RawBuilder<SqlBool> | null
  order: string[]
}

type Asked = { q?: string; include?: number; id?: number[] } & Record<string, unknown>

/**
 * Reads the options of a form from `rows`, which contains only what the reader may see: active records that match the query, and
 * first the record that is already chosen (`include`). With `id` it reads the names of these records, whether they can still be
 * chosen or not.
 */
export function optionsOver<Scope extends object>(rows: RowsOf<Scope>, declaration: Declaration) {
  const ways = { ...declaration.filters, q: search(declaration.search) }
  const read = readOptions((db, given: Scope & Asked) =>
    optionsOf(rows(db, given), declaration, conditionsOf(ways, given), given),
  )
  return (db: Db, scope: Scope, { include, id, ...asked }: Asked) =>
    read(db, { ...parametersOf(ways, asked), ...(include !== undefined && { include }), ...(id && { id }), ...scope })
}

/** Reads the first options of a query. `meta` contains their total; `q` finds the others. */
export function readOptions<Given extends object>(options: RowsOf<Given>) {
  const read = theRow((db, given: Given) => {
    const all = options(db, given)
    const counted = all.clearSelect().clearOrderBy().select(sql`1`.as('one')).limit(COUNTED)
    return db
      .selectFrom(all.limit(MOST).as('row'))
      .select([sql<string>`${arrayOf('row')}::text`.as('json'), sql<number>`count(*)`.as('shown')])
      .select(sql<number>`(select count(*) from (${counted}) counted)`.as('total'))
  })
  return async (db: Db, given: Given): Promise<Json> => {
    const { json, ...meta } = await read(db, given)
    return { json, meta }
  }
}

const optionsOf = (
  rows: Rows,
  declaration: Declaration,
  asked: RawBuilder<SqlBool>[],
  { include, id: ids }: Pick<Asked, 'include' | 'id'>,
) => {
  const { of, labels, more, active, order } = declaration
  const [zh, en] = labels
  const id = sql.ref(`${of}.id`)
  const named = ids ? sql<SqlBool>`${id} = any(${ids})` : active
  const conditions = [...(named ? [named] : []), ...asked]
  const wanted = conditions.length ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
  const keys = [...(include === undefined ? [] : [sql`${id} <> ${include}`]), ...order.map((column) => sql.ref(column))]
  return rows
    .select([`${of}.id as value`, `${zh} as label`, ...more.map((column) => `${of}.${column}`)])
    .select((typeof en === 'string' ? sql.ref<string | null>(en) : (en ?? sql<null>`null`)).as('label_en'))
    .where(include === undefined ? wanted : sql<SqlBool>`(${wanted} or ${id} = ${include})`)
    .orderBy(sql.join(keys))
}
