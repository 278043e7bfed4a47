import { pg } from '../../src/kit/db/driver.ts'

export type Row = Record<string, unknown>
export type Query = <R extends object = Row>(text: string, values?: unknown[]) => Promise<R[]>
export type Place = { host: string; port: number; user: string; password: string; database: string }

/** Reads the database directly, without the service. */
export const openQuery = (place: Place, options = '') => {
  const pool = new pg.Pool({ ...place, options, max: 4, application_name: 'drill' })
  pool.on('error', () => {})
  const query: Query = async (text, values = []) => (await pool.query(text, values)).rows
  return { query, end: () => pool.end() }
}

/** The connection as a URL, in the form of DATABASE_URL. */
export const addressOf = ({ host, user, password, database }: Place) =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}`

export const once = async (place: Place, text: string) => {
  const client = new pg.Client(place)
  await client.connect()
  await client.query(text).finally(() => client.end())
}
