import { cork } from './cork.ts'
import { pg } from './driver.ts'
import { durations, isLong, type Took } from './durations.ts'
import { isSilence, isSpent } from './faults.ts'
import { disconnect, type Query, type RunQuery } from './watchdog.ts'

/**
 * A few connections shared by all reads: statements are sent without waiting for the ones before,
 * so that a token look-up and the read it guards travel together.
 */
export const sharedConnections = (config: pg.ClientConfig, askOver: RunQuery, size: number) => {
  const lanes = Array.from({ length: size }, () => lane(config, askOver))
  const { usual, took } = durations()

  const least = () => lanes.reduce((best, each) => (each.burden() < best.burden() ? each : best))
  // Whatever takes long shares one lane, so that however much of it is asked for, the others stay free.
  const laneFor = (ms: number) => (isLong(ms) && lanes.at(-1)) || least()
  return {
    query: (question: Query) => {
      const ms = usual(question)
      return laneFor(ms).query(question, ms, took)
    },
    waiting: () => lanes.reduce((sum, each) => sum + each.waiting(), 0),
    end: () => Promise.all(lanes.map((each) => each.end())),
  }
}

const lane = (config: pg.ClientConfig, askOver: RunQuery) => {
  let client: Promise<pg.Client> | undefined
  let [waiting, due, since] = [0, 0, 0]

  const open = () => {
    const fresh = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig)
    const opening: Promise<pg.Client> = fresh.connect().then(() => {
      // What waited for the connection did not itself take that long.
      since = performance.now()
      return fresh
    })
    const drop = () => leave(opening)
    fresh.on('error', drop).on('end', drop)
    opening.catch(drop)
    return opening
  }
  // Only the connection that is meant: by the time it says goodbye, another may have taken its place.
  const leave = (left: Promise<pg.Client>) => {
    if (client === left) client = undefined
  }
  const ask = async (question: Query) => {
    client ??= open()
    const asked = client
    try {
      const there = await asked
      cork(there)
      return await askOver(there, question)
    } catch (error) {
      if (isSpent(error)) {
        leave(asked)
        asked.then(disconnect).catch(() => {})
      }
      throw error
    }
  }
  return {
    waiting: () => waiting,
    /** How long one would wait here: as those before usually take, or as long as the first of them already does. */
    burden: () => (waiting ? Math.max(due, performance.now() - since) : 0),
    /** A read may be asked again, so a connection that was lost under it costs one more try and no answer; silence had its time. */
    query: async (question: Query, usual: number, took: Took) => {
      if (waiting === 0) since = performance.now()
      waiting += 1
      due += usual
      try {
        return await ask(question).catch((error) => (isLost(error) ? ask(question) : Promise.reject(error)))
      } finally {
        const now = performance.now()
        took(question, now - since)
        waiting -= 1
        due -= usual
        since = now
      }
    },
    end: async () => {
      const there = await client?.catch(() => undefined)
      if (there) await disconnect(there)
    },
  }
}

const isLost = (error: unknown) => isSpent(error) && !isSilence(error)
