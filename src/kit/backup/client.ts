import type { pg } from '../db/client.ts'
import { Client } from '../db/client.ts'
import type { Settings } from '../db/connect.ts'

/**
 * Opens a separate connection for long work, without timeouts. Its session settings fix the text format of all values, so
 * that it does not depend on the server's settings.
 */
export async function withClient<T>(settings: Settings, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { readConnections, slowConnections, writeConnections, ...config } = settings
  const client = new Client({ ...config, application_name: 'guidon backup' })
  // Without a listener, a lost connection would end the process. The statement under way fails anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(session)
    return await work(client)
  } finally {
    await client.end()
  }
}

const session = `
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8';
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`
