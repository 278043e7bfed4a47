import type { pg } from './driver.ts'
import { isConnectionLost, isOutdatedPlan } from './faults.ts'

/**
 * After a failover all connections of a pool are lost, and after a migration they may have cached plans for the former tables. When
 * a statement fails for such a reason, each connection that was opened earlier is replaced when it is next taken, so that a
 * repeated statement gets a new one.
 */
export function usableConnections(pool: pg.Pool) {
  const failuresBefore = new WeakMap<pg.PoolClient, number>()
  let failures = 0
  pool.on('connect', (client) => failuresBefore.set(client, failures))
  const isUsable = (client: pg.PoolClient) => failuresBefore.get(client) === failures
  return {
    /** Called with the error of a statement on this connection. */
    notice: (error: unknown, client: pg.PoolClient) => {
      if ((isOutdatedPlan(error) || isConnectionLost(error)) && isUsable(client)) failures += 1
    },
    /** Takes connections from the pool until one is usable. */
    take: async (take: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> => {
      for (;;) {
        const client = await take()
        if (isUsable(client)) return client
        client.release(true)
      }
    },
  }
}
