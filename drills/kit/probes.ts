import type { Catalog, Table } from './catalog.ts'
import type { Context } from './context.ts'
import type { Operation } from './operations.ts'
import type { Owners } from './owners.ts'
import type { Caller } from './people.ts'
import { valueFor } from './values.ts'

export type Probe = {
  operation: Operation
  caller: Caller
  body: unknown
  missing: string
  others: { path: string; kind: 'own' | "other's" | 'shared' | 'no record' | 'no id' }[]
}
type Given = {
  context: Context
  catalog: Catalog
  owners: Owners
  operation: Operation
  caller: Caller
  unmapped: string[]
}

const MISSING = 2_000_000_011

/**
 * The requests of one caller to one operation: its last id is replaced by other ids, and each answer is compared with that
 * for an id that does not exist.
 */
export const probesFor = ({ context, catalog, owners, operation, caller, unmapped }: Given): Probe[] => {
  const { path, inPath, body, method } = operation
  const last = inPath.findLast(({ schema }) => schema.type === 'integer')
  // The holder of a mailed link is authorized by it.
  if (!last || inPath.some(({ schema }) => schema.type === 'string')) return []
  const table = catalog.tableOf(path.slice(0, path.indexOf(`{${last.name}}`) + last.name.length + 2))
  if (!table) {
    unmapped.push(`${operation.id}: the drill knows no table for it`)
    return []
  }
  const person = context.people[caller]
  const rows = context.random.shuffled(owners.rowsOf(table.name))
  const own = rows.filter(({ id }) => owners.isOwn(person, table.name, id) && !owners.isForeign(person, table.name, id))
  const foreign = rows.filter(({ id }) => owners.isForeign(person, table.name, id))
  const shared = rows.filter((row) => !own.includes(row) && !foreign.includes(row))
  const pathWithIds = (id: number | string, row?: object) =>
    addressOf(catalog, operation, table, last.name, id, row ?? own[0] ?? rows[0])

  const taken = new Set(rows.map(({ id }) => id))
  // The next ids may be given while the drill runs: a mail that waits stores its paper, for one.
  const newest = Math.max(0, ...taken)
  const elsewhere = Array.from({ length: 300 }, (_, i) => i + 1)
    .filter((id) => !taken.has(id) && (id < newest || id > newest + 20))
    .slice(0, 2)
  const isRead = method === 'GET'
  const isPublic = operation.roles.includes('public')
  const others: Probe['others'] = [
    ...(isRead ? own.slice(0, 3).map((row) => ({ path: pathWithIds(row.id, row), kind: 'own' as const })) : []),
    ...(isRead ? shared.slice(0, 2).map((row) => ({ path: pathWithIds(row.id, row), kind: 'shared' as const })) : []),
    // Public records have no owner; their modules test which fields they show.
    ...(isPublic ? [] : foreign.slice(0, 4)).map((row) => ({
      path: pathWithIds(row.id, row),
      kind: "other's" as const,
    })),
    ...elsewhere.map((id) => ({ path: pathWithIds(id), kind: 'no record' as const })),
    ...[0, -1, 2 ** 31, 'text', '1e3', '%00'].map((id) => ({ path: pathWithIds(id), kind: 'no id' as const })),
  ]
  const bodies =
    body?.media === 'application/json' ? [body.example, valueFor(context.random, () => 1, body.schema)] : [undefined]
  return bodies.map((sent) => ({ operation, caller, body: sent, missing: pathWithIds(MISSING), others }))
}

/** Ids before the last are those of the parent records of this row. */
const addressOf = (
  catalog: Catalog,
  { path, inPath }: Operation,
  table: Table,
  name: string,
  id: number | string,
  row: object | undefined,
) =>
  inPath.reduce((address, parameter) => {
    const upTo = path.slice(0, path.indexOf(`{${parameter.name}}`) + parameter.name.length + 2)
    const above = catalog.tableOf(upTo)
    const column = table.keys.find(({ to }) => to === above?.name)?.column
    const parent = Object.entries(row ?? {}).find(([key]) => key === column)?.[1]
    const value = parameter.name === name ? id : (parent ?? 1)
    return address.replace(`{${parameter.name}}`, String(value))
  }, path)
