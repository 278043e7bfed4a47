import { type SqlBool, sql } from 'kysely'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { jsonRecord } from '../db/json.ts'
import { lockRow, remove, untyped } from '../db/rows.ts'
import type { Db, Tx } from '../db/tables.ts'
import { guardVersion } from '../http/routes/answer.ts'
import { type On, routes } from '../http/routes/routes.ts'
import type { Access, Role } from '../http/server/guard.ts'
import { type Filter, is } from '../list/filters.ts'
import { list } from '../list/list.ts'
import { nameRecord } from '../words/record-names.ts'
import { type Internal, nothingInternal, type Scope, scopeIn } from './internal.ts'
import { type Links, linkColumns, shownLinks, takenLinks, writeLinks } from './links.ts'
import { type Named, nameColumns, shownNames } from './names.ts'
import { Option, OptionMeta, optionQuery, optionsOver } from './option-list.ts'
import { columnsOf, RecordOf } from './record.ts'

export type Declaration = {
  table: string
  /** The name of one record: `['季節', 'season']`. */
  noun: readonly [zh: string, en: string]
  fields: TObject
  links?: Links
  /** Records whose names are listed beside their ids. The `ETag` of a single record is its version alone, so it has none. */
  named?: Named
  search?: string[]
  /** Fields that a list can be filtered by, by their value. */
  filter?: string[]
  /** Filters that are not the value of one column. */
  filters?: Record<string, Filter>
  sort?: string[]
  order?: string
  /** Further fields of an option. */
  option?: string[]
  access: { read: Access; write: readonly Role[]; internal?: Internal }
}

/** All plain records, for the tests that compare declarations with the real tables. */
export const declared: Declaration[] = []

/** The six routes of a plain record, from its declaration. A record that needs a hook is not plain. */
export function resource(declaration: Declaration, moreRoutes: (on: On) => void = () => {}) {
  declared.push(declaration)
  const record = plainRecord(declaration)
  for (const { table } of [record, ...Object.values(record.links)]) nameRecord(table, record.noun)

  return routes((on) => {
    moreRoutes(on)
    // An option list shows names, so records without a name have none.
    if ('name' in record.fields.properties) optionRoute(on, record)
    readRoutes(on, record)
    createRoute(on, record)
    changeRoute(on, record)
    removeRoute(on, record)
  })
}

const defaults = { links: {}, named: {}, search: [], filter: [], filters: {}, sort: [], order: 'id', option: [] }
type PlainRecord = ReturnType<typeof plainRecord>

/** The declaration with its defaults, and what the routes derive from it. */
const plainRecord = (declaration: Declaration) => {
  const record: Required<Declaration> = { ...defaults, ...declaration }
  const { table, fields, links, named, filter, noun } = record
  const { internal = nothingInternal } = record.access
  const rows = (db: Db, { outside }: Scope) =>
    untyped(db)
      .selectFrom(table)
      .select(columnsOf(table, fields, outside ? internal.fields : []))
      .select(linkColumns(table, links))
  const byValue = Object.entries(pick(fields, filter)).map(([field, schema]) => [
    field,
    is(`${table}.${field}`, schema),
  ])
  return {
    ...record,
    name: noun[1],
    shape: RecordOf(fields, shownLinks(links)),
    listed: RecordOf(fields, { ...shownLinks(links), ...shownNames(named) }),
    taken: Type.Object({ ...fields.properties, ...takenLinks(links) }),
    filters: { ...Object.fromEntries(byValue), ...record.filters } as Record<string, Filter>,
    rows,
    readOne: jsonRecord((db, { id, ...scope }: Scope & { id: number }) =>
      rows(db, scope).where(`${table}.id`, '=', id),
    ),
    scopeOf: scopeIn(internal),
  }
}

