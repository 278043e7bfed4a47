import assert from 'node:assert/strict'
import { afterEach, suite, test } from 'node:test'
import type { Page, Request, Route } from 'playwright-core'
import { noConsole, openConsole } from '../console.ts'

suite('the console without a network or the service', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()
  const sales = await caller('sales')
  const { data: requests } = await sales.get('/addon-requests?next_action_by=customer&per_page=1')

  /** Opens a conversation and types a message. */
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
  const unreachable = (page: Page) => page.getByText('無法連線，請稍後再試')
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
    await page.locator('role=list[name="對話"] >> role=article').getByText('還在').waitFor()
  })

  test('after a lost answer, sending again creates no second record, and the page says so', async () => {
    const page = await typing('只說一次')
    const lose = async (route: Route) => {
      const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' }
      assert.equal((await route.fetch({ headers })).status(), 201)
      await route.abort()
    }
    await page.route('**/communications', lose, { times: 2 })
    await send(page)
    await unreachable(page).waitFor()
    const answered = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && /communications$/.test(answer.url()),
    )
    await send(page)
    assert.equal((await answered).ok(), true)
    await page.getByText('上次送出時就已收到').waitFor()
    await unreachable(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('role=list[name="對話"] >> role=article').getByText('只說一次').first().waitFor()
    assert.equal(await page.locator('role=list[name="對話"] >> role=article').getByText('只說一次').count(), 1)
  })

  test('a page that was not loaded yet opens when the network is back; until then the previous page stays', async () => {
    const page = await typing('還沒送出')
    await page.context().setOffline(true)
    await page.getByText('沒有網路').waitFor()
    await leaders(page).hover()
    await leaders(page).click()
    assert.equal(await note(page).inputValue(), '還沒送出')
    await page.context().setOffline(false)
    await page.waitForURL(/\/desk\/leaders/)
    await page.locator('role=region[name=/^領隊排程/]').waitFor()
  })

  test('if the service does not answer, a write is refused at once, and loaded data stay', async () => {
    const page = await typing('沒有人聽見')
    // The requests that the page sends again after the refusal are held until the refusal is shown, and then fail.
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

  test('a page that could not be loaded is loaded with its style as soon as the service answers', async () => {
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
    await page.locator('tbody a').first().waitFor()
    assert.equal(await line(), 'auto')
    assert.deepEqual(await unstyled(page), [])
  })

  test('if a script of an older release is gone, the page is reloaded', async () => {
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

/** The style sheets of the page that are not loaded. */
const unstyled = (page: Page) =>
  page
    .locator('link[rel=stylesheet]')
    .evaluateAll((links) => links.filter((link) => !(link as HTMLLinkElement).sheet).map((link) => link.outerHTML))
