import { planningOptions, type Settings } from '../db/connect.ts'
import { Client } from '../db/connection/client.ts'
import { pg } from '../db/driver.ts'
import { listener } from '../db/listener.ts'

/** The database connections of pg-boss. They use our `Client`, so that pg-boss also connects to the host that accepts writes. */
export const bossDatabase = (
  { readConnections, writeConnections, silenceTimeout, zone, ...config }: Settings,
  connections: number,
) => {
  const named = { options: planningOptions, ...config, application_name: 'guidon jobs' }
  // With `query_timeout`, a query without an answer releases its connection, and the jobs continue on another one.
  const pool = new pg.Pool({ ...named, ...timeouts, Client, max: connections } as pg.PoolConfig)
  pool.on('error', () => {})
  const listening = listener(named)
  return {
    executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
    listen: async (channel: string, hear: (payload: string) => void, missed: () => void) => {
      const stop = await listening.hear(channel, { hear, missed })
      return {
        close: async () => {
          stop()
        },
      }
    },
    end: async () => {
      await Promise.all([pool.end(), listening.end()])
    },
  }
}

const timeouts = { connectionTimeoutMillis: 10_000, query_timeout: 15_000 }
