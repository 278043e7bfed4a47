import type { Socket } from 'node:net'
import { pg } from './wire.ts'

/**
 * A few connections shared by all reads: statements are sent without waiting for the ones before,
 * so that a token look-up and the read it guards travel together.
 */
export const readers = (config: pg.ClientConfig, size: number) => {
  const lanes = Array.from({ length: size }, () => lane(config))

  const least = () => lanes.reduce((best, each) => (each.waiting() < best.waiting() ? each : best))
  return {
    query: (query: pg.QueryConfig) => least().query(query),
    /** Sends statements one behind the other on one connection. */
    lane: () => least(),
    waiting: () => lanes.reduce((sum, each) => sum + each.waiting(), 0),
    end: () => Promise.all(lanes.map((each) => each.end())),
  }
}

const lane = (config: pg.ClientConfig) => {
  let client: Promise<pg.Client> | undefined
  let waiting = 0

  const open = async () => {
    const fresh = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig)
    const drop = () => {
      client = undefined
    }
    fresh.on('error', drop)
    fresh.on('end', drop)
    await fresh.connect()
    return fresh
  }
  const opened = () => {
    client ??= open().catch((error) => {
      client = undefined
      throw error
    })
    return client
  }
  return {
    waiting: () => waiting,
    query: async (query: pg.QueryConfig) => {
      waiting += 1
      try {
        const there = await opened()
        batch(there)
        return await there.query(query)
      } finally {
        waiting -= 1
      }
    },
    end: async () => (await client?.catch(() => undefined))?.end(),
  }
}

type Wire = { connection: { stream: Socket } }
const held = new WeakSet<Socket>()

// What is asked within one turn of the event loop leaves in one write.
const batch = (client: pg.Client) => {
  const { stream } = (client as unknown as Wire).connection
  if (held.has(stream)) return
  held.add(stream)
  stream.cork()
  setImmediate(() => {
    held.delete(stream)
    stream.uncork()
  })
}
