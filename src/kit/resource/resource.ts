import { type Kysely, type SqlBool, sql } from 'kysely'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { jsonRecord } from '../db/json.ts'
import { referencesTo } from '../db/references.ts'
import { attempt } from '../db/savepoint.ts'
import type { Db, Tx } from '../db/tables.ts'
import { found, refuse } from '../errors.ts'
import { guardVersion } from '../http/routes/answer.ts'
import { type On, routes } from '../http/routes/routes.ts'
import type { Access, Role } from '../http/server/access.ts'
import { type Filter, is } from '../list/filters.ts'
import { list } from '../list/list.ts'
import { countedInWords, nameRecord } from '../words/record-names.ts'
import { type Link, type Links, linkColumns, shownLinks, takenLinks, writeLinks } from './links.ts'
import { Option, optionQuery, optionReader } from './option-list.ts'
import { columnsOf, RecordOf } from './record.ts'

export type Declaration = {
  table: string
  /** What a person calls one of them: `['季節', 'season']`. */
  says: readonly [zh: string, en: string]
  fields: TObject
  links?: Links
  search?: string[]
  /** Fields a list can be narrowed by their value. */
  filter?: string[]
  /** Ways to narrow that are not one column's value. */
  filters?: Record<string, Filter>
  sort?: string[]
  order?: string
  /** Further fields an option carries. */
  option?: string[]
  access: { read: Access; write: readonly Role[] }
}

/** Every plain record, for the tests that hold declarations against the real tables. */
export const declared: Declaration[] = []

/** The six routes of a plain record, from its declaration. A record that needs a hook is not plain. */
export const resource = (declaration: Declaration, beside: (on: On) => void = () => {}) => {
  declared.push(declaration)
  const {
    table,
    says,
    fields,
    links = {},
    search = [],
    filter = [],
    filters = {},
    sort = [],
    order = 'id',
    option = [],
    access,
  } = declaration
  const [, name] = says
  for (const each of [{ table }, ...Object.values(links)]) nameRecord(each.table, says)
  const shape = RecordOf(fields, shownLinks(links))
  const taken = Type.Object({ ...fields.properties, ...takenLinks(links) })
  const change = Type.Partial(taken, { minProperties: 1 })
  const pick = (names: string[]): TProperties =>
    Object.fromEntries(names.flatMap((field) => (fields.properties[field] ? [[field, fields.properties[field]]] : [])))
  const { is_active, ...narrowing }: Record<string, Filter> = {
    ...Object.fromEntries(
      Object.entries(pick(filter)).map(([field, schema]) => [field, is(`${table}.${field}`, schema)]),
    ),
    ...filters,
  }
  const records = list({
    of: table,
    sort: { ...pick(sort), created_at: Type.String(), updated_at: Type.String() },
    order,
    search,
    filters: { ...narrowing, ...(is_active && { is_active }) },
  })
  const hasOwn = (field: string) => field in fields.properties
  const options = {
    of: table,
    labels: [`${table}.name`, hasOwn('name_en') ? `${table}.name_en` : null] as const,
    more: option,
    search: search.map((column) => `${table}.${column}`),
    filters: narrowing,
    active: hasOwn('is_active') ? sql<SqlBool>`${sql.ref(`${table}.is_active`)}` : null,
    order: [...(hasOwn('sort_order') ? [`${table}.sort_order`] : []), `${table}.name`, `${table}.id`],
  }
  const columns = columnsOf(table, fields)
  const rows = (db: Db) => on(db).selectFrom(table).select(columns).select(linkColumns(table, links))
  const readPage = records.over(rows)
  const readOne = jsonRecord((db, { id }: { id: number }) => rows(db).where(`${table}.id`, '=', id))
  const readOptions = optionReader((db) => on(db).selectFrom(table), options)

  return routes((route) => {
    beside(route)
    // What has no name stands in no form.
    if (hasOwn('name'))
      route.get(
        '/list/options',
        {
          access: access.read,
          says: `Options for a form: ${name}`,
          query: optionQuery(narrowing),
          gives: Type.Array(Option(pick(option))),
          tagged: 'content',
        },
        ({ db, query }) => readOptions(db, query),
      )

    route.get(
      '',
      { access: access.read, says: `List: ${name}`, ...records.of(shape), tagged: 'content' },
      ({ db, query }) => readPage(db, {}, query),
    )

    route.get('/:id', { access: access.read, says: `One ${name}`, gives: shape }, ({ db, params }) =>
      readOne(db, params),
    )

    route.create(
      '',
      { access: access.write, says: `Create: ${name}`, body: taken, gives: shape, refuses: ['duplicate'] },
      async ({ tx, body }) => {
        const { own, linked } = split(body, links)
        const { id } = await on(tx).insertInto(table).values(own).returning('id').executeTakeFirstOrThrow()
        await writeLinks(tx, id, links, linked)
        return { id, ...(await readOne(tx, { id })) }
      },
    )

    route.put(
      '/:id',
      {
        access: access.write,
        says: `Change any of its fields: ${name}`,
        body: change,
        gives: shape,
        refuses: ['duplicate', 'stale'],
      },
      async ({ tx, params, body, expected }) => {
        const { own, linked } = split(body, links)
        guardVersion(await lockRow(tx, table, params.id), expected)
        await writeLinks(tx, params.id, links, linked)
        await on(tx)
          .updateTable(table)
          .set({ ...own, updated_at: sql`now()` })
          .where('id', '=', params.id)
          .execute()
        return readOne(tx, params)
      },
    )

    route.delete(
      '/:id',
      { access: access.write, says: `Remove: ${name}`, gives: Type.Null(), refuses: ['in_use', 'stale'] },
      async ({ tx, params, expected }) => {
        guardVersion(await lockRow(tx, table, params.id), expected)
        await remove(tx, table, params.id)
        return null
      },
    )
  })
}

/** Removes a record that nothing refers to; otherwise says what does, and how often. */
export const remove = (tx: Tx, table: string, id: number) =>
  attempt(
    tx,
    async () => void (await on(tx).deleteFrom(table).where('id', '=', id).execute()),
    async (error) => {
      if (error.code !== '23503') throw error
      const uses = await referencesTo(tx, table, id)
      const [zh, en] = countedInWords(uses)
      return refuse('in_use', {
        detail: [
          `仍有資料使用它：${zh}。請先移除，或改為停用。`,
          `Still used by: ${en}. Remove those first, or retire it.`,
        ],
        also: { uses },
      })
    },
  )

/** The row, locked until the transaction ends. */
export const lockRow = async (tx: Tx, table: string, id: number): Promise<{ id: number; version: number }> =>
  found(await on(tx).selectFrom(table).select(['id', 'version']).where('id', '=', id).forUpdate().executeTakeFirst())

/** Counts a change of what belongs to a record but stands in another table. */
export const touch = async (tx: Tx, table: string, id: number) => {
  await on(tx).updateTable(table).set({ updated_at: sql`now()` }).where('id', '=', id).execute()
}

// The one cast: below, a table's name is only known at run time.
// biome-ignore lint/suspicious/noExplicitAny: see above.
const on = (db: Db) => db as unknown as Kysely<Record<string, any>>

const split = (body: Static<TObject>, links: Record<string, Link>) => {
  const entries = Object.entries(body)
  return {
    own: Object.fromEntries(entries.filter(([field]) => !(field in links))),
    linked: Object.fromEntries(entries.filter(([field]) => field in links)),
  }
}
