import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, withClient } from '../dataset/cluster.ts'

const PATIENCE = 30_000

/** Waits until nothing is queued and no notice waits for its mail: mails belong to the cost of the request that caused them. */
export const untilJobsDone = (connection: Connection) =>
  withClient(connection, async (client) => {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(50)) {
      const { rowCount } = await client.query(
        `(select from jobs.job where state < 'completed' and start_after <= now() limit 1)
         union all (select from deliveries where state in ('waiting', 'taken') limit 1)`,
      )
      if (rowCount === 0) return
    }
    throw new Error('The service does not get done with its jobs.')
  })
