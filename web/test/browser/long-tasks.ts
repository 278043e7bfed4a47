import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

const ROUNDS = 4
/** Creating and laying out this many rows takes a usual computer about 50 ms, the time from which browsers speak of a long task. */
const ROWS = 2_000

/**
 * Does something in a page, and checks that no task of the browser blocks the page longer than a fixed amount of work does. Both
 * are CPU times, measured one after the other, so that a slow or busy machine slows both. One good round of several is enough,
 * because the browser compiles and collects garbage at any time.
 */
export const assertNoLongTask = async (page: Page, work: () => Promise<unknown>) => {
  const blank = await page.context().newPage()
  const measured: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const longest = longestOf(await traced(page, work))
    const fixed = longestOf(await traced(blank, () => blank.evaluate(layOut, ROWS)))
    if (longest <= fixed) return blank.close()
    measured.push(`${longest} ms instead of ${fixed} ms`)
  }
  return assert.fail(`a task is too long: ${measured.join(', ')}`)
}

const layOut = (rows: number) => {
  const list = document.createElement('ul')
  list.innerHTML = '<li><b>one</b> two</li>'.repeat(rows)
  document.body.append(list)
  list.getBoundingClientRect()
  list.remove()
}

type Event = { ph: string; name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }

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

/** In milliseconds, of the threads that render pages. */
const longestOf = (events: readonly Event[]) => {
  const threadOf = ({ pid, tid }: Event) => `${pid} ${tid}`
  const named = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const ofPages = new Set(named.map(threadOf))
  const tasks = events.filter((event) => event.ph === 'X' && ofPages.has(threadOf(event)))
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}
