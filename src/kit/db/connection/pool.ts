import { pg } from '../driver.ts'
import { isConnectionUnusable } from '../faults.ts'
import { usableConnections } from '../usable-connections.ts'
import { Client } from './client.ts'
import { type Query, type Result, send } from './query.ts'
import { type Watched, watch } from './watchdog.ts'

/** A pool of connections that are used by one caller at a time. */
export function openPool(config: Watched, max: number, patience = 1) {
  class Pooled extends Client {
    constructor(given?: pg.ClientConfig) {
      // The password is not enumerable in the config of a pool, so a spread does not copy it.
      super({ ...given, password: given?.password, connectionTimeoutMillis: config.connectionTimeoutMillis })
    }
  }
  // The timeout of the pool is long, because a thousand writes may wait for a connection. That of a new connection is short.
  const queue = { connectionTimeoutMillis: 15_000 * patience, idleTimeoutMillis: 60_000, allowExitOnIdle: true }
  const pool = new pg.Pool({ ...config, ...queue, Client: Pooled, max } as pg.PoolConfig)
  pool.on('connect', (client) => watch(client, config.silenceTimeout))
  // Without a listener, a broken idle connection would end the process.
  pool.on('error', () => {})
  return pool
}

/** Runs each statement on a connection that no other statement uses meanwhile. */
export function queryAlone(pool: pg.Pool) {
  const usable = usableConnections(pool)
  return async (query: Query): Promise<Result> => {
    const client = await usable.take(() => pool.connect())
    let isBroken = false
    try {
      return await send(client, query)
    } catch (error) {
      isBroken = isConnectionUnusable(error)
      usable.notice(error, client)
      throw error
    } finally {
      client.release(isBroken)
    }
  }
}