const optionRoute = (on: On, record: PlainRecord) => {
  const { table, fields, search, option, access, name, scopeOf } = record
  const { is_active, ...filters } = record.filters
  const has = (field: string) => field in fields.properties
  const read = optionsOver((db) => untyped(db).selectFrom(table), {
    of: table,
    labels: [`${table}.name`, has('name_en') ? `${table}.name_en` : null],
    more: option,
    search: search.map((column) => `${table}.${column}`),
    filters,
    active: has('is_active') ? sql<SqlBool>`${sql.ref(`${table}.is_active`)}` : null,
    order: [...(has('sort_order') ? [`${table}.sort_order`] : []), `${table}.name`, `${table}.id`],
  })
  const returns = Type.Array(Option(pick(fields, option)))
  on.get(
    '/list/options',
    {
      access: access.read,
      summary: `Option list: ${name}`,
      query: optionQuery(filters),
      returns,
      meta: OptionMeta,
      etag: 'content',
    },
    ({ db, actor, query }) => read(db, scopeOf(actor, query), query),
  )
}

const readRoutes = (
  on: On,
  { table, fields, sort, order, search, access, name, shape, listed, named, ...record }: PlainRecord,
) => {
  const { rows, readOne, scopeOf } = record
  const { is_active, ...filters } = record.filters
  const records = list({
    of: table,
    sort: { ...pick(fields, sort), created_at: Type.String(), updated_at: Type.String() },
    order,
    search,
    filters: { ...filters, ...(is_active && { is_active }) },
  })
  const readPage = records.over((db, scope: Scope) => rows(db, scope).select(nameColumns(table, named)))
  on.get(
    '',
    { access: access.read, summary: `List: ${name}`, ...records.of(listed), etag: 'content' },
    ({ db, actor, query }) => readPage(db, scopeOf(actor, query), query),
  )
  on.get('/:id', { access: access.read, summary: `One ${name}`, returns: shape }, ({ db, actor, params }) =>
    readOne(db, { ...params, ...scopeOf(actor) }),
  )
}

const createRoute = (on: On, { table, links, access, name, taken, shape, readOne }: PlainRecord) =>
  on.create(
    '',
    { access: access.write, summary: `Create: ${name}`, body: taken, returns: shape, refuses: ['duplicate'] },
    async ({ tx, body }) => {
      const id = await createRecord(tx, { table, links }, body)
      return { id, ...(await readOne(tx, { id })) }
    },
  )

/** Inserts a plain record with its links. The body is valid. */
export async function createRecord(tx: Tx, { table, links = {} }: Pick<Declaration, 'table' | 'links'>, body: object) {
  const { own, linked } = split(body as Static<TObject>, links)
  const { id } = await untyped(tx).insertInto(table).values(own).returning('id').executeTakeFirstOrThrow()
  await writeLinks(tx, id, links, linked)
  return id as number
}

const changeRoute = (on: On, { table, links, access, name, taken, shape, readOne }: PlainRecord) =>
  on.put(
    '/:id',
    {
      access: access.write,
      summary: `Change any of its fields: ${name}`,
      body: Type.Partial(taken),
      returns: shape,
      refuses: ['duplicate', 'stale'],
    },
    async ({ tx, params: { id }, body, expected }) => {
      const { own, linked } = split(body, links)
      guardVersion(await lockRow(tx, table, id), expected)
      await writeLinks(tx, id, links, linked)
      const change = { ...own, updated_at: sql`now()` }
      await untyped(tx).updateTable(table).set(change).where('id', '=', id).execute()
      return readOne(tx, { id })
    },
  )

const removeRoute = (on: On, { table, access, name }: PlainRecord) =>
  on.delete(
    '/:id',
    { access: access.write, summary: `Remove: ${name}`, returns: Type.Null(), refuses: ['in_use', 'stale'] },
    async ({ tx, params, expected }) => {
      guardVersion(await lockRow(tx, table, params.id), expected)
      await remove(tx, table, params.id)
      return null
    },
  )

const pick = ({ properties }: TObject, names: string[]): TProperties =>
  Object.fromEntries(names.flatMap((name) => (properties[name] ? [[name, properties[name]]] : [])))

/** Splits a body into columns of the record and links, which are stored in join tables. */
const split = (body: Static<TObject>, links: Links) => {
  const pairs = Object.entries(body)
  return {
    own: Object.fromEntries(pairs.filter(([field]) => !(field in links))),
    linked: Object.fromEntries(pairs.filter(([field]) => field in links)),
  }
}
