import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterEach } from 'node:test'
import { sql } from 'kysely'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { type LinkKind, makeLink } from '../../src/modules/links/links.ts'
import type { Role } from '../../src/modules/roles.ts'
import { closePage, noBrowser, openBrowser } from '../../test/browser.ts'
import { demoHouse } from '../../test/fixtures/demo.ts'
import { noBuild, requireFreshBuild } from './build.ts'
import { countedCalls } from './page-calls.ts'

/** The reason why these tests cannot run here, or false. */
export const noConsole = noBrowser || noBuild

/** The two sizes that every page is looked at in. */
export const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** The console on the demo, and a real browser in which each account has one context, as if its pages were the tabs of one person. */
export const openConsole = async ({ secondFactorRoles = [], hasOwnBrowser }: Options = {}) => {
  requireFreshBuild()
  const house = await demoHouse()
  const { app } = secondFactorRoles.length ? await house.another({ secondFactorRoles }) : house
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser(house, hasOwnBrowser)
  const opened: { page: Page; close: () => Promise<void> }[] = []
  // A page that stays open follows every change that later tests make.
  afterEach(async (test) => {
    const hasFailed = 'error' in test && Boolean(test.error)
    for (const { page, close } of opened.splice(0)) {
      if (hasFailed) console.log(await shownOn(page))
      await close()
    }
  })
  const contexts = new Map<string, Promise<BrowserContext>>()
  const contextOf = async (name: string, options: BrowserContextOptions) => {
    const context = await browser.newContext({
      ...options,
      storageState: signedInAt(base, await house.sessionOf(name), options.locale === 'en-US' ? 'en' : 'zh-TW'),
    })
    // The pages of a context share a process, which has the scripts compiled. This page keeps it between two tests.
    await (await context.newPage()).goto('/healthz')
    return context
  }

  /** A page of somebody who is signed in, or of a stranger. */
  const as = async (name?: string, locale: 'zh-TW' | 'en-US' = 'zh-TW') => {
    const options = { ...inTaipei, locale, baseURL: base }
    const key = `${name} ${locale}`
    if (name && !contexts.has(key)) contexts.set(key, contextOf(name, options))
    const context = await ((name && contexts.get(key)) || browser.newContext(options))
    const page = await context.newPage()
    page.setDefaultTimeout(LONGEST_MS)
    await actOnTheNextPage(page)
    if (process.env.SLOW_NETWORK) await delayAnswers(page)
    opened.push({ page, close: () => (name ? closePage(page) : context.close()) })
    return watched(page)
  }
  /** The path of a link as it is mailed. */
  const link = async (kind: LinkKind, id: number) =>
    `/l/${kind}/${(await house.database.transaction({}, (tx) => makeLink(tx, kind, id))).token}`
  /** The trip of a package that leaves in so many days, as the file of the demo says. */
  const departing = (code: string, days: number) =>
    house.db
      .selectFrom('planned_trips')
      .select(['id', 'serial'])
      .where('serial', 'like', `${code}%`)
      .where(sql<boolean>`departure_date = today() + ${days}::integer`)
      .executeTakeFirstOrThrow()
  /** A booking by the last digits of its number, which begins with the serial of its trip. */
  const bookingOn = (serial: string, digits: string) =>
    house.db
      .selectFrom('bookings')
      .select('id')
      .where('booking_number', '=', `${serial}-${digits}`)
      .executeTakeFirstOrThrow()
  const { db, fill, signedIn: caller } = house
  return { base, as, caller, link, departing, bookingOn, db, fill, house }
}
export type Console = Awaited<ReturnType<typeof openConsole>>

type Options = { secondFactorRoles?: readonly Role[]; hasOwnBrowser?: boolean }

/** Whatever a page does for a person is there sooner than this, also on a busy machine. */
const LONGEST_MS = 15_000

/** What a page shows, in a few lines, because the error of a failed test names only what it waited for. */
const shownOn = async (page: Page) => {
  const text = await page.locator('body').innerText({ timeout: 2_000 }).catch(String)
  return `${page.url()} shows: ${text.replaceAll(/\s+/g, ' ').slice(0, 1_500)}`
}

/** Scripts and data come late, each by another time, as over a bad line. `bin/flaky` runs the tests so. */
const delayAnswers = (page: Page) =>
  page.route('**/*', async (route) => {
    if (['script', 'fetch', 'xhr'].includes(route.request().resourceType()))
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() ** 3 * 900))
    // The page may be closed by now.
    await route.fallback().catch(() => {})
  })

/** After a click on a link the page before stays until the next one is loaded. Both may have a button of the same name. */
const actOnTheNextPage = (page: Page) => page.addLocatorHandler(nextPageLoading(page), async () => {})
export const nextPageLoading = (page: Page) => page.locator('body[data-next-page-loading]')

const password = 'guidon-demo'
const emailOf = (name: string) => `${name}@demo.guidon.local`

const inTaipei = { viewport: sizes.desk, timezoneId: 'Asia/Taipei', reducedMotion: 'reduce' } as const

