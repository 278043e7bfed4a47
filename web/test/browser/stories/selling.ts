import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { passUndo } from '../../../../test/fixtures/cancellations.ts'
import { jpeg } from '../../../../test/fixtures/samples.ts'
import { isTooWide, sizes, takeAct, violations } from '../../console.ts'
import { onDay } from '../../fields.ts'
import { chooseTurn, find, priceOfTurn, type Stage, sendTurn } from './stage.ts'

export const selling = ({ as, desk, caller, contactOf, addonsOf, bookingOf, db, house }: Stage) => {
  const register = async (planned_trip_id: number, name: string, travelers: object[]) => {
    const stranger = await as()
    const data = {
      planned_trip_id,
      contact: { name, phone: '0912345678', email: `${travelers.length}@example.com` },
      travelers,
      payment_method: 'bankTransfer',
      travel_purpose: 'family',
      marketing_source: 'referral',
      privacy_consent: true,
    }
    assert.equal((await stranger.request.post('/api/trip-registrations', { data })).status(), 201)
    const page = await contactOf(name)
    await page.getByRole('button', { name: '確認', exact: true }).click()
    await page.getByText('謝謝您，已經完成').waitFor()
    return page
  }

  const openTrip = async () => {
    const op = await caller('op')
    const { data: packages } = await op.get('/packages?status=published')
    const plan = { package_id: packages[0].id, departure_date: onDay(60), status: 'open', min_pax: 1, capacity: 5 }
    return (await op.post('/planned-trips', plan)).data.id as number
  }

  test('a family of four on the last seats: all are waitlisted, a couple cancels, and the family accepts and pays', async () => {
    const id = await openTrip()
    const couple = await register(id, '李大同', [{ name: '李大同' }, { name: '林小芳' }])
    const family = await register(id, '江雅文', [
      { name: '江雅文', birth_date: '1985-04-12' },
      { name: '江大明', birth_date: '1984-04-12' },
      { name: '江小安', birth_date: '2016-05-05' },
      { name: '江小美', birth_date: '2018-05-05' },
    ])
    await family.getByText('候補').first().waitFor()

    const seller = await desk('sales')
    await find(seller, '訂單', (await bookingOf('李大同')).booking_number)
    await takeAct(seller, '取消訂單…')
    await seller.getByLabel('原因', { exact: true }).fill('改期')
    await seller.locator('dialog').getByRole('button', { name: '取消訂單' }).click()
    await seller.locator('header:has(h1) .badge', { hasText: '已取消' }).waitFor()
    await passUndo(house)
    await couple.reload()
    await couple.getByText('已取消', { exact: true }).waitFor()
    await family.reload()
    await family.getByText('有名額了，請接受').waitFor()
    await family.getByRole('button', { name: '接受名額' }).click()
    await family.getByText('謝謝您，已經完成').waitFor()

    const { booking_number } = await bookingOf('江雅文')
    const finance = await desk('finance')
    await find(finance, '訂單', booking_number)
    await finance.getByRole('button', { name: '登記收款' }).click()
    await finance.locator('dialog').getByRole('button', { name: '登記', exact: true }).click()
    await finance.locator('dialog').waitFor({ state: 'detached' })
    await find(seller, '訂單', booking_number)
    await seller.getByRole('button', { name: '確認訂單' }).click()
    await seller.locator('header:has(h1) .badge', { hasText: '已確認' }).waitFor()
    const { seats } = (await (await caller('op')).get(`/planned-trips/${id}`)).data
    assert.deepEqual(seats, { held: 0, confirmed: 4, waitlisted: 0, remaining: 1 })
    assert.deepEqual([seller.faults, finance.faults, couple.faults, family.faults], [[], [], [], []])
  })

  test('an upgrade is negotiated from the page of the customer to the ticket, and the customer never sees internal messages', async () => {
    const contact = await addonsOf('蔡佳穎')
    await contact.locator('summary', { hasText: '航班加購' }).click()
    await contact.getByRole('link', { name: '升等豪華經濟艙' }).click()
    await contact.getByLabel('旅客', { exact: true }).selectOption({ label: '蔡淑芬' })
    await contact.getByLabel('說明').fill('媽媽腰不好')
    await contact.getByRole('button', { name: '下一步' }).click()
    await contact.getByRole('button', { name: '送出申請' }).click()
    await contact.getByText('已收到您的申請').waitFor()

    const [seller, tickets] = [await desk('sales'), await desk('ticketing')]
    const { request_number } = await db
      .selectFrom('addon_requests')
      .select('request_number')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const say = async (page: Page, turn: string, message: string, price?: string) => {
      await chooseTurn(page, turn)
      if (price) await priceOfTurn(page).fill(price)
      await sendTurn(page, message)
    }
    for (const page of [seller, tickets]) await find(page, '加購', request_number)
    await say(seller, '詢問部門', '請報豪經加價')
    await say(tickets, '報價', '每位加價', '12000')
    await say(seller, '轉報價給客戶', '為您爭取到的價格', '13000')

    await contact.reload()
    const extra = contact.locator('.extra', { has: contact.getByRole('heading', { name: '升等豪華經濟艙' }) })
    await extra.getByText('NT$13,000').waitFor()
    assert.equal(await contact.getByText('請報豪經加價').count(), 0)
    await contact.getByLabel('想對我們說的話').fill('可以便宜一點嗎？')
    await contact.getByRole('button', { name: '想再討論' }).click()
    await contact.getByText('我們已收到您的回覆').waitFor()
    await seller.locator('role=list[name="對話"]').getByText('可以便宜一點嗎？').waitFor()
    await say(seller, '轉報價給客戶', '這是最低價', '12500')
    await contact.reload()
    await contact.getByText('這是最低價').waitFor()
    await contact.getByRole('button', { name: '接受', exact: true }).click()
    await extra.getByText('您已接受').waitFor()

    await say(seller, '確認客戶回覆', '客戶已接受')
    await say(tickets, '完成', '已開票', '12500')
    await contact.reload()
    await extra.getByText('已完成').waitFor()
    await extra.getByText('NT$12,500').first().waitFor()
    assert.deepEqual([seller.faults, tickets.faults, contact.faults], [[], [], []])
  })

  test('a passport that expires: the page of the traveler says so, sales request it, reject a blurred scan and verify the next', async () => {
    await register(await openTrip(), '江雅文', [
      { name: '江雅文', birth_date: '1985-04-12' },
      { name: '江小安', birth_date: '2016-05-05' },
      { name: '江小美', birth_date: '2018-05-05' },
    ])
    const contact = await contactOf('江雅文')
    await contact.setViewportSize(sizes.phone)
    await contact.locator('#people').getByRole('link', { name: '江小安' }).click()
    const [lacks, papers, details] = [
      contact.locator('header', { has: contact.getByRole('heading', { name: '江小安' }) }),
      contact.locator('#papers'),
      contact.locator('#details'),
    ]
    const fill = async (fields: Record<string, string>) => {
      for (const [label, value] of Object.entries(fields)) await details.getByLabel(label).fill(value)
      await details.getByRole('button', { name: '儲存' }).click()
    }
    await details.locator('summary', { hasText: '出生日期' }).click()
    await fill({ 出生日期: '2199-01-01', 護照英文姓: 'chiang', 護照英文名: 'hsiao-an' })
    await details.getByText('出生日期不可晚於今天。').waitFor()
    assert.equal(await details.getByLabel('護照英文姓').inputValue(), 'chiang')
    assert.deepEqual(await violations(contact), [])
    await fill({ 出生日期: '2016-05-05', 護照號碼: '312345678', 護照效期: onDay(90) })
    await lacks.getByText('護照效期不符入境規定').waitFor()

    const seller = await desk('sales')
    await find(seller, '訂單', (await bookingOf('江雅文')).booking_number)
    await seller.getByRole('link', { name: '江小安' }).click()
    await seller.getByText('護照效期不符入境規定').waitFor()
    await seller.getByRole('button', { name: '請旅客補件…' }).click()
    const sheet = seller.locator('dialog')
    assert.deepEqual(await violations(seller), [])
    await sheet.getByRole('button', { name: '送出' }).click()
    const row = seller.locator('role=region[name=/^(證件與文件|需求)$/] >> role=listitem', { hasText: '護照' })
    await row.getByRole('button', { name: '打開…' }).waitFor()

    const upload = async () => {
      await contact.reload()
      const file = { name: 'passport.jpg', mimeType: 'image/jpeg', buffer: jpeg }
      await papers.getByLabel('請上傳：護照').setInputFiles(file)
      await papers.getByRole('button', { name: '上傳', exact: true }).first().click()
      await papers.getByText('已收到', { exact: true }).waitFor()
      await seller.reload()
      await row.getByRole('button', { name: '審核…' }).first().click()
      await sheet.locator('role=figure >> role=img').waitFor()
    }
    await upload()
    for (const size of [sizes.phone, sizes.desk]) {
      await seller.setViewportSize(size)
      assert.deepEqual([await violations(seller), await isTooWide(seller)], [[], false])
    }
    await sheet.getByText('退件', { exact: true }).first().click()
    await sheet.getByLabel('原因').fill('照片模糊')
    await sheet.getByRole('button', { name: '退件' }).click()
    await row.getByText('照片模糊').waitFor()
    await upload()
    await sheet.getByRole('button', { name: '審核通過' }).click()
    await row.getByText('已審').first().waitFor()
    await contact.reload()
    await papers.getByText('已確認').waitFor()
    await fill({ 護照效期: onDay(3000) })
    await lacks.getByText('資料齊全').waitFor()
    assert.deepEqual([seller.faults, contact.faults.filter((fault) => !fault.includes('422'))], [[], []])
  })
}
