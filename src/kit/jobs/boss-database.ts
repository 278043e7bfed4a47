import { Client, pg } from '../db/client.ts'
import { planningOptions, type Settings } from '../db/connect.ts'
import type { Listener } from '../db/listener.ts'
import { REQUEST_MS } from '../timeouts.ts'

/** The database connections of pg-boss. They use our `Client`, so that pg-boss also connects to the host that accepts writes. */
export function bossDatabase(
  { readConnections, writeConnections, silenceTimeout, zone, ...config }: Settings,
  connections: number,
) {
  const named = { options: planningOptions, ...config, application_name: 'guidon jobs' }
  // With `query_timeout`, a query without an answer releases its connection, and the jobs continue on another one.
  const pool = new pg.Pool({ ...named, ...timeouts, Client, max: connections } as pg.PoolConfig)
  pool.on('error', () => {})
  return {
    executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
    end: () => pool.end(),
  }
}

/** pg-boss listens on the connection of the service, because PostgreSQL wakes each listening connection at each notification. */
export function listeningOn(listener: Listener) {
  return async (channel: string, hear: (payload: string) => void, missed: () => void) => {
    const stop = await listener.hear(channel, { hear, missed })
    return {
      close: async () => {
        stop()
      },
    }
  }
}

const timeouts = { connectionTimeoutMillis: 10_000, query_timeout: REQUEST_MS }
