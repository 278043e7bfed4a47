import type { pg } from './client.ts'
import { Client, disconnect, type Query, type Result, send, type Watched, watch } from './client.ts'
import { repeatedOnce } from './execute.ts'
import { isConnectionUnusable } from './faults.ts'

/**
 * A few connections shared by all quick reads. Statements are pipelined: they are sent without waiting for earlier answers, so that
 * a token look-up and the read that it guards are sent together. PostgreSQL answers the statements of one connection in their
 * order, so a slow one delays all behind it.
 */
export function sharedConnections(config: Watched, size: number) {
  const connections = Array.from({ length: size }, () => reconnecting(config))
  const leastBusy = () => connections.reduce((best, each) => (each.waiting() < best.waiting() ? each : best))
  return {
    // Repeated on the replaced connection: after a failover the other connections are about to fail too.
    query: (query: Query): Promise<Result> => repeatedOnce(leastBusy().query)(query),
    waiting: () => connections.reduce((sum, each) => sum + each.waiting(), 0),
    end: () => Promise.all(connections.map((each) => each.end())),
  }
}

/** A connection that is opened at its first use, and opened again after it was lost. */
const reconnecting = (config: Watched) => {
  let client: Promise<pg.Client> | undefined
  let waiting = 0
  // Only if it is still the current connection, because a new one may already be in use when it ends.
  const forget = (lost: Promise<pg.Client>) => {
    if (client === lost) client = undefined
  }
  return {
    waiting: () => waiting,
    query: async (query: Query) => {
      client ??= open(config, forget)
      const used = client
      waiting += 1
      try {
        return await send(await used, query)
      } catch (error) {
        if (isConnectionUnusable(error)) {
          forget(used)
          used.then(disconnect).catch(() => {})
        }
        throw error
      } finally {
        waiting -= 1
      }
    },
    end: async () => {
      const connected = await client?.catch(() => undefined)
      if (connected) await disconnect(connected)
    },
  }
}

const open = (config: Watched, lost: (opening: Promise<pg.Client>) => void) => {
  const client = new Client(config)
  const opening: Promise<pg.Client> = client.connect().then(() => {
    watch(client, config.silenceTimeout)
    return client
  })
  const lose = () => lost(opening)
  client.on('error', lose).on('end', lose)
  opening.catch(lose)
  return opening
}
