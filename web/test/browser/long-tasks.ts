import type { Page } from 'playwright-core'

/** What a browser calls a long task: for so long the page answers nobody. */
export const LONG_TASK_MS = 50

type Event = { ph: string; name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }

/**
 * The longest task of the pages while something is done, in milliseconds of CPU, so that other programs of the machine do not
 * count. Of several rounds the best one: what the work itself needs, whenever the browser cleans up or compiles.
 */
export const longestTask = async (page: Page, rounds: number, work: () => Promise<unknown>) => {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds && best > LONG_TASK_MS; round += 1)
    best = Math.min(best, longestOf(await traced(page, work)))
  return best
}

const traced = async (page: Page, work: () => Promise<unknown>) => {
  const debug = await page.context().newCDPSession(page)
  const events: Event[] = []
  debug.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Event[])))
  await debug.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel'] } })
  await work()
  const complete = new Promise((told) => debug.once('Tracing.tracingComplete', told))
  await debug.send('Tracing.end')
  await complete
  await debug.detach()
  return events
}

const longestOf = (events: readonly Event[]) => {
  const threadOf = ({ pid, tid }: Event) => `${pid} ${tid}`
  const named = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const ofPages = new Set(named.map(threadOf))
  const tasks = events.filter((event) => event.ph === 'X' && ofPages.has(threadOf(event)))
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}
