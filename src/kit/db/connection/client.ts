import { setTimeout as pause } from 'node:timers/promises'
import { pg } from '../driver.ts'
import { addressesIn, mustWrite } from './addresses.ts'

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
