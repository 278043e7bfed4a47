import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { missing, pathOf } from './tools.ts'
import { until } from './until.ts'

// Debian's Chromium for use without windows needs two thirds of the CPU.
const program = process.env.CHROMIUM ?? pathOf('chromium-headless-shell') ?? pathOf('chromium')

const whatIsMissing = () => {
  if (!program) return missing('chromium')
  try {
    createRequire(import.meta.url).resolve('playwright-core/package.json')
    return false
  } catch {
    return 'run npm ci first'
  }
}

/** The reason why browser tests cannot run on this machine, or false. */
export const noBrowser = whatIsMissing()

const options = {
  executablePath: program,
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--process-per-site'],
  // As on a desktop. Without it, a download with a name outside of ASCII has no name.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
}

/** Loaded at its first use, so that tests are skipped where Playwright is not installed. */
const chromium = async () => (await import('playwright-core')).chromium

/** Launches one browser for a whole run. Test files find its address in TEST_BROWSER. */
export const startBrowser = async () => {
  // The process that launches the browser closes it, also after a signal.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  const server = await (await chromium()).launchServer({ ...options, ...signals, host: '127.0.0.1' })
  return { wsEndpoint: server.wsEndpoint(), close: () => server.close() }
}

/** Launches a separate browser without a window. */
export const launchBrowser = async () => (await chromium()).launch(options)

/** A separate browser that keeps what its pages store in a folder, as a phone does over a restart. */
export const launchProfile = async (folder: string, context: BrowserContextOptions) =>
  (await chromium()).launchPersistentContext(folder, { ...options, ...context })

/** The browser of a test file: that of the whole run, or a separate one if the file runs alone or asks for one. */
export const openBrowser = async (house: { atEnd: (end: () => unknown) => unknown }, isOwn = false) => {
  const shared = isOwn ? undefined : process.env.TEST_BROWSER
  const browser = shared ? await (await chromium()).connect(shared) : await launchBrowser()
  // Before the service stops, because it waits for the connections of the browser. A shared browser is not closed, only
  // disconnected.
  house.atEnd(async () => {
    for (const context of browser.contexts()) await context.close()
    await browser.close()
  })
  return browser
}

/**
 * Closes a page. Chromium forgets the command if the page arrives at another address meanwhile, and Playwright would wait forever, so
 * it is given again, about once a second.
 */
export const closePage = async (page: Page) => {
  const closing = page.close()
  let asked = 0
  await until(async () => {
    asked += 1
    if (asked % 50 === 0) await closeAgain(page)
    return page.isClosed()
  }, 'a page is closed')
  await closing
}
const closeAgain = async (page: Page) => {
  try {
    const debug = await page.context().newCDPSession(page)
    await debug.send('Page.close')
  } catch (error) {
    // The first command may have arrived after all.
    if (!page.isClosed()) throw error
  }
}

/** Collects the complaints of the browser about a page: errors, and violations of its policy. */
export const complaintsOf = async (page: Page) => {
  const complaints: string[] = []
  const debug = await page.context().newCDPSession(page)
  debug.on('Audits.issueAdded', ({ issue }) => complaints.push(JSON.stringify(issue)))
  debug.on('Log.entryAdded', ({ entry }) => complaints.push(JSON.stringify(entry)))
  for (const domain of ['Audits.enable', 'Log.enable'] as const) await debug.send(domain)
  return complaints
}
