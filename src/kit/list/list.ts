import { sql } from 'kysely'
import { type TProperties, type TSchema, Type } from 'typebox'
import { arrayOf, type Json, type Rows } from '../db/json.ts'
import type { Db } from '../db/tables.ts'
import { refuseField } from '../errors.ts'
import { isNullable, moment, whole } from '../fields.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { type Filter, from, search } from './filters.ts'
import { behind, keysOf, orderBy } from './order.ts'

export type ListDeclaration = {
  /** The table or alias whose columns sort and search mean. */
  of: string
  /** Fields a reader may sort by, with their schema. */
  sort: TProperties
  /** The order when none is asked, such as `-created_at`. */
  order: string
  search?: string[]
  filters?: Record<string, Filter>
}

export type ListQuery = { page?: number; per_page?: number; sort?: string; cursor?: string } & Record<string, unknown>
export type List = ReturnType<typeof list>

const EXACT = 10_000
const PER_PAGE = 15

/** Paging, sorting, filters and search of a list, all from its declaration. */
export const list = ({ of, sort, order, search: columns = [], filters = {} }: ListDeclaration) => {
  const sortable = new Map(
    Object.entries({ id: whole(), ...sort }).map(([name, schema]) => [
      name,
      { nullable: isNullable(schema as TSchema) },
    ]),
  )
  const asked: Record<string, Filter> = {
    ...filters,
    updated_since: from(`${of}.updated_at`, moment()),
    ...(columns.length && { q: search(columns.map((column) => `${of}.${column}`)) }),
  }
  const conditions = (query: ListQuery) =>
    Object.entries(asked).flatMap(([name, filter]) =>
      query[name] === undefined || query[name] === '' ? [] : [filter.where(query[name])],
    )

  return {
    query: Type.Object(
      {
        page: Type.Optional(whole(1)),
        per_page: Type.Optional(whole(1, 100)),
        sort: Type.Optional(
          Type.String({
            maxLength: 200,
            description: `${[...sortable.keys()].join(', ')}; - for descending`,
            examples: [order],
          }),
        ),
        cursor: Type.Optional(Type.String({ maxLength: 1000, description: 'Empty to begin; then meta.next_cursor.' })),
        ...Object.fromEntries(Object.entries(asked).map(([name, { schema }]) => [name, Type.Optional(schema)])),
      },
      { additionalProperties: false },
    ),
    /** One page of `rows`, which every caller narrows first to what the actor may see. */
    read: async (db: Db, rows: Rows, query: ListQuery): Promise<Json> => {
      const narrowed = conditions(query).reduce((all, condition) => all.where(condition), rows)
      const keys = keysOf(query.sort ?? order, sortable, `${of}.`)
      return query.cursor === undefined
        ? page(db, narrowed, keys, query)
        : stretch(db, narrowed, keys, query.sort ?? order, query)
    },
  }
}

type Keys = ReturnType<typeof keysOf>

const page = async (db: Db, rows: Rows, keys: Keys, { page = 1, per_page = PER_PAGE }: ListQuery): Promise<Json> => {
  const offset = (page - 1) * per_page
  if (offset > EXACT) refuseDeep()
  const counted = rows
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(EXACT + 1)
  const { json, there, total } = await db
    .selectFrom(rows.orderBy(orderBy(keys)).limit(per_page).offset(offset).as('row'))
    .select([sql<string>`${arrayOf('row')}::text`.as('json'), sql<number>`count(*)`.as('there')])
    .select((eb) => eb.selectFrom(counted.as('counted')).select(sql<number>`count(*)`.as('n')).as('total'))
    .executeTakeFirstOrThrow()
  const size = Number(total)
  const many = size > EXACT
  const all = many ? Math.max(await estimate(db, rows), size) : size
  return {
    json,
    meta: {
      current_page: page,
      per_page,
      total: all,
      last_page: Math.max(Math.ceil(all / per_page), 1),
      from: there ? offset + 1 : null,
      to: there ? offset + there : null,
      ...(many && { total_is_estimate: true }),
    },
  }
}

const stretch = async (
  db: Db,
  rows: Rows,
  keys: Keys,
  sort: string,
  { cursor, per_page = PER_PAGE }: ListQuery,
): Promise<Json> => {
  const rest = cursor ? rows.where(behind(keys, readCursor(cursor, sort, keys.length))) : rows
  const last = sql.join(keys.map(({ column }) => sql.ref(column.replace(/^.*\./, 'row.'))))
  const {
    rows: [found],
  } = await sql<{ json: string; there: number; last: unknown[] | null }>`
    select coalesce(json_agg(json) filter (where n <= ${per_page}), '[]')::text as json,
           count(*) as there, (json_agg(keys) filter (where n = ${per_page}))->0 as last
    from (select to_json("row") as json, json_build_array(${last}) as keys, row_number() over () as n
          from (${rest.orderBy(orderBy(keys)).limit(per_page + 1)}) "row") numbered`.execute(db)
  const more = (found?.there ?? 0) > per_page
  return {
    json: found?.json ?? '[]',
    meta: { per_page, has_more: more, next_cursor: more && found?.last ? writeCursor(sort, found.last) : null },
  }
}

// Beyond the exact bound, the planner's own guess: no scan, and labelled as an estimate.
const estimate = async (db: Db, rows: Rows) => {
  const {
    rows: [plan],
  } = await sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }]
  }>`explain (format json) ${rows.clearSelect().select(sql`1`.as('one'))}`.execute(db)
  return plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

const refuseDeep = () =>
  refuseField('page', [
    `只能翻到第 ${EXACT} 筆；更後面請改用 cursor，或縮小篩選範圍。`,
    `Pages reach to row ${EXACT}; use cursor beyond, or narrow the filters.`,
  ])
