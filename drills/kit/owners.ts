import type { Catalog, Key } from './catalog.ts'
import type { Query } from './database.ts'
import type { Person } from './people.ts'

type Row = { id: number } & Record<string, unknown>
export type Owners = Awaited<ReturnType<typeof ownersIn>>

/**
 * The owner of each row, derived from the foreign keys and not from the service: a row that refers to a customer or a leader,
 * directly or through other tables, belongs to that person. A row that refers to neither is not private.
 */
export const ownersIn = async (query: Query, catalog: Catalog) => {
  const rows = new Map<string, Map<number, Row>>()
  for (const { name, columns } of catalog.tables.values())
    if (columns.some((column) => column.name === 'id'))
      rows.set(name, new Map((await query<Row>(`select * from ${name}`)).map((row) => [row.id, row])))

  const links: { keys: Key[]; rows: Row[] }[] = []
  for (const { name, keys, columns } of catalog.tables.values())
    if (keys.length > 1 && !columns.some((column) => column.name === 'id') && !/_reads$/.test(name))
      links.push({ keys: keys.filter((key) => !isRemark(name, key)), rows: await query<Row>(`select * from ${name}`) })
  /** Rows that are related by a join table, such as a briefing and its trips. */
  const linkedTo = (table: string, id: number) =>
    links.flatMap(({ keys, rows }) =>
      keys
        .filter(({ to }) => to === table)
        .flatMap(({ column }) =>
          rows
            .filter((row) => row[column] === id)
            .flatMap((row) =>
              keys.filter((key) => key.column !== column).map((key) => ({ to: key.to, id: Number(row[key.column]) })),
            ),
        ),
    )

  // A person who is responsible for a record does not own it.
  const belongings = (table: string) =>
    (catalog.tables.get(table)?.keys ?? []).filter(
      ({ column }) => !/^(controller|host|op|sales|ticketing|assignee|duty)_/.test(column),
    )
  const nextTo = (table: string, id: number) => [
    ...(isPersonal(table) ? linkedTo(table, id) : []),
    ...belongings(table).map(({ column, to }) => ({ to, id: Number(rows.get(table)?.get(id)?.[column] ?? 0) })),
  ]
  const known = new Map<string, Set<string>>()
  const ownersOf = (table: string, id: number): Set<string> => {
    const owners = known.get(`${table} ${id}`) ?? walk({ to: table, id }, new Set(), new Set())
    known.set(`${table} ${id}`, owners)
    return owners
  }
  const walk = ({ to, id }: { to: string; id: number }, owners: Set<string>, seen: Set<string>) => {
    const row = rows.get(to)?.get(id)
    if (!row || seen.has(`${to} ${id}`)) return owners
    seen.add(`${to} ${id}`)
    if (to === 'users' && isOutside(row.role)) owners.add(`user ${id}`)
    if (to === 'tour_leaders') owners.add(`leader ${id}`)
    for (const next of nextTo(to, id)) walk(next, owners, seen)
    return owners
  }

  const reaches = (table: string, goal: string, seen = new Set<string>()): boolean => {
    if (table === goal) return true
    if (seen.has(table)) return false
    seen.add(table)
    return belongings(table).some(({ to }) => reaches(to, goal, seen))
  }
  const isPersonal = (table: string) => reaches(table, 'tour_leaders') || reaches(table, 'users')
  const profileOf = ({ id }: Person) => `leader ${rows.get('users')?.get(id)?.tour_leader_id}`
  const isOwn = (person: Person, table: string, id: number) => {
    const owners = ownersOf(table, id)
    return owners.has(`user ${person.id}`) || owners.has(profileOf(person))
  }
  return {
    rowsOf: (table: string) => [...(rows.get(table)?.values() ?? [])],
    isOwn,
    /** Whether a row belongs to another customer or leader, or is internal. */
    isForeign: (person: Person, table: string, id: number) => {
      if (rows.get(table)?.get(id)?.is_internal === true) return true
      if (isOwn(person, table, id)) return false
      if (person.role === 'leader' && reaches(table, 'tour_leaders')) return true
      // A trip is not private because it has a leader; a record about a leader is private.
      const isOfLeader =
        table === 'tour_leaders' ||
        (table !== 'users' && belongings(table).some(({ column }) => column === 'tour_leader_id'))
      return isOfLeader || [...ownersOf(table, id)].some((owner) => owner.startsWith('user '))
    },
  }
}

/** The part of a receipt names the trip that its booking was on, which makes nobody the owner of the trip. */
const isRemark = (table: string, { column }: Key) => table === 'legal_receipt_bookings' && column === 'planned_trip_id'

const isOutside = (role: unknown) => role === 'customer' || role === 'leader'
