import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import { lists } from '../src/kit/list/list.ts'
import { columnOf } from '../src/kit/list/order.ts'
import { declared } from '../src/kit/resource/resource.ts'
import { recordName } from '../src/kit/words/record-names.ts'
import { locales } from '../src/kit/words/words.ts'
import { sharedHouse } from './house.ts'
import { sources } from './sources.ts'
import { type Column, declaredTables, realTables } from './tables.ts'

const { db } = await sharedHouse()
const columns = await realTables(db)
const tables = await declaredTables(sources, (table) => declared.find((one) => one.table === table)?.fields)

/** The table without a declaration in a module, because only SQL reads and writes it. */
const bySqlAlone = ['migrations']

test('every table is declared, and every declared table exists', () => {
  const names = [...tables.keys(), ...bySqlAlone].sort()
  assert.deepEqual([...columns.keys()].sort(), names)
})

test('every declared field is a column, and every column is a declared field', () => {
  const wrong = [...tables].flatMap(([table, { names }]) => {
    const there = [...(columns.get(table)?.keys() ?? [])]
    return [
      ...names.filter((name) => !there.includes(name)).map((name) => `${table}.${name} is declared and is no column`),
      ...there.filter((name) => !names.includes(name)).map((name) => `${table}.${name} is a column and not declared`),
    ]
  })
  assert.deepEqual(wrong, [])
})

test('a field is required if its column is not null without default; type, length and values agree', () => {
  const wrong = [...tables].flatMap(([table, { fields }]) =>
    Object.entries(fields).flatMap(([name, field]) => {
      const column = columns.get(table)?.get(name)
      return column ? faultsOf(`${table}.${name}`, field, column) : []
    }),
  )
  assert.deepEqual(wrong, [])
})

test('every foreign key has an index that begins with its columns', async () => {
  const { rows } = await sql<{ at: string }>`
    select c.conrelid::regclass || '.' || string_agg(a.attname, ', ' order by a.attnum) as at
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
       select 1 from pg_index i
        where i.indrelid = c.conrelid and (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
     group by c.oid, c.conrelid`.execute(db)
  assert.deepEqual(
    rows.map(({ at }) => at),
    [],
  )
})

/** The tables of the aliases that lists use. */
const aliases: Record<string, string> = {
  a: 'audit',
  b: 'bookings',
  f: 'line_friends',
  d: 'trip_deadlines',
  v: 'travelers',
  n: 'notifications',
  r: 'addon_requests',
  t: 'addon_request_types',
}
/** Tables of a few thousand rows at most, which need no index. */
const small = [
  ...declared.map(({ table }) => table),
  'users',
  'airline_routes',
  'addon_categories',
  'addon_request_types',
  'packages',
  'tour_leaders',
  'leader_country_ranks',
  'webhooks',
  'exchange_rates',
  // Computed from payments and receipts, and not a table.
  'unreceipted',
]
/** Columns that filter or sort a result that is already small: the rows of one person, of one parent, or those that wait. */
const narrowed = [
  'bookings.contact_email',
  'bookings.contact_proved_at',
  'bookings.proof_until',
  'planned_trips.capacity',
  'planned_trips.min_pax',
  'trip_deadlines.key',
  'audit.action',
  'notifications.created_at',
  'notifications.event',
  'notifications.read_at',
  // Bookings with an amount due have an index of their own.
  'bookings.balance',
  'counted.taken',
  'o.customer_response_deadline',
  'o.created_at',
  'o.id',
  'addon_communications.customer_response_deadline',
  'leader_unavailabilities.firmness',
  'checked.checks',
  'session_attendances.created_at',
  'session_attendances.guest_email',
  'session_attendances.guest_name',
  'session_attendances.guest_phone',
  'session_attendances.source',
  'session_attendances.status',
  'webhook_deliveries.event',
  'webhook_deliveries.status',
]

