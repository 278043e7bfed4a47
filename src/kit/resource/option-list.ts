import { type SqlBool, sql } from 'kysely'
import { type TProperties, Type } from 'typebox'
import { jsonArray, type Rows } from '../db/json.ts'
import type { Db } from '../db/tables.ts'
import { ref } from '../fields.ts'
import { queryText, search } from '../list/filters.ts'

const MOST = 300

export const OptionQuery = Type.Object(
  { q: Type.Optional(queryText), include: Type.Optional(ref()) },
  { additionalProperties: false },
)

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
  active: boolean
  order: string[]
}

/** Active records for a form: what matches `q`, and always the one that is chosen already. */
export const optionReader = (rows: (db: Db) => Rows, declaration: Declaration) => {
  const found = search(declaration.search)
  const read = jsonArray((db, given: { pattern?: unknown; include?: number }) => optionsOf(rows(db), declaration, given))
  return (db: Db, { q, include }: { q?: string; include?: number }) =>
    read(db, { ...(q && { pattern: found.parameter?.(q) }), ...(include !== undefined && { include }) })
}

const optionsOf = (rows: Rows, declaration: Declaration, { pattern, include }: { pattern?: unknown; include?: number }) => {
  const { of, labels, more, search: columns, active, order } = declaration
  const [zh, en] = labels
  const holds = [
    ...(active ? [sql<SqlBool>`${sql.ref(`${of}.is_active`)}`] : []),
    ...(pattern === undefined ? [] : [search(columns).where(pattern)]),
  ]
  const wanted = holds.length ? sql<SqlBool>`(${sql.join(holds, sql` and `)})` : sql<SqlBool>`true`
  return rows
    .select([`${of}.id as value`, `${zh} as label`, ...more.map((column) => `${of}.${column}`)])
    .select(en === null ? sql<null>`null`.as('label_en') : sql.ref(en).as('label_en'))
    .where(include === undefined ? wanted : sql<SqlBool>`(${wanted} or ${sql.ref(`${of}.id`)} = ${include})`)
    .orderBy(sql.join(order.map((column) => sql.ref(column))))
    .limit(MOST)
}
