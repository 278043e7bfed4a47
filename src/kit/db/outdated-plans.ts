import type { pg } from './driver.ts'

/**
 * After a migration, connections may have cached plans for the former tables. When the first statement fails for this reason, all
 * connections opened before are outdated; each is replaced when it is next taken from the pool.
 */
export const outdatedPlans = (pool: pg.Pool) => {
  const opened = new WeakMap<pg.PoolClient, number>()
  let noticed = Number.NEGATIVE_INFINITY
  pool.on('connect', (client) => opened.set(client, performance.now()))
  const isCurrent = (client: pg.PoolClient) => (opened.get(client) ?? noticed) >= noticed
  return {
    /** Called when a statement failed on this connection. Ignored if the connection is outdated already. */
    notice: (client: pg.PoolClient) => {
      if (isCurrent(client)) noticed = performance.now()
    },
    /** Takes connections from the pool until one is not outdated. */
    current: async (take: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> => {
      for (;;) {
        const client = await take()
        if (isCurrent(client)) return client
        client.release(true)
      }
    },
  }
}
