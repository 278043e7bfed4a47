import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../test/browser.ts'
import { wholeRecord } from '../../test/fixtures/agency.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { withClient } from '../dataset/cluster.ts'
import { asAdmin } from '../lists.ts'
import { showProgress } from '../progress.ts'
import { median } from './rounds.ts'

const TIMES = 20
const SERVER_MS = 15
const USABLE_MS = 2_000
const MOST_BYTES = 20 * 1024

/** R11: the public pages: the time of the server, the bytes of a trip, and how soon a phone far away shows them. */
export const publicPages = async (bench: Bench): Promise<Figure[]> => {
  await switchSite(bench, true)
  const browser = await launchBrowser()
  try {
    const figures: Figure[] = []
    for (const page of await pages(bench)) figures.push(...(await figuresOf(bench, browser, page)))
    return figures
  } finally {
    await browser.close()
    await switchSite(bench, false)
  }
}

const switchSite = async (bench: Bench, is_on: boolean) => {
  const put = async (path: string, body: object) => {
    const headers = { ...asAdmin(bench), 'content-type': 'application/json' }
    const response = await fetch(bench.service.url + path, { method: 'PUT', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  }
  if (is_on) await put('/api/house/record', wholeRecord)
  await put('/api/site', { is_on })
}

type PublicPage = { title: string; paths: string[]; mostBytes?: number }

const pages = async (bench: Bench): Promise<PublicPage[]> => {
  const trips = await withClient(bench.connection, async (client) => {
    const { rows } = await client.query<{ serial: string; code: string }>(
      `select t.serial, lower(p.package_code) as code from planned_trips t join packages p on p.id = t.package_id
        where t.departure_date > current_date and t.status in ('open', 'guaranteed') and t.is_public and p.status = 'published'
        order by t.departure_date, t.id limit $1`,
      [TIMES],
    )
    return rows
  })
  const again = Array.from({ length: TIMES }, () => '/')
  return [
    { title: 'the catalogue', paths: again },
    {
      title: 'the catalogue, searched',
      paths: trips.map((_, i) => `/?q=${encodeURIComponent(words[i % words.length] ?? '')}`),
    },
    { title: 'a trip', paths: trips.map(({ serial }) => `/trips/${serial}`), mostBytes: MOST_BYTES },
    { title: 'a route', paths: trips.map(({ code }) => `/packages/${code}`) },
  ]
}
const words = ['北海道', '京都', '賞雪', 'Hokkaido', '溫泉']

const figuresOf = async (
  bench: Bench,
  browser: Browser,
  { title, paths, mostBytes }: PublicPage,
): Promise<Figure[]> => {
  showProgress(`R11: ${title}`)
  const taken: number[] = []
  let bytes = 0
  // The first pass prepares the statements and does not count.
  for (const path of [paths[0] ?? '/', ...paths]) {
    const start = performance.now()
    const response = await fetch(bench.service.url + path)
    const page = Buffer.from(await response.arrayBuffer())
    taken.push(performance.now() - start)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    bytes = Math.max(bytes, gzipSync(page).length)
  }
  const sorted = taken.slice(1).sort((a, b) => a - b)
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
  const longest = SERVER_MS * bench.options.slowness
  const usable = await farAway(bench, browser, paths[0] ?? '/')
  return [
    {
      row: 'R11',
      title: `${title}, time of the server`,
      value: `p50 ${(sorted[sorted.length >> 1] ?? 0).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; ${(bytes / 1024).toFixed(1)} KiB compressed`,
      target: `p95 ≤ ${longest.toFixed(0)} ms${mostBytes ? `, ≤ ${mostBytes / 1024} KiB` : ''}`,
      isMet: p95 <= longest && bytes <= (mostBytes ?? bytes),
    },
    {
      row: 'R11',
      title: `${title}, slow 3G with a CPU four times slower`,
      value: `shown after ${usable.toFixed(0)} ms`,
      target: `≤ ${USABLE_MS.toLocaleString('en')} ms`,
      isMet: usable <= USABLE_MS,
    },
  ]
}

/** The median of the visits of a phone with an empty cache: until the largest part of the page is shown. */
const farAway = async ({ service, options }: Bench, browser: Browser, path: string) => {
  const shown: number[] = []
  for (let round = 0; round < options.rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: service.url })
    const page = await context.newPage()
    const debug = await context.newCDPSession(page)
    await debug.send('Network.enable')
    await debug.send('Network.emulateNetworkConditions', SLOW_3G)
    await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(path, { waitUntil: 'load' })
    shown.push(Number(await page.evaluate(largestPaint)))
    await context.close()
  }
  return median(shown)
}

const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const largestPaint = `new Promise((tell) => new PerformanceObserver((list) => tell(list.getEntries().at(-1).startTime))
  .observe({ type: 'largest-contentful-paint', buffered: true }))`
