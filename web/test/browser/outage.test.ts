import assert from 'node:assert/strict'
import { afterEach, suite, test } from 'node:test'
import type { Page, Request, Route } from 'playwright-core'
import { noConsole, openConsole } from '../console.ts'

suite('the console without a network or the service', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()
  const sales = await caller('sales')
  const { data: requests } = await sales.get('/addon-requests?next_action_by=customer&per_page=1')

  /** A conversation in which something was typed. */
  const typing = async (text: string) => {
    const page = await as('sales')
    online = () => page.context().setOffline(false)
    await page.goto(`/desk/requests/${requests[0].id}`)
    await note(page).fill(text)
    return page
  }
  let online = async () => {}
  afterEach(() => online())
  const note = (page: Page) => page.getByRole('textbox', { name: '訊息' })
  const send = (page: Page) => page.getByRole('button', { name: '留下備註' }).click()
  const unreachable = (page: Page) => page.getByText('連不上服務，請稍後再試')
  const leaders = (page: Page) => page.getByRole('link', { name: '領隊', exact: true })

  test('without a network the page says so, keeps what was typed, and recovers', async () => {
    const page = await typing('還在')
    await page.context().setOffline(true)
    await page.getByText('沒有網路').waitFor()
    await page.getByText('即時更新').waitFor({ state: 'detached' })
    await send(page)
    await unreachable(page).waitFor()
    await page.context().setOffline(false)
    await page.getByText('沒有網路').waitFor({ state: 'detached' })
    await send(page)
    await page.locator('.entry').getByText('還在').waitFor()
  })

  test('what arrived, and whose answers were lost, is there once after it was sent again, and the page says so', async () => {
    const page = await typing('只說一次')
    const lose = async (route: Route) => {
      const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' }
      assert.equal((await route.fetch({ headers })).status(), 201)
      await route.abort()
    }
    await page.route('**/communications', lose, { times: 2 })
    await send(page)
    await unreachable(page).waitFor()
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await send(page)
    assert.match((await answered).url(), /communications$/)
    await page.getByText('上次送出時就已收到').waitFor()
    await unreachable(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('.entry').getByText('只說一次').first().waitFor()
    assert.equal(await page.locator('.entry').getByText('只說一次').count(), 1)
  })

  test('a page that was not loaded yet is opened when the network is back, and the page before it stays until then', async () => {
    const page = await typing('還沒送出')
    await page.context().setOffline(true)
    await page.getByText('沒有網路').waitFor()
    await leaders(page).hover()
    await leaders(page).click()
    assert.equal(await note(page).inputValue(), '還沒送出')
    await page.context().setOffline(false)
    await page.waitForURL(/\/desk\/leaders/)
    await page.locator('.schedule').waitFor()
  })

  test('while the service does not answer a write is refused at once, and what was read stays', async () => {
    const page = await typing('沒有人聽見')
    // What the page reads again after the refusal stays without an answer until the refusal is told, and fails then.
    const told = Promise.withResolvers<void>()
    await page.route('**/api/**', async (route) => {
      if (route.request().method() === 'GET') await told.promise
      await route.abort()
    })
    await send(page)
    await unreachable(page).waitFor()
    // After three attempts the page gives up.
    let attempts = 0
    const isLast = (request: Request) => request.url().endsWith(`/addon-requests/${requests[0].id}`) && ++attempts === 3
    const last = page.waitForEvent('requestfailed', isLast)
    told.resolve()
    await last
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    assert.equal(await note(page).inputValue(), '沒有人聽見')
    await unreachable(page).waitFor()
  })

  test('a page that cannot be loaded now is loaded with its style as soon as the service answers', async () => {
    const page = await typing('也沒送出')
    const closed = /\/desk\/(assets\/.*)?$/
    const refuse = (route: Route) => route.abort()
    await page.route(closed, refuse)
    await page.getByRole('link', { name: '行程', exact: true }).click()
    await page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
    assert.equal(await note(page).inputValue(), '也沒送出')
    const line = () => page.evaluate(() => getComputedStyle(document.body, '::before').height)
    assert.equal(await line(), '3px', 'the page says that the next one is loading')
    await page.unroute(closed, refuse)
    await page.waitForURL(/\/desk\/packages/)
    await page.locator('a.row-link').first().waitFor()
    assert.equal(await line(), 'auto')
    assert.deepEqual(await unstyled(page), [])
  })

  test('a part that is gone is loaded with the page of today', async () => {
    const page = await typing('升級前寫的')
    await page.getByRole('link', { name: '所有加購' }).click()
    await page.route(/assets\/list-.*\.js$/, (route) => route.fulfill({ status: 404 }))
    const today = page.waitForRequest((request) => request.isNavigationRequest())
    await page.getByRole('link', { name: '旅客', exact: true }).click()
    assert.match((await today).url(), /\/desk\/travelers/)
    await page.unrouteAll()
    await page.goto(`/desk/requests/${requests[0].id}`)
    assert.equal(await note(page).inputValue(), '升級前寫的')
  })
})

/** The style sheets that are named in the page and did not arrive. */
const unstyled = (page: Page) =>
  page
    .locator('link[rel=stylesheet]')
    .evaluateAll((links) => links.filter((link) => !(link as HTMLLinkElement).sheet).map((link) => link.outerHTML))