/** What a browser stores at a sign-in. */
const signedInAt = (
  origin: string,
  value: string,
  locale: 'zh-TW' | 'en',
): Exclude<BrowserContextOptions['storageState'], string | undefined> => ({
  cookies: [
    {
      name: 'guidon',
      value,
      domain: '127.0.0.1',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Strict',
    },
  ],
  origins: [
    {
      origin,
      localStorage: [
        { name: 'guidon.signed-in', value: 'yes' },
        { name: 'guidon.locale', value: locale },
      ],
    },
  ],
})

export const signIn = async (page: Page, name: string, given = password) => {
  if (!page.url().includes('/desk/sign-in')) await page.goto('/desk/sign-in')
  await page.locator('#email').fill(emailOf(name))
  await page.locator('#password').fill(given)
  await page.locator('button[type=submit]').click()
}

/** Takes an act of the menu 「更多」 of a page, or of the row of something. */
export const takeAct = async (page: Page | Locator, name: string | RegExp, of?: string | RegExp) => {
  await page.getByRole('button', { name: of ?? '更多', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Keeps what the browser reports, which is errors of scripts, failed loads and violations of the policy, and what the page reads. */
const watched = (page: Page) => {
  const faults: string[] = []
  page.on('console', (line) => line.type() === 'error' && faults.push(`${line.text()} (${line.location().url})`))
  page.on('pageerror', (error) => faults.push(String(error)))
  return Object.assign(page, { faults, calls: countedCalls(page) })
}

let axe: string | undefined
/** Read when it is needed first, as most tests do not. */
const scriptOfAxe = () => {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  return axe
}
const rules = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // Copies of the style sheets are needed only by a rule that is experimental and not run.
  preload: { assets: ['media'] },
}

/**
 * What axe finds in the page, or only what depends on colours. An open sheet is looked at alone: the page behind it is inert.
 * Axe is evaluated by the debugger, because the policy of the page allows no other script.
 */
export const violations = async (page: Page, only?: 'colours'): Promise<string[]> => {
  const options = only ? { ...rules, runOnly: ['color-contrast'] } : rules
  const debug = await page.context().newCDPSession(page)
  const isThere = await debug.send('Runtime.evaluate', { expression: 'typeof axe' })
  if (isThere.result.value === 'undefined') await debug.send('Runtime.evaluate', { expression: scriptOfAxe() })
  const expression = `axe.run(document.querySelector('dialog:modal') ?? document, ${JSON.stringify(options)})
    .then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => id + ': ' + nodes[0].target)))`
  const { result } = await debug.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  await debug.detach()
  assert.equal(result.type, 'string')
  return JSON.parse(result.value)
}

/** No page, and no tab of one, reads more to show itself. */
const CALLS = 3

/** Opens a page and checks its look, that the browser reports nothing, and how much it reads. */
export const assertPage = async (page: WatchedPage, path: string, ready: string) => {
  await page.goto(path)
  await page.locator(ready).first().waitFor()
  if (!forOperators.test(path)) assert.deepEqual(await codesOn(page), [], path)
  assert.deepEqual(await iconsWithoutTooltip(page), [])
  await assertLooks(page)
  assert.deepEqual(page.faults, [])
  assert.ok(page.calls.size <= CALLS, [...page.calls].join(' '))
}
/** Pages for those who run the service, which name its settings, jobs and files. */
const forOperators = /^\/desk\/(health|jobs|mails|house|webhooks|line)/

/** What a page shows or says that only programs know, also in its placeholders: codes, headers, addresses of the API, numbers of rows. */
const codesOn = (page: Page) =>
  page.evaluate(() => {
    const said = ['placeholder', 'aria-label', 'title'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((each) => each.getAttribute(name) ?? ''),
    )
    const shown = [document.body.innerText, ...said].join('\n')
    // Addresses of mails may contain anything.
    return (
      shown.replace(/\S+@\S+/g, '').match(/\b[a-z]+(?:_[a-z]+)+\b|\/api\/|\b(?:Retry-After|Bearer)\b|(?<!\S)#\d+/g) ??
      []
    )
  })
type WatchedPage = ReturnType<typeof watched>

/** Checks a page on a desk and a phone, light and dark: all rules once in each size, and in the other light those of colours. */
export const assertLooks = async (page: Page) => {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    assert.equal(await isTooWide(page), false, `${size}: ${page.url()}`)
    for (const [colorScheme, only] of size === 'desk' ? lightFirst : darkFirst) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await violations(page, only), [], `${size}, ${colorScheme}: ${page.url()}`)
    }
  }
}
// The page is drawn anew for every other light, so the phone begins with the light in which the desk ends.
const lightFirst = [['light'], ['dark', 'colours']] as const
const darkFirst = [['dark'], ['light', 'colours']] as const

/** Buttons as wide as an icon that do not tell the mouse what they do. */
const iconsWithoutTooltip = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a')]
      .filter((each) => each.querySelector('svg') && each.offsetWidth > 0 && each.offsetWidth <= 44 && !each.title)
      .map((each) => each.ariaLabel ?? each.innerText),
  )

/** Whether the page, or an open sheet, is wider than its screen. */
export const isTooWide = async (page: Page) => {
  const widths = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')].map(({ scrollWidth }) => scrollWidth),
  )
  return Math.max(...widths) > (page.viewportSize()?.width ?? 0)
}
