import { Client } from '../db/client.ts'
import type { Settings } from '../db/connect.ts'
import { pg } from '../db/driver.ts'
import { listener } from '../db/listener.ts'
import { watched } from '../db/watchdog.ts'

/** The database as pg-boss uses it: over connections of ours, so that it finds the host that takes writes as we do. */
export const bossDatabase = (
  { readConnections, writeConnections, silenceTimeout, zone, ...config }: Settings,
  connections: number,
) => {
  const named = { ...config, application_name: 'guidon jobs' }
  // A query without an answer gives its connection back, and the jobs go on over another.
  const pool = new pg.Pool({ ...named, ...timeouts, Client, max: connections } as pg.PoolConfig)
  pool.on('error', () => {})
  const listening = listener(named, watched())
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
