import { pg } from '../driver.ts'

/** A statement that a connection has parsed under this name. `read` is there once the columns of its rows are known. */
export type Prepared = { name: string; read?: ReadRow }
type ReadRow = (values: readonly (string | null)[]) => object

/** A statement on a connection, and whether it has to be prepared there first. */
export const prepare = (client: pg.Client, text: string) => {
  const known = knownTo(client)
  const there = known.get(text)
  if (there) return { prepared: there, isNew: false }
  const prepared: Prepared = { name: nameOf(text) }
  if (prepared.name) known.set(text, prepared)
  return { prepared, isNew: true }
}

export const forget = (client: pg.Client, text: string) => knownTo(client).delete(text)

const knownTo = (client: pg.Client) => {
  const known = connections.get(client) ?? new Map<string, Prepared>()
  connections.set(client, known)
  return known
}
const connections = new WeakMap<pg.Client, Map<string, Prepared>>()

// Beyond a number of statements the name is empty: such a statement is prepared each time.
const nameOf = (text: string) => {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES) return ''
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}
const names = new Map<string, string>()
const MOST_NAMES = 2_000

/** Makes rows of these columns. */
export const rowParser = (columns: readonly pg.FieldDef[]): ReadRow => {
  const parsers = columns.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') }))
  // Copied for each row, so that all rows have the same shape.
  const empty: Record<string, unknown> = Object.fromEntries(columns.map(({ name }) => [name, null]))
  return (values) => {
    const row = { ...empty }
    parsers.forEach(({ name, parse }, n) => {
      const value = values[n] ?? null
      if (value !== null) row[name] = parse(value)
    })
    return row
  }
}
