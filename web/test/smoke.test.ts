import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Route } from 'playwright-core'
import { assertPage, isTooWide, noConsole, openConsole, signIn, sizes } from './console.ts'
import { eventually } from './eventually.ts'
import { newRequest } from './requests.ts'

// The most frequent actions, in a short time. web/test/browser has every page and the rest.

suite('the console in a browser', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, db, departing, bookingOn, link } = await openConsole()
  const sales = await caller('sales')
  const trip = await departing('PRG', 27)
  const { id: booking } = await bookingOn(trip.serial, '001')

  test('the sign-in opens the requested page; after the sign-out no data of the person are left', async () => {
    const page = await as()
    await page.goto('/desk/requests?overdue=true')
    await page.waitForURL('**/desk/sign-in?to=*')
    await signIn(page, 'sales')
    await page.waitForURL('**/desk/requests?overdue=true')
    assert.equal(await page.evaluate(() => document.cookie), '', 'no script can read the session')
    const [cookie] = await page.context().cookies()
    assert.deepEqual([cookie?.name, cookie?.httpOnly, cookie?.sameSite], ['guidon', true, 'Strict'])
    await page.evaluate(() => localStorage.setItem('guidon.draft.x', 'text'))

    await page.route('**/api/me/session', (route) => route.abort())
    await page.getByRole('button', { name: '登出' }).first().click()
    await page.getByText('您尚未登出').waitFor()
    await page.unrouteAll()
    // The session has ended, and the page reads again before it is told: the refused read must not leave the page first.
    const holdAnswer = async (route: Route) => {
      await page.evaluate(() => fetch('/api/me/session', { method: 'DELETE' }))
      const refused = page.waitForResponse(
        (read) => read.url().includes('/api/addon-requests') && read.status() === 401,
      )
      await page.getByRole('button', { name: '待我處理' }).click()
      await refused
      await route.continue()
    }
    await page.route('**/api/me/session', holdAnswer, { times: 1 })
    await page.getByRole('button', { name: '登出' }).first().click()
    await page.waitForURL('**/desk/sign-in')
    assert.deepEqual(await page.context().cookies(), [])
    assert.equal(await page.evaluate(() => localStorage.getItem('guidon.draft.x')), null)
    await page.goto('/desk')
    await page.waitForURL('**/desk/sign-in')
  })

  test('the filter of a list is in the address and survives a reload', async () => {
    const page = await as('sales')
    await page.goto('/desk/requests')
    await page.getByRole('button', { name: '待我處理' }).click()
    await page.getByRole('button', { name: '更多篩選' }).click()
    await page.getByLabel('部門').selectOption('ticketing')
    await page.waitForURL(/next_action_by=me.*department=ticketing/)
    await page.reload()
    await page.getByRole('button', { name: '待我處理', pressed: true }).waitFor()
    await eventually(() => page.getByLabel('部門').inputValue(), 'ticketing')
    assert.deepEqual(page.faults, [])
  })

  test('an offer is sent, answered in the place of the customer, and the answer is seen without a reload', async () => {
    const id = await newRequest(caller)
    const [seller, customer] = [await as('sales'), await as('customer')]
    await seller.goto(`/desk/requests/${id}`)
    await seller.locator('role=status >> text=即時更新').waitFor()
    await seller.getByText('轉報價給客戶').click()
    const { data: possible } = await sales.get(`/addon-requests/${id}/possible-turns`)
    const turns = await seller
      .locator('role=radiogroup[name="動作"] >> role=radio')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')))
    assert.deepEqual(turns.filter((name) => name !== 'note' && name !== 'message').sort(), possible.sort())

    await seller.getByLabel('報價 (TWD)').fill('12500')
    await seller.getByRole('textbox', { name: '訊息' }).fill('為您爭取到的價格')
    await seller.getByRole('button', { name: '送出給客戶' }).click()
    await seller.locator('role=list[name="對話"] >> role=article').getByText('為您爭取到的價格').waitFor()

    // The office leads customers to their own place.
    await customer.goto('/desk')
    await customer.waitForURL('**/my/')
    const { booking_id } = (await sales.get(`/addon-requests/${id}`)).data
    const { booking_number } = (await sales.get(`/bookings/${booking_id}`)).data
    await customer.goto(`/my/${booking_number}/add-ons`)
    const offer = customer.locator(`#addon-${id}`)
    await offer.getByText('為您爭取到的價格').waitFor()
    await offer.getByRole('button', { name: '接受' }).click()
    await seller.getByText('已接受').first().waitFor()
    assert.deepEqual([seller.faults, customer.faults], [[], []])
  })

  test('a refusal is shown at its field, and a draft survives a reload', async () => {
    const id = await newRequest(caller)
    const page = await as('sales')
    const message = page.getByRole('textbox', { name: '訊息' })
    await page.goto(`/desk/requests/${id}`)
    await page.getByText('轉報價給客戶').click()
    await message.fill('還沒寫完')
    await page.reload()
    await page.getByText('轉報價給客戶').click()
    await eventually(() => message.inputValue(), '還沒寫完')

    await page.getByLabel('報價 (TWD)').fill('99999999999')
    await page.getByRole('button', { name: '送出給客戶' }).click()
    await page.locator('#quoted_price-fault').waitFor()
    assert.equal(await page.getByLabel('報價 (TWD)').getAttribute('aria-invalid'), 'true')
    assert.equal(await message.inputValue(), '還沒寫完')
  })

  test('the page of a booking, on a desktop and a phone, light and dark', async () => {
    await assertPage(
      await as('sales'),
      `/desk/bookings/${booking}`,
      'role=region[name=/^(費用與付款|Charges and payments)$/] >> tfoot',
    )
  })

  test('the page of a trip, on a desktop and a phone, light and dark', async () => {
    await assertPage(await as('op'), `/desk/trips/${trip.id}`, 'role=region[name="航班"] >> role=listitem')
  })

  test('by keyboard: j and k move along the list, Enter opens a row, and the palette finds a request', async () => {
    const { id, request_number } = await db
      .selectFrom('addon_requests')
      .select(['id', 'request_number'])
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const page = await as('sales')
    await page.goto('/desk/requests')
    await page.locator('tbody a').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/desk\/requests\/\d+$/)
    await page.keyboard.press('Control+k')
    await page.locator('role=dialog[name="搜尋"] >> input:focus').waitFor()
    await page.keyboard.type(request_number)
    await page.getByRole('option').filter({ hasText: request_number }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/desk/requests/${id}`)
    assert.deepEqual(page.faults, [])
  })

  test('by mailed links an offer is accepted, and an invited colleague chooses a password', async () => {
    const { offer_id } = await db
      .selectFrom('addon_requests')
      .select('offer_id')
      .where('status', '=', 'offered')
      .orderBy('response_deadline', 'desc')
      .executeTakeFirstOrThrow()
    const page = await as()
    await page.goto(await link('offer', offer_id ?? 0))
    await page.getByLabel('想對我們說的話').fill('麻煩了')
    await page.getByRole('button', { name: '接受', exact: true }).click()
    await page.getByRole('heading', { name: '謝謝您' }).waitFor()

    const { id: leader } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'leader@demo.guidon.local')
      .executeTakeFirstOrThrow()
    await page.goto(await link('invitation', leader))
    await page.getByLabel('密碼').fill('correct horse battery')
    await page.getByRole('button', { name: '儲存密碼' }).click()
    await page.getByRole('heading', { name: '密碼已設定' }).waitFor()
    await page.getByRole('link', { name: '登入', exact: true }).click()
    await page.waitForURL('**/desk/sign-in')
    assert.deepEqual(page.faults, [])
  })

  test('the first page says that there is no connection, and loads when the service is back', async () => {
    const page = await as('sales')
    await page.route('**/api/**', (route) => route.abort())
    await page.goto('/desk/travelers')
    await page.getByText('無法連線，請稍後再試').waitFor()
    assert.equal(await page.getByText('Failed to fetch').count(), 0)
    await page.unrouteAll()
    await page.getByRole('button', { name: '再試一次' }).click()
    await page.locator('tbody tr').first().waitFor()
  })

  test('the language changes at once, also that of the service', async () => {
    const page = await as('line-control')
    await page.goto('/desk')
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await page.getByRole('heading', { name: 'Departing soon' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  })

  test('English texts fit on a phone; hotels and meals of a day have English names', async () => {
    const page = await as('sales', 'en-US')
    await page.setViewportSize(sizes.phone)
    for (const [path, ready] of [
      ['/desk/requests', 'tbody a'],
      [`/desk/bookings/${booking}`, 'role=region[name=/^(費用與付款|Charges and payments)$/] >> tfoot'],
      [`/desk/trips/${trip.id}?tab=itinerary`, 'role=list[name=/的安排$|^Items of /] >> role=listitem'],
    ] as const) {
      await page.goto(path)
      await page.locator(ready).first().waitFor()
      assert.equal(await isTooWide(page), false, path)
    }
    assert.doesNotMatch(
      (await page.locator('role=list[name=/的安排$|^Items of /]').allInnerTexts()).join(' '),
      /\p{Script=Han}/u,
    )
  })
})
