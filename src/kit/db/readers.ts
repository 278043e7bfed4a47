import { batch } from './batch.ts'
import { isSilence, isSpent } from './faults.ts'
import { type Ask, part, type Question } from './silence.ts'
import { pg } from './wire.ts'

/**
 * A few connections shared by all reads: statements are sent without waiting for the ones before,
 * so that a token look-up and the read it guards travel together.
 */
export const readers = (config: pg.ClientConfig, askOver: Ask, size: number) => {
  const lanes = Array.from({ length: size }, () => lane(config, askOver))

  const least = () => lanes.reduce((best, each) => (each.burden() < best.burden() ? each : best))
  return {
    query: (query: Question) => least().query(query),
    waiting: () => lanes.reduce((sum, each) => sum + each.waiting(), 0),
    end: () => Promise.all(lanes.map((each) => each.end())),
  }
}

const lane = (config: pg.ClientConfig, askOver: Ask) => {
  let client: Promise<pg.Client> | undefined
  let [waiting, since] = [0, 0]

  const open = () => {
    const fresh = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig)
    const opening: Promise<pg.Client> = fresh.connect().then(() => fresh)
    const drop = () => leave(opening)
    fresh.on('error', drop).on('end', drop)
    opening.catch(drop)
    return opening
  }
  // Only the connection that is meant: by the time it says goodbye, another may have taken its place.
  const leave = (left: Promise<pg.Client>) => {
    if (client === left) client = undefined
  }
  const ask = async (query: Question) => {
    client ??= open()
    const asked = client
    try {
      const there = await asked
      batch(there)
      return await askOver(there, query)
    } catch (error) {
      if (isSpent(error)) {
        leave(asked)
        asked.then(part).catch(() => {})
      }
      throw error
    }
  }
  return {
    waiting: () => waiting,
    /** How long one would wait here: for those before, and the longer, the longer the first of them takes. */
    burden: () => (waiting ? waiting + (performance.now() - since) / USUAL_MS : 0),
    /** A read may be asked again, so a connection that was lost under it costs one more try and no answer; silence had its time. */
    query: async (query: Question) => {
      if (waiting === 0) since = performance.now()
      waiting += 1
      try {
        return await ask(query).catch((error) => (isLost(error) ? ask(query) : Promise.reject(error)))
      } finally {
        waiting -= 1
        since = performance.now()
      }
    },
    end: async () => {
      const there = await client?.catch(() => undefined)
      if (there) await part(there)
    },
  }
}

// Answers come in the order of the questions: what takes long holds up all that is asked behind it.
const USUAL_MS = 2

const isLost = (error: unknown) => isSpent(error) && !isSilence(error)
