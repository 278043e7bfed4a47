import { setTimeout as pause } from 'node:timers/promises'
import { connected, type Place } from '../dataset/cluster.ts'

const PATIENCE = 30_000

/** Waits until nothing is left to be done of what was asked: the mails of a message are part of what it costs. */
export const settled = (place: Place) =>
  connected(place, async (client) => {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(50)) {
      const { rowCount } = await client.query(
        `select from jobs.job where state < 'completed' and start_after <= now() limit 1`,
      )
      if (rowCount === 0) return
    }
    throw new Error('The service does not get done with its jobs.')
  })
