import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SILENCE_MS } from '../timeouts.ts'
import { addressesIn, mustWrite } from './addresses.ts'

// Rows have the same value formats as JSON answers, so that nothing is mapped later: decimals are numbers, days are strings,
// instants are formatted as in PostgreSQL's own JSON.
const { INT8, NUMERIC, DATE, TIMESTAMPTZ } = pg.types.builtins
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)
pg.types.setTypeParser(DATE, (day) => day)
pg.types.setTypeParser(TIMESTAMPTZ, (moment) => `${moment.replace(' ', 'T')}:00`)

export { pg }

const PROBE_MS = 3_000

/**
 * A connection of PostgreSQL's driver that accepts several hosts: `postgres://a,b:5433/db`. It connects to the one that
 * accepts writes now. With one host it is the driver's own connection, unless `target_session_attrs` asks for a host that
 * accepts writes.
 */
export class Client extends pg.Client {
  readonly #url: string | undefined

  constructor(config: pg.ClientConfig = {}) {
    const { connectionString: url } = config
    const [first = url] = url === undefined ? [] : addressesIn(url)
    super({ ...config, password: config.password, ...(first !== undefined && { connectionString: first }) })
    this.#url = url !== undefined && mustWrite(url) ? url : undefined
    // Its statements fail and report the error. Without a listener, a connection that is closed between two of them would end the
    // process.
    this.on('error', () => {})
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void) {
    const url = this.#url
    const connecting = url === undefined ? super.connect() : this.#connectTo(url)
    if (!callback) return connecting
    // For the pool, a call without an error means success.
    connecting.then(() => callback(undefined as never), callback)
    return undefined
  }

  async #connectTo(url: string) {
    const { host, port } = await writable(url)
    Object.assign(this, { host, port })
    this.on('error', () => forgetHost(url))
    try {
      await super.connect()
      if (await isReadOnly(this)) throw unwritable(`${host} takes no writes any more`)
      return this
    } catch (error) {
      forgetHost(url)
      super.end().catch(() => {})
      throw error
    }
  }
}

type Address = Pick<pg.Client, 'host' | 'port'>
const found = new Map<string, Promise<Address>>()
const forgetHost = (url: string) => found.delete(url)

/** The host that accepts writes, cached until a connection to it fails. All hosts are probed at once, so a dead one does not delay it. */
const writable = (url: string): Promise<Address> => {
  const known = found.get(url)
  if (known) return known
  const searching = Promise.any(addressesIn(url).map(probe)).catch(({ errors }: AggregateError) => {
    forgetHost(url)
    throw unwritable(`no host of DATABASE_URL takes writes: ${errors.map(({ message }) => message).join('; ')}`)
  })
  found.set(url, searching)
  return searching
}

const probe = async (connectionString: string): Promise<Address> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PROBE_MS, application_name: 'guidon' })
  client.on('error', () => {})
  const { host, port } = client
  try {
    const silent = pause(PROBE_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('it does not answer')),
    )
    if (await Promise.race([client.connect().then(isReadOnly), silent])) throw new Error('it takes no writes')
    return { host, port }
  } catch (error) {
    throw new Error(`${host}:${port}: ${(error as Error).message}`)
  } finally {
    client.end().catch(() => {})
  }
}

const isReadOnly = async (client: pg.Client) => {
  const { rows } = await client.query<{ is: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "is"`,
  )
  return rows[0]?.is === true
}

const unwritable = (message: string) => Object.assign(new Error(message), { code: 'ECONNREFUSED' })

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

const CLOSE_MS = 3_000
// Many short checks instead of one, so that a process that was itself blocked does not blame the database.
const CHECKS = 17

/** Thrown when the database accepted statements and sent nothing for the timeout. Whether they ran is unknown. */
export class Silence extends Error {
  code = 'SILENT'
  constructor(message = 'the database took the call and says nothing') {
    super(message)
  }
}

/** `silenceTimeout`: milliseconds without any answer after which a connection is destroyed. */
export type Watched = pg.ClientConfig & { silenceTimeout?: number | undefined }

/** Destroys a connection that receives no byte for the timeout while answers are awaited on it, so that all of them fail. */
export function watch(client: pg.Client, timeout = SILENCE_MS) {
  const stream = client.connection.stream as Socket
  let [left, bytesRead] = [CHECKS, stream.bytesRead]
  const check = () => {
    left = awaitedOn(client) > 0 && stream.bytesRead === bytesRead ? left - 1 : CHECKS
    bytesRead = stream.bytesRead
    if (left === 0) stream.destroy(new Silence())
  }
  const checking = setInterval(check, timeout / CHECKS).unref()
  stream.once('close', () => clearInterval(checking))
}

/** Closes the connection; destroys the socket if the server does not close it within 3 s. */
export async function disconnect(client: pg.Client) {
  const late = setTimeout(() => client.connection.stream.destroy(), CLOSE_MS)
  await client.end().finally(() => clearTimeout(late))
}
