import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { jpeg } from '../../test/fixtures/samples.ts'
import { noConsole, openConsole } from './console.ts'

// Days of test/stories, played by pressing and typing alone: everybody begins at the first page or with the link of a mail.

suite('days of the office, in a browser', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing, db, link } = await openConsole()

  const desk = async (name: string) => {
    const page = await as(name)
    await page.goto('/')
    return page
  }
  const go = (page: Page, place: string) =>
    page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: place, exact: true }).click()
  /** Finds a row of a list by its search field, and opens it. */
  const find = async (page: Page, place: string, text: string) => {
    await go(page, place)
    await page.getByRole('searchbox').fill(text)
    await page.waitForURL(/q=/)
    await page.locator('tr', { hasText: text }).locator('a.row-link').first().click()
  }
  const bookingOf = (contact_name: string) =>
    db
      .selectFrom('bookings')
      .select(['id', 'booking_number'])
      .where('contact_name', '=', contact_name)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()

  test('an upgrade haggled: from the mailed page to the ticket, and the customer never sees what the office says', async () => {
    const contact = await as()
    await contact.goto(await link('booking', (await bookingOf('蔡佳穎')).id))
    await contact.getByText('選擇項目').click()
    await contact.getByLabel('項目').selectOption({ label: '升等豪華經濟艙 · 另行報價' })
    await contact.getByLabel('旅客', { exact: true }).selectOption({ label: '蔡淑芬' })
    await contact.getByLabel('說明').fill('媽媽腰不好')
    await contact.getByRole('button', { name: '送出申請' }).click()
    await contact.getByText('已收到您的申請').waitFor()

    const [seller, tickets] = [await desk('sales'), await desk('ticketing')]
    const { request_number } = await db
      .selectFrom('addon_requests')
      .select('request_number')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const say = async (page: Page, turn: string, message: string, price?: string) => {
      await page.locator('.turns').getByText(turn, { exact: true }).click()
      if (price) await page.locator('.turn-fields input[type=number]').fill(price)
      await page.getByRole('textbox', { name: '訊息' }).fill(message)
      await page.locator('.composer button.main').click()
      await page.locator('.timeline').getByText(message).first().waitFor()
    }
    for (const page of [seller, tickets]) await find(page, '加購', request_number)
    await say(seller, '詢問部門', '請報豪經加價')
    await say(tickets, '報價', '每位加價', '12000')
    await say(seller, '轉報價給客戶', '為您爭取到的價格', '13000')

    await contact.reload()
    const extra = contact.locator('.rows > li', { hasText: '升等豪華經濟艙' })
    await extra.getByText('TWD 13,000').waitFor()
    assert.equal(await contact.getByText('請報豪經加價').count(), 0)
    await contact.getByLabel('想對我們說的話').fill('可以便宜一點嗎？')
    await contact.getByRole('button', { name: '想再討論' }).click()
    await contact.getByText('我們已收到您的回覆').waitFor()
    await seller.locator('.timeline').getByText('可以便宜一點嗎？').waitFor()
    await say(seller, '轉報價給客戶', '這是最低價', '12500')
    await contact.reload()
    await contact.getByText('這是最低價').waitFor()
    await contact.getByRole('button', { name: '接受', exact: true }).click()
    await extra.getByText('您已接受').waitFor()

    await say(seller, '確認客戶回覆', '客戶已接受')
    await say(tickets, '完成', '已開票', '12500')
    await contact.reload()
    await extra.getByText('已完成').waitFor()
    await extra.getByText('TWD 12,500').first().waitFor()
    assert.deepEqual([seller.faults, tickets.faults, contact.faults], [[], [], []])
  })

  test('a family registers in public, confirms its mailbox, fills in its page, and sales checks the passport', async () => {
    const contact = await as()
    const [trip] = (await (await contact.request.get('/api/public/trips')).json()).data
    const data = {
      planned_trip_id: trip.id,
      contact: { name: '江雅文', phone: '0912345678', email: 'ya-wen@example.com' },
      travelers: [{ name: '江雅文', birth_date: '1985-04-12' }, { name: '江小安' }],
      payment_method: 'bankTransfer',
      travel_purpose: 'family',
      marketing_source: 'referral',
      privacy_consent: true,
    }
    assert.equal((await contact.request.post('/api/trip-registrations', { data })).status(), 201)
    const booking = await bookingOf('江雅文')
    await contact.goto(await link('booking', booking.id))
    await contact.getByRole('button', { name: '確認報名' }).click()
    await contact.getByText('謝謝您，已經完成').waitFor()
    const child = contact.locator('section', { has: contact.getByRole('heading', { name: '江小安' }) })
    await child.getByLabel('出生日期').fill('2016-05-05')
    await child.getByLabel('護照英文姓').fill('chiang')
    await child.getByRole('button', { name: '儲存' }).click()
    await child.getByText('已儲存。').waitFor()
    await child.getByLabel('照片或 PDF').setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: jpeg })
    await child.getByRole('button', { name: '上傳' }).click()
    await child.getByText('已收到', { exact: false }).first().waitFor()

    const seller = await desk('sales')
    await find(seller, '訂單', booking.booking_number)
    await seller.getByRole('link', { name: '江小安' }).click()
    await seller.getByRole('button', { name: '審核… 護照' }).click()
    await seller.getByRole('button', { name: '審核通過' }).click()
    await seller.getByText('證件已審核').waitFor()
    await contact.reload()
    await child.getByText('已確認').waitFor()
    assert.deepEqual([seller.faults, contact.faults], [[], []])
  })

  test('the list for the hotel: who has no room gets one, and the list is ready to print', async () => {
    const { serial } = await departing('HKD', 20)
    const page = await desk('op')
    await find(page, '出團', serial)
    await page.getByRole('link', { name: '分房', exact: true }).click()
    const everybody = page.getByText('每個人都有房間')
    await page.locator('.bench').waitFor()
    if (!(await everybody.isVisible())) await page.getByRole('button', { name: '自動排好' }).click()
    await everybody.waitFor()
    await page.locator('.save button.main').click()
    await page.getByText('分房已儲存').waitFor()
    await page.getByRole('link', { name: '文件', exact: true }).click()
    await page.getByText('分房表（各飯店）').first().waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('a trip is cancelled: the sheet says what everybody gets back, finance pays it, and nothing is left open', async () => {
    const { serial } = await departing('SEL', 38)
    const page = await desk('op')
    await find(page, '出團', serial)
    await page.getByRole('button', { name: '取消出團' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('取消的因素').selectOption({ label: '未達成團人數' })
    await sheet.locator('.settlement li').first().waitFor()
    await sheet.getByLabel('原因', { exact: true }).fill('報名人數不足')
    await sheet.getByRole('button', { name: '取消出團' }).click()
    await page.locator('.heading .badge', { hasText: '取消' }).waitFor()

    const finance = await desk('finance')
    await go(finance, '財務')
    await finance.getByRole('link', { name: '應退款項' }).click()
    const owed = finance.locator('tbody tr', { hasText: serial })
    await owed.first().waitFor()
    const before = await owed.count()
    await owed.first().locator('a.row-link').click()
    await finance.getByRole('button', { name: '登記收款' }).click()
    await finance.locator('dialog').getByRole('button', { name: '登記', exact: true }).click()
    await finance.getByText('已退清').waitFor()
    await go(finance, '財務')
    await finance.getByRole('link', { name: '應退款項' }).click()
    await owed.nth(before - 1).waitFor({ state: 'detached' })
    assert.deepEqual([page.faults, finance.faults], [[], []])
  })

  test('a trip is back: what is undone stands before the settlement, a cost is entered, and the margin is told', async () => {
    const { id, serial } = await departing('CNX', -9)
    const finance = await caller('finance')
    const costs = async () => (await finance.get(`/planned-trips/${id}/money`)).data.costs.actual
    const before = await costs()
    const page = await desk('op')
    await go(page, '出團')
    await page.getByLabel('即將出發').selectOption({ label: '已出發' })
    await page.getByRole('searchbox').fill(serial)
    await page.waitForURL(/q=/)
    await page.locator('tr', { hasText: serial }).locator('a.row-link').first().click()
    await page.getByRole('link', { name: '損益', exact: true }).click()
    await page.getByRole('button', { name: '新增成本…' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('實際金額').fill('1500')
    await sheet.getByRole('button', { name: '存檔' }).click()
    await page.getByText('NT$ 1,500').first().waitFor()
    await page.getByRole('link', { name: '總覽', exact: true }).click()
    await page.getByRole('button', { name: '結帳' }).click()
    await sheet.getByText('仍有這些事沒完成').waitFor()
    await sheet.getByLabel('仍要進行的原因').fill('領隊已口頭交接')
    await sheet.getByRole('button', { name: '結帳' }).click()
    await page.locator('.heading .badge', { hasText: '已結帳' }).waitFor()
    assert.equal((await costs()) - before, 1500)
    assert.deepEqual(page.faults, [])
  })
})
