import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from './context.ts'

/** Jobs by the clock write and delete rows without a request. From now on none starts, and those that have started end first. */
export const stopTheClock = async ({ query }: Pick<Context, 'query'>) => {
  const scheduled = await query<{ name: string }>('delete from jobs.schedule returning name')
  const names = [TURN_OF_THE_CLOCK, ...scheduled.map(({ name }) => name)]
  while ((await query(unfinished, [names])).length) await pause(100)
}
/** What pg-boss queues when a job is due; the job itself is queued by it some seconds later. */
const TURN_OF_THE_CLOCK = '__pgboss__send-it'
const unfinished = `
  select from jobs.job where name = any($1) and state in ('created', 'retry', 'active') and start_after <= now() limit 1`
