import { NotRun, type Query, type Result, send } from './connection/batch.ts'
import { Client } from './connection/client.ts'
import { disconnect, type Watched, watch } from './connection/watchdog.ts'
import type { pg } from './driver.ts'
import { isConnectionUnusable, isSilence } from './faults.ts'

/**
 * A few connections shared by all reads. Statements are pipelined, sent without waiting for earlier answers, so that a
 * token look-up and the read that it guards are sent together.
 */
export const sharedConnections = (config: Watched, size: number) => {
  const connections = Array.from({ length: size }, () => sharedConnection(config))
  const average = averageDurations()

  const leastBusy = () => connections.reduce((best, each) => (each.delay() < best.delay() ? each : best))
  // Slow statements all use the last connection, so that the other connections stay free for quick ones.
  const connectionFor = (ms: number) => (ms >= SLOW_MS && connections.at(-1)) || leastBusy()
  return {
    query: (query: Query) => {
      const known = average.of(query.text)
      const isAlone = known === undefined || known >= QUICK_MS
      const expected = known ?? UNKNOWN_MS
      return connectionFor(expected).query({ ...query, isAlone }, expected, average.add)
    },
    waiting: () => connections.reduce((sum, each) => sum + each.waiting(), 0),
    end: () => Promise.all(connections.map((each) => each.end())),
  }
}

const SLOW_MS = 20
/** What takes longer shares no batch, so that no other statement waits for its answer. */
const QUICK_MS = 5

const sharedConnection = (config: Watched) => {
  const load = loadMeter()
  // The time to open a connection is not counted as the duration of the statement that waited for it.
  const connection = reconnecting(config, load.restart)
  return {
    waiting: load.waiting,
    delay: load.delay,
    end: connection.end,
    query: async (query: Query, expected: number, took: (text: string, ms: number) => void) => {
      load.enter(expected)
      try {
        return await repeated(connection.query, query)
      } finally {
        took(query.text, load.leave(expected))
      }
    },
  }
}

/**
 * Reads are repeated once after a lost connection. Not after silence: that already took the longest allowed time. One that failed with
 * another one is repeated alone.
 */
const repeated = async (run: (query: Query) => Promise<Result>, query: Query) =>
  run(query)
    .catch((error) => (error instanceof NotRun ? run({ ...query, isAlone: true }) : Promise.reject(error)))
    .catch((error) => (isSilence(error) || !isConnectionUnusable(error) ? Promise.reject(error) : run(query)))

/** A connection that is opened at its first use, and again after it was lost. */
const reconnecting = (config: Watched, opened: () => void) => {
  let client: Promise<pg.Client> | undefined
  // Only if it is still the current one: when it ends, a new connection may already be in use.
  const forget = (lost: Promise<pg.Client>) => {
    if (client === lost) client = undefined
  }
  return {
    query: async (query: Query) => {
      client ??= open(config, opened, forget)
      const used = client
      try {
        return await send(await used, query)
      } catch (error) {
        if (isConnectionUnusable(error)) {
          forget(used)
          used.then(disconnect).catch(() => {})
        }
        throw error
      }
    },
    end: async () => {
      const connected = await client?.catch(() => undefined)
      if (connected) await disconnect(connected)
    },
  }
}

const open = (config: Watched, opened: () => void, lost: (opening: Promise<pg.Client>) => void) => {
  const client = new Client(config)
  const opening: Promise<pg.Client> = client.connect().then(() => {
    watch(client, config.silenceTimeout)
    opened()
    return client
  })
  const lose = () => lost(opening)
  client.on('error', lose).on('end', lose)
  opening.catch(lose)
  return opening
}

/** Counts the statements that wait on a connection, and estimates how long one more would wait behind them. */
const loadMeter = () => {
  let [waiting, expected, since] = [0, 0, 0]
  const restart = () => {
    since = performance.now()
  }
  return {
    restart,
    waiting: () => waiting,
    /** The expected time of all waiting statements, or the time that the first of them has taken so far if that is longer. */
    delay: () => (waiting ? Math.max(expected, performance.now() - since) : 0),
    enter: (ms: number) => {
      if (waiting === 0) restart()
      waiting += 1
      expected += ms
    },
    /** Returns the milliseconds since the previous answer. */
    leave: (ms: number) => {
      const took = performance.now() - since
      restart()
      waiting -= 1
      expected -= ms
      return took
    },
  }
}

/** A moving average of how long each statement takes. */
const averageDurations = () => {
  const known = new Map<string, number>()
  return {
    of: (text: string) => known.get(text),
    add: (text: string, ms: number) => {
      const before = known.get(text)
      if (before === undefined && known.size >= MOST_KNOWN) return
      known.set(text, before === undefined ? ms : 0.8 * before + 0.2 * ms)
    },
  }
}

const UNKNOWN_MS = 1
const MOST_KNOWN = 2_000
