import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { noConsole, openConsole, signIn, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('what forms accept, refuse and keep', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, db, departing, bookingOn } = await openConsole()
  const [sales, op, admin] = [await caller('sales'), await caller('op'), await caller('admin')]
  const trip = await departing('PRG', 27)
  const { id: booking } = await bookingOn(trip.serial, '002')
  const paid = async () => (await sales.get(`/bookings/${booking}`)).data.paid
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)

  const openPayment = async (page: Page) => {
    await page.goto(`/desk/bookings/${booking}`)
    await page.getByRole('button', { name: '登記收款' }).click()
    const sheet = page.getByRole('dialog', { name: '登記收款' })
    await sheet.getByLabel('金額').fill('ＮＴ＄ １，２３４')
    return sheet
  }

  test('a session that has ended asks to sign in over the page, and then sends what was typed', async () => {
    const before = await paid()
    const page = await as()
    await signIn(page, 'finance')
    await page.locator('role=navigation[name="主選單"]').waitFor()
    const sheet = await openPayment(page)
    assert.equal((await (await caller('finance')).post('/logout-all')).status, 200)
    await sheet.getByRole('button', { name: '登記', exact: true }).click()
    const again = page.getByRole('dialog', { name: '登入已結束' })
    await again.getByText('您輸入的內容已保留，尚未送出的會接著送出。').waitFor()
    assert.equal(await again.getByLabel('電子郵件').inputValue(), 'finance@demo.guidon.local')
    assert.deepEqual(await violations(page), [])

    await again.getByRole('button', { name: '關閉' }).click()
    await sheet.getByText('登入已結束，這次沒有送出；您輸入的內容已保留，請重新登入後再送一次').waitFor()
    assert.equal(await sheet.getByLabel('金額').inputValue(), 'ＮＴ＄ １，２３４')
    await sheet.getByRole('button', { name: '登記', exact: true }).click()
    await again.getByLabel('密碼').fill('wrong')
    await again.getByRole('button', { name: '登入', exact: true }).click()
    await again.getByRole('alert').waitFor()
    assert.equal(await paid(), before)
    await again.getByLabel('密碼').fill('guidon-demo')
    await again.getByRole('button', { name: '登入', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
    assert.equal(await paid(), before + 1234)
    await page.locator('role=status >> text=即時更新').waitFor()
  })

  test('that the session has ended may be told after somebody has signed in again: the page is live with the new one', async () => {
    const page = await as()
    await signIn(page, 'finance')
    await page.locator('role=status >> text=即時更新').waitFor()
    const sheet = await openPayment(page)
    await page.locator('role=status >> text=即時更新').waitFor()
    // The first request that opens the stream anew is answered only at the end.
    const held: Route[] = []
    await page.route('**/api/notifications/stream*', (route) =>
      held.length ? route.continue() : void held.push(route),
    )
    assert.equal((await (await caller('finance')).post('/logout-all')).status, 200)
    await sheet.getByRole('button', { name: '登記', exact: true }).click()
    const again = page.getByRole('dialog', { name: '登入已結束' })
    await again.getByLabel('密碼').fill('guidon-demo')
    await eventually(async () => held.length, 1)
    await again.getByRole('button', { name: '登入', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
    await held[0]?.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 401, code: 'unauthenticated', title: '', detail: '', success: false }),
    })
    await page.locator('role=status >> text=即時更新').waitFor()
  })

  test('an incomplete form focuses the first fault, shows how many there are, and sends nothing', async () => {
    const page = await as('sales')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page.goto(`/desk/trips/${trip.id}`)
    await page.getByRole('button', { name: '新增訂單' }).first().click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText(trip.serial).waitFor()
    const send = sheet.getByRole('button', { name: '建立訂單' })
    await send.click()
    await sheet.getByText('請填寫姓名。').first().waitFor()
    await eventually(() => focused(page), 'contact.name')
    assert.equal(await sheet.getByLabel('姓名').first().getAttribute('aria-invalid'), 'true')
    assert.ok(
      await sheet
        .getByLabel('姓名')
        .first()
        .evaluate((field) => field.getBoundingClientRect().top >= 0),
    )
    const count = sheet.getByRole('alert').filter({ hasText: /有 \d+ 個欄位要修正。/ })
    const faults = Number(/\d+/.exec(await count.innerText())?.[0])
    assert.ok(faults > 1)
    assert.deepEqual(await violations(page), [])
    await sheet.getByLabel('姓名').first().fill('林先修')
    await sheet.getByText(`有 ${faults - 1} 個欄位要修正`).waitFor()
    assert.deepEqual(
      sent.filter((url) => /bookings$|registrations/.test(url)),
      [],
    )

    // Faults that the service finds are focused in the same way.
    await sheet.getByLabel('電話').fill('+886 912 000 333')
    await sheet.locator('fieldset').first().getByLabel('姓名').fill('林先修')
    await sheet.locator('fieldset').first().getByLabel('出生日期').fill('很久以前')
    await sheet.getByLabel('個資同意方式').selectOption('phone')
    await send.click()
    await eventually(() => focused(page), 'travelers.0.birth_date')
    await sheet.getByRole('alert').filter({ hasText: '有 1 個欄位要修正' }).waitFor()

    await sheet.locator('fieldset').first().getByLabel('出生日期').fill('民國 69/5/21')
    const made = page.waitForRequest((request) => request.method() === 'POST' && /bookings$/.test(request.url()))
    await send.click()
    assert.equal((await made).postDataJSON().travelers[0].birth_date, '1980-05-21')
    await page.waitForURL(/\/bookings\/\d+$/)
  })

  test('a number typed as a word is refused at its field, and is not dropped', async () => {
    const page = await as('sales')
    await page.goto('/desk/enquiries')
    await page.getByRole('button', { name: '新增洽詢' }).click()
    const sheet = page.getByRole('dialog', { name: '新增洽詢' })
    await sheet.getByLabel('姓名').fill('林洽詢')
    await sheet.getByLabel('電話').fill('0912345678')
    await sheet.getByLabel('人數').fill('兩位')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.getByText(/整數/).first().waitFor()
    assert.equal(await sheet.getByLabel('人數').getAttribute('aria-invalid'), 'true')
    assert.equal(await sheet.getByLabel('人數').inputValue(), '兩位')
    assert.equal((await sales.get('/enquiries?q=林洽詢')).data.length, 0)
  })

  test('a date without a year is the one nearest to the trip, and dates of another year show their year', async () => {
    const package_id = (await op.get(`/planned-trips/${trip.id}`)).data.package.id
    const made = await op.post('/planned-trips', { package_id, departure_date: '2083-06-10' })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const page = await as('op')
    await page.goto(`/desk/trips/${made.data.id}`)
    await page
      .getByText(/2083\/6\/10/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: '新增期限' }).click()
    const field = page.locator('dialog').getByRole('textbox', { name: '期限', exact: true })
    await field.fill('5/20（週四）')
    await page.keyboard.press('Tab')
    assert.equal(await field.inputValue(), '2083/05/20')
  })

  test('a refused step shows its reason, and no earlier changes', async () => {
    const { id } = await departing('OSA', 24)
    assert.equal((await admin.put(`/planned-trips/${id}`, { notes: '很早以前的備註' })).status, 200)
    const page = await as('op')
    await page.route(`**/planned-trips/${id}/status`, (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: 409, code: 'step_not_possible', message: '還有旅客沒有房間。', errors: {} }),
      }),
    )
    await page.goto(`/desk/trips/${id}`)
    await page.getByRole('region', { name: '下一步' }).getByRole('button').first().click()
    const sheet = page.getByRole('dialog')
    const reason = sheet.getByRole('textbox', { name: /原因/ })
    await sheet.locator(':text("沒有未完成的事"), section li').first().waitFor()
    if (await reason.isVisible()) await reason.fill('客人同意')
    const read = page.waitForResponse((answer) => /\/planned-trips\/\d+$/.test(answer.url()))
    await sheet.locator('button[type=submit]').click()
    await sheet.getByText('還有旅客沒有房間。').waitFor()
    await read
    assert.equal(await sheet.getByRole('region', { name: '這段時間的更改' }).count(), 0)
    assert.equal(await sheet.getByText(/#\d/).count(), 0)
  })

  test('check-ins without a network are queued, and sent when it is back', async () => {
    const { id, session_id } = await db
      .selectFrom('session_attendances as a')
      .innerJoin('seminar_sessions as s', 's.id', 'a.session_id')
      .select(['a.id', 'a.session_id'])
      .where('a.status', '=', 'registered')
      .where('s.status', '=', 'open')
      .executeTakeFirstOrThrow()
    const statusOf = async () =>
      (await db.selectFrom('session_attendances').select('status').where('id', '=', id).executeTakeFirstOrThrow())
        .status
    const page = await as('sales')
    await page.goto(`/desk/sessions/${session_id}?tab=door`)
    const person = page.getByRole('region', { name: '報到' }).getByRole('button', { pressed: false }).first()
    const name = (await person.locator('b').innerText()).trim()
    await page.context().setOffline(true)
    await person.click()
    await page.getByText('另有 1 項已記下，恢復後自動送出').waitFor()
    await page.getByText('您輸入的內容已保留，恢復後請再按一次送出').waitFor()
    assert.equal(await page.getByText('尚未儲存').count(), 0)
    await page.getByRole('button', { name, pressed: true }).first().waitFor()
    await page.context().setOffline(false)
    await page.getByText('已記下').waitFor({ state: 'detached' })
    const arrived = await db
      .selectFrom('session_attendances')
      .select('id')
      .where('session_id', '=', session_id)
      .where('status', '=', 'attended')
      .execute()
    assert.ok(arrived.length > 0, await statusOf())
  })

  test("a new password is requested, and the account's language is used", async () => {
    const page = await as()
    await page.goto('/desk/sign-in')
    await page.getByRole('button', { name: '忘記密碼？' }).click()
    await page.getByLabel('電子郵件').fill('sales2@demo.guidon.local')
    await page.getByRole('button', { name: '寄出連結' }).click()
    await page.getByRole('heading', { name: '請查看您的信箱' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: '回到登入' }).click()

    assert.equal((await (await caller('sales2')).put('/me', { locale: 'en' })).status, 200)
    await signIn(page, 'sales2')
    await page.getByRole('link', { name: 'Trips', exact: true }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  })
})