test('every filter and sort field of a list has an index that begins with it', async () => {
  const { rows } = await sql<{ at: string }>`
    select distinct i.indrelid::regclass || '.' || a.attname as at
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`.execute(db)
  const indexed = rows.map(({ at }) => at)
  const asked = lists.flatMap(({ of, sort, filters = {} }) => [
    ...Object.entries(sort).map(([field, schema]) => columnOf(`${of}.${field}`, schema)),
    // The index of an expression serves a search by parts; src/modules/search/search.test.ts checks the plans.
    ...Object.values(filters).flatMap(({ where, split, isOfFew }) =>
      split || isOfFew ? [] : columnsIn(sql`${where(1)}`.compile(db).sql),
    ),
  ])
  const resolved = asked.map((at) => at.replace(/^\w+/, (of) => aliases[of] ?? of))
  const wrong = [...new Set(resolved)]
    .filter((at) => !small.includes(at.replace(/\..*/, '')) && !narrowed.includes(at))
    .filter((at) => !indexed.includes(at))
  assert.deepEqual(wrong, [])
})

const columnsIn = (condition: string) =>
  [...condition.matchAll(/\b"?([a-z_]\w*)"?\."?(\w+)"?/g)].map(([, of, column]) => `${of}.${column}`)

type Field = TSchema & {
  type?: string | string[]
  format?: string
  takes?: string
  personal?: string
  enum?: (string | null)[]
  maxLength?: number
  optional?: boolean
}

const faultsOf = (at: string, { optional, ...field }: Field, column: Column) => {
  const kinds = [field.type ?? []].flat()
  const values = field.enum?.filter((value) => value !== null).sort() ?? null
  const isText = column.type === 'character varying' && !values
  return [
    ...(kinds.includes('null') !== column.nullable ? [`${at} may be null in one place only`] : []),
    ...(optional !== (column.nullable || column.defaulted) ? [`${at} may be left out in one place only`] : []),
    ...(typesOf(field, kinds).includes(column.type) ? [] : [`${at} is ${column.type}`]),
    ...(isText && field.maxLength !== undefined && field.maxLength !== column.length
      ? [`${at} takes ${field.maxLength} characters, its column ${column.length}`]
      : []),
    ...(String(isLanguage(values) ? null : values) !== String(column.values)
      ? [`${at} takes ${values}, its column ${column.values}`]
      : []),
  ]
}

// Languages are data, so a column accepts the code of any language.
const isLanguage = (values: unknown[] | null) => String(values) === String(locales.toSorted())

const typesOf = ({ format, takes, personal }: Field, kinds: string[]) => {
  if (personal) return ['personal']
  if (takes === 'money' || takes === 'rate') return ['numeric']
  if (takes === 'moment') return ['timestamp with time zone']
  if (takes === 'json') return ['jsonb']
  if (format === 'day') return ['date']
  if (kinds.includes('integer')) return ['integer', 'smallint', 'bigint']
  if (kinds.includes('number')) return ['numeric', 'double precision']
  if (kinds.includes('boolean')) return ['boolean']
  if (kinds.includes('object')) return ['jsonb']
  if (kinds.includes('array')) return ['jsonb', 'integer[]', 'smallint[]', 'text[]', 'character varying[]']
  return ['character varying', 'time without time zone', 'uuid']
}

test('every table that can block a removal has a readable name', async () => {
  const text = sources.map((source) => source.text).join('\n')
  const removable = [
    ...declared.map(({ table }) => table),
    ...[...text.matchAll(/\bremove\(tx, '(\w+)'/g)].map(([, table]) => table),
  ]
  const { rows } = await sql<{ table: string }>`
    select distinct conrelid::regclass::text as table from pg_constraint
     where contype = 'f' and confdeltype <> 'c' and confrelid::regclass::text = any (${removable}) order by 1`.execute(
    db,
  )
  const unnamed = rows.filter(({ table }) => !/[一-龥]/.test(recordName(table)[0]))
  assert.deepEqual(unnamed, [])
  assert.ok(rows.length > 30)
})
