import { pg } from '../../src/kit/db/client.ts'

type Row = Record<string, unknown>
export type Query = <R extends object = Row>(text: string, values?: unknown[]) => Promise<R[]>
export type Connection = { host: string; port: number; user: string; password: string; database: string }

/** Reads the database directly, without the service. */
export const openQuery = (connection: Connection, options = '') => {
  const pool = new pg.Pool({ ...connection, options, max: 4, application_name: 'drill' })
  pool.on('error', () => {})
  const query: Query = async (text, values = []) => (await pool.query(text, values)).rows
  return { query, end: () => pool.end() }
}

/** The connection as a URL, in the form of DATABASE_URL. */
export const databaseUrl = ({ host, user, password, database }: Connection) =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}`

export const runStatement = async (connection: Connection, text: string) => {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(text).finally(() => client.end())
}
