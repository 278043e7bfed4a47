import type { Query } from './database.ts'

export type Column = { name: string; type: string; isNullable: boolean; isGenerated: boolean }
export type Key = { column: string; to: string }
export type Table = { name: string; columns: Column[]; keys: Key[] }
export type Catalog = Awaited<ReturnType<typeof catalogOf>>

/** Reads tables, columns and foreign keys from PostgreSQL's catalog. */
export const catalogOf = async (query: Query) => {
  const columns = await query<Column & { table: string }>(
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
            a.attgenerated <> '' as "isGenerated"
       from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`,
  )
  const keys = await query<Key & { table: string }>(
    `select t.relname as "table", a.attname as "column", r.relname as "to"
       from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
       join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  )
  const names = [...new Set(columns.map(({ table }) => table))]
  const tables = new Map<string, Table>(
    names.map((name) => [
      name,
      {
        name,
        columns: columns.filter(({ table }) => table === name),
        keys: keys.filter(({ table }) => table === name),
      },
    ]),
  )
  return {
    tables,
    tableOf: (path: string) => tableOf(tables, path),
    /** The table to which a field such as `season_id` or `city_ids` refers. */
    referredBy: (field: string) => {
      const column = field.replace(/_ids$/, '_id')
      const stem = column.replace(/_id$/, '')
      return keys.find((key) => key.column === column)?.to ?? [...tables.keys()].find((name) => singular(name) === stem)
    },
  }
}

/**
 * The table behind a path: `/api/tour-leaders/{id}/files/{file}` → `leader_files`. Chosen by the last segment, the parent
 * table and the foreign keys.
 */
const tableOf = (tables: Map<string, Table>, path: string): Table | undefined => {
  if (path.startsWith('/api/me/')) return tables.get('tokens')
  const parts = path
    .replace(/\/\{\w+\}$/, '')
    .split('/')
    .filter((part) => part && part !== 'api' && part !== 'public')
  const last = snake(parts.at(-1) ?? '')
  const before = parts.slice(0, -1)
  const parent = before.at(-1)?.startsWith('{') ? tableOf(tables, `/${before.join('/')}`) : undefined
  const neighbour = snake(before.findLast((part) => !part.startsWith('{')) ?? '')
  const rated = [...tables.values()]
    .filter(({ name }) => name === last || name.endsWith(`_${last}`))
    .map((table) => ({ table, rating: rate(table, last, neighbour, parent) }))
    .sort((a, b) => b.rating - a.rating)
  // The last id of a path may be named after its table, such as `{attendance}` below `briefings`.
  const named = /\{(\w+)\}$/.exec(path)?.[1]
  return rated[0]?.table ?? (named && named !== 'id' ? tableOf(tables, `/api/${named}s`) : undefined)
}

const rate = ({ name, keys }: Table, last: string, neighbour: string, parent: Table | undefined) => {
  if (!neighbour) return name === last ? 9 : 1
  const isBelow = parent && keys.some(({ to }) => to === parent.name)
  const isNamed = name === `${singular(neighbour)}_${last}`
  const isKin = name.split('_')[0] === neighbour.split('_')[0]
  return (isBelow ? 4 : 0) + (isNamed ? 3 : 0) + (isKin ? 2 : 0)
}

const snake = (word: string) => word.replaceAll('-', '_')
const singular = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '')
