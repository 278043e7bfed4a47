import type { Page } from 'playwright-core'

/** What a browser calls a long task: for so long the page answers nobody. */
export const LONG_TASK_MS = 50

/** Has to be called before the page is opened. Returns the longest task since the last time that it was asked, or 0. */
export const watchTasks = async (page: Page) => {
  await page.addInitScript(`
    window.tasks = []
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: 'longtask', buffered: true })`)
  // The browser tells of a task a little after its end.
  return async () =>
    Number(
      await page.evaluate('new Promise((told) => setTimeout(told, 100)).then(() => Math.max(0, ...tasks.splice(0)))'),
    )
}

/** The shortest of the longest tasks of a few rounds: what the work itself needs, whatever else the machine does. */
export const longestOf = async (longest: () => Promise<number>, rounds: number, work: () => Promise<unknown>) => {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds && best > LONG_TASK_MS; round += 1) {
    await longest()
    await work()
    best = Math.min(best, await longest())
  }
  return best
}
