import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { enrolled } from '../../../test/fixtures/second-factor.ts'
import { isTooWide, noConsole, openConsole, signIn, sizes, violations } from '../console.ts'

suite('signing in with a browser', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, base, caller, db } = await openConsole()

  /** Signs in and waits until the page has all that it reads. What it could not read would lead to the sign-in. */
  const allRead = async (name: string) => {
    const page = await as()
    const last = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/api/work/counts'))
    await signIn(page, name)
    await last
    await page.locator('role=status >> text=即時更新').waitFor()
    return page
  }
  const endSessions = async (name: string) => assert.equal((await (await caller(name)).post('/logout-all')).status, 200)

  test('the address of the office leads to the sign-in, and a wrong password is told', async () => {
    const page = await as()
    await page.goto('/desk')
    await page.waitForURL('**/desk/sign-in')
    await page.locator('#email').waitFor()
    assert.deepEqual(page.faults, [], 'nothing is asked for that would be refused')
    await signIn(page, 'sales', 'wrong')
    await page
      .getByRole('alert')
      .filter({ hasText: /電子郵件與密碼/ })
      .waitFor()
    assert.equal(new URL(page.url()).pathname, '/desk/sign-in')
  })

  test('a leader who signs in on a phone opens the trip that is under way, unless another page was asked for', async () => {
    const { id } = await db
      .selectFrom('planned_trips as t')
      .innerJoin('users as u', 'u.tour_leader_id', 't.assigned_leader_id')
      .select('t.id')
      .where('u.email', '=', 'leader@demo.guidon.local')
      .where('t.status', '=', 'departed')
      .executeTakeFirstOrThrow()
    const opened = async (size: { width: number; height: number }, asked: string, lands: RegExp) => {
      const page = await as()
      await page.setViewportSize(size)
      await page.goto(asked)
      await page.waitForURL('**/desk/sign-in**')
      await page.locator('#email').fill('leader@demo.guidon.local')
      await page.locator('#password').fill('guidon-demo')
      await page.getByRole('button', { name: '登入', exact: true }).click()
      await page.waitForURL(({ pathname }) => lands.test(pathname))
      await page.locator('h1').first().waitFor()
    }
    await opened(sizes.phone, '/desk/sign-in', new RegExp(`^/my/trips/${id}$`))
    await opened(sizes.phone, `/desk/trips/${id}`, new RegExp(`^/desk/trips/${id}$`))
    await opened(sizes.desk, '/desk/sign-in', /^\/desk\/?$/)
  })

  test('a session that was ended elsewhere is told, and what was typed in it is not shown to somebody else', async () => {
    const page = await allRead('manager')
    await page.evaluate(() => localStorage.setItem('guidon.draft.x', 'text'))
    await endSessions('manager')
    // The stream of the page asks every 15 seconds whether its session goes on.
    await page.getByText('登入已結束').waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: '重新登入' }).click()
    const again = page.getByRole('dialog', { name: '登入已結束' })
    await again.getByLabel('電子郵件').fill('sales@demo.guidon.local')
    await again.getByLabel('密碼').fill('guidon-demo')
    const anew = page.waitForRequest((request) => request.isNavigationRequest())
    await again.getByRole('button', { name: '登入', exact: true }).click()
    await anew
    await page.locator('role=navigation[name="主選單"]').waitFor()
    assert.equal(await page.evaluate(() => localStorage.getItem('guidon.draft.x')), null)
  })

  test('a page that is opened after the session has ended leads to the sign-in, which says so', async () => {
    const page = await allRead('finance')
    await endSessions('finance')
    // Several reads of the page are refused. A second navigation would break off the first.
    const left: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && left.push(new URL(request.url()).pathname))
    await page.getByRole('link', { name: '出團', exact: true }).click()
    await page.waitForURL('**/desk/sign-in?to=%2Fdesk%2Ftrips&ended=true')
    assert.deepEqual(left, ['/desk/sign-in'])
    await page.getByText('登入已結束，請重新登入；您輸入的內容已保留。').waitFor()
    assert.deepEqual([await violations(page), await isTooWide(page)], [[], false])

    // The same in a new tab, which asks first who is signed in. After that this browser is that of a stranger.
    await page.goto('/desk/bookings')
    await page.waitForURL('**/desk/sign-in?to=%2Fdesk%2Fbookings&ended=true')
    await page.getByText('登入已結束').waitFor()
    // The sign-in is shown once: loading it again would take away what somebody types in it.
    await page.waitForLoadState('networkidle')
    assert.deepEqual(left, ['/desk/sign-in', '/desk/bookings'])
    await page.goto('/desk/bookings')
    await page.waitForURL('**/desk/sign-in?to=%2Fdesk%2Fbookings')
    await page.locator('#email').waitFor()
    assert.equal(await page.getByText('登入已結束').count(), 0)
  })

  test('an address of another site is not opened after the sign-in', async () => {
    const page = await as()
    await page.goto('/desk/sign-in?to=//elsewhere.example/desk')
    await signIn(page, 'admin')
    await page.locator('role=navigation[name="主選單"]').waitFor()
    assert.equal(page.url(), `${base}/desk`)
  })

  test('an account with a second factor signs in with its code', async () => {
    const authenticator = await enrolled(db, await caller('ticketing'))
    const page = await as()
    await signIn(page, 'ticketing')
    await page.locator('#code').fill(await authenticator.wrong())
    await page.locator('button[type=submit]').click()
    await page.getByRole('alert').waitFor()
    assert.deepEqual(await page.context().cookies(), [])
    await page.locator('#code').fill(await authenticator.code())
    await page.locator('button[type=submit]').click()
    await page.locator('role=navigation[name="主選單"]').waitFor()
  })

  test('a whole sign-in without the mouse', async () => {
    const page = await as()
    await page.goto('/desk/sign-in')
    await page.locator('#email').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('op@demo.guidon.local')
    await page.keyboard.press('Tab')
    await page.keyboard.type('guidon-demo')
    await page.keyboard.press('Enter')
    await page.locator('role=navigation[name="主選單"]').waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), '跳到內容')
  })
})
