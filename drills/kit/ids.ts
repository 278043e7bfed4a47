import type { Catalog } from './catalog.ts'
import type { Query } from './database.ts'
import type { Operation } from './operations.ts'
import type { Random } from './random.ts'
import type { Ids } from './values.ts'

/** The existing ids of each table; `refresh` reads them again. */
export const openIds = async (query: Query, catalog: Catalog) => {
  const known = new Map<string, number[]>()
  const refresh = async () => {
    for (const { name, columns } of catalog.tables.values())
      if (columns.some((column) => column.name === 'id')) {
        const rows = await query<{ id: number }>(`select id from ${name} order by id desc limit 60`)
        known.set(
          name,
          rows.map(({ id }) => id),
        )
      }
  }
  await refresh()
  const inTable = (table: string | undefined): number[] => known.get(table ?? '') ?? []
  const forFields =
    (random: Random): Ids =>
    (field) =>
      random.chance(0.95) ? random.maybe(inTable(catalog.referredBy(field))) : undefined
  return {
    refresh,
    inTable,
    forFields,
    /** The path with existing ids, if there are any. */
    pathWithIds: (random: Random, { path, inPath }: Operation, share = 0.85) =>
      inPath.reduce((address, { name, schema }) => {
        const upTo = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2)
        const living = random.chance(share) ? random.maybe(inTable(catalog.tableOf(upTo)?.name)) : undefined
        const value =
          schema.type === 'integer'
            ? (living ?? random.int(1, 40))
            : (random.maybe(schema.enum ?? []) ?? random.text(43))
        return address.replace(`{${name}}`, encodeURIComponent(String(value)))
      }, path),
  }
}
