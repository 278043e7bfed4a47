import { sql } from 'kysely'
import { type TProperties, Type } from 'typebox'
import { type Json, jsonAll, type Rows } from '../db/json.ts'
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
export const readOptions = (
  db: Db,
  rows: Rows,
  { of, labels, more, search: columns, active, order }: Declaration,
  { q, include }: { q?: string; include?: number },
): Promise<Json> => {
  const holds = [
    ...(active ? [sql<boolean>`${sql.ref(`${of}.is_active`)}`] : []),
    ...(q ? [search(columns).where(q)] : []),
  ]
  const wanted = holds.length ? sql<boolean>`(${sql.join(holds, sql` and `)})` : sql<boolean>`true`
  const chosen = include === undefined ? wanted : sql<boolean>`(${wanted} or ${sql.ref(`${of}.id`)} = ${include})`
  const [zh, en] = labels
  return jsonAll(
    db,
    rows
      .select([
        `${of}.id as value`,
        `${zh} as label`,
        en === null ? sql<null>`null`.as('label_en') : `${en} as label_en`,
        ...more.map((column) => `${of}.${column}`),
      ])
      .where(chosen)
      .orderBy(sql.join(order.map((column) => sql.ref(column))))
      .limit(MOST),
  )
}
