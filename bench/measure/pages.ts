import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/browser.ts'
import { countedCalls } from '../../web/test/page-calls.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { showProgress } from '../progress.ts'
import { as } from '../workloads.ts'
import { median } from './rounds.ts'

/** The pages that people have open all day, and the element that shows that a page is ready. */
const pages = ({ samples }: Bench) => [
  { path: '/desk', ready: 'main section li' },
  { path: '/desk/requests', ready: 'tbody a' },
  { path: `/desk/requests/${samples.requests[0]}`, ready: 'main ol > li' },
  { path: '/desk/trips', ready: 'tbody a' },
  { path: '/desk/bookings', ready: 'tbody a' },
  { path: '/desk/travelers', ready: 'tbody a' },
  { path: '/desk/leaders', ready: '[data-leader]' },
]

/** The page without data: the same first load, and no call. */
const empty = { path: '/desk/sign-in', ready: '#email' }

const CALLS = 3
const SLOWER = 2.5
const LONG_TASK_MS = 50

type Visit = { usable: number; bytes: number; calls: number; longest: number }

/** R10: the pages of the console in a real browser with an empty cache: bytes, calls, and the time until the data is shown. */
export const consolePages = async (bench: Bench): Promise<Figure[]> => {
  const browser = await launchBrowser()
  try {
    const nothing = await visits(bench, browser, empty)
    const figures: Figure[] = []
    for (const page of pages(bench)) figures.push(figureOf(page.path, await visits(bench, browser, page), nothing))
    return figures
  } finally {
    await browser.close()
  }
}

const figureOf = (path: string, { usable, bytes, calls, longest }: Visit, nothing: Visit): Figure => {
  const ratio = usable / nothing.usable
  return {
    row: 'R10',
    title: `${path.replace(/\d+$/, '{id}')} in a browser, cold`,
    value: `usable after ${usable.toFixed(0)} ms, ${ratio.toFixed(2)} × an empty page; ${(bytes / 1024).toFixed(0)} KiB, ${calls} calls; longest task ${longest.toFixed(0)} ms`,
    target: `≤ ${SLOWER} ×, ≤ ${CALLS} calls, no task above ${LONG_TASK_MS} ms after the first load`,
    isMet: ratio <= SLOWER && calls <= CALLS && longest <= LONG_TASK_MS,
  }
}

type Asked = { path: string; ready: string }

/** The medians of several visits, each with an empty cache. */
const visits = async (bench: Bench, browser: Browser, asked: Asked): Promise<Visit> => {
  const seen: Visit[] = []
  for (let round = 0; round < bench.options.rounds; round += 1) {
    showProgress(`R10: ${asked.path}, visit ${round + 1}`)
    seen.push(await visit(bench, browser, asked))
  }
  const of = (key: keyof Visit) => median(seen.map((each) => each[key]))
  return { usable: of('usable'), bytes: of('bytes'), calls: of('calls'), longest: of('longest') }
}

const visit = async ({ service, samples }: Bench, browser: Browser, { path, ready }: Asked): Promise<Visit> => {
  const isStranger = path === empty.path
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: service.url,
    ...(!isStranger && { extraHTTPHeaders: as(samples.salesUsers[0] ?? 0) }),
  })
  // The console asks for an account only if somebody has signed in in this browser.
  if (!isStranger) await context.addInitScript("localStorage.setItem('guidon.signed-in', 'yes')")
  await context.addInitScript(watchTasks)
  const page = await context.newPage()
  const counted = await counting(page)
  await page.goto(path)
  await page.locator(ready).first().waitFor()
  const usable = await page.evaluate('performance.now()')
  await scroll(page)
  const longest = await page.evaluate('Math.max(0, ...tasks.filter(([start]) => start > usableAt).map(([, ms]) => ms))')
  await context.close()
  return { usable: Number(usable), longest: Number(longest), ...counted() }
}

// Long tasks while the page is built are part of the time until it is ready. Afterwards there may be none.
const watchTasks = `
  window.tasks = []
  window.usableAt = Infinity
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push([startTime, duration])
  }).observe({ type: 'longtask', buffered: true })`

/** Scrolls to the end and back, as fast as a person can. */
const scroll = async (page: Page) => {
  await page.evaluate('usableAt = performance.now()')
  for (let step = 0; step < 30; step += 1) await page.mouse.wheel(0, step < 20 ? 600 : -1_200)
  await page.waitForTimeout(300)
}

/** Counts the bytes on the wire, and those that the page itself reads. */
const counting = async (page: Page) => {
  let bytes = 0
  const calls = countedCalls(page)
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.enable')
  debug.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  return () => ({ bytes, calls: calls.size })
}
