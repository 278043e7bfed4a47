import type { pg } from '../driver.ts'

export type Query = { text: string; values?: readonly unknown[] }
export type Result = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>

/**
 * Runs a statement, which is prepared once for each connection. On a connection with `pipeline` it is sent without waiting for the
 * answers to earlier ones.
 */
export async function send(client: pg.Client, { text, values = [] }: Query): Promise<Result> {
  count(client, 1)
  try {
    return await client.query({ name: nameOf(text), text, values: values as unknown[] })
  } finally {
    count(client, -1)
  }
}

/** The number of statements on a connection that wait for their answers. */
export function awaitedOn(client: pg.Client) {
  return awaited.get(client) ?? 0
}
const awaited = new WeakMap<pg.Client, number>()
const count = (client: pg.Client, by: number) => awaited.set(client, awaitedOn(client) + by)

// Beyond a number of statements no name is given, and such a statement is prepared each time.
const nameOf = (text: string) => {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_NAMES) return known
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}
const names = new Map<string, string>()
const MOST_NAMES = 2_000
