import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { ecpayTest, fakeProviders } from '../../../test/fixtures/payment-providers.ts'
import { isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'

suite('paying at a provider', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, house } = await openConsole()
  const shot = async (page: { screenshot: (o: object) => Promise<unknown> }, name: string) => {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
  }

  test('an administrator says what is taken at once, sales copy the address of a request, and its page shows the number', async () => {
    const [admin, api] = [await caller('admin'), await caller('sales')]
    await admin.put('/payment-providers/ecpay', ecpayTest)
    await sql`update payment_provider_keys set proved_at = now()`.execute(house.db)
    await admin.put('/payment-providers/ecpay', { is_on: true })
    const settings = await as('admin')
    await settings.goto('/desk/payment-providers')
    await settings.getByRole('button', { name: '付款方式與限額… 綠界科技' }).click()
    const limits = settings.getByRole('dialog')
    await shot(settings, 'limits')
    await limits.getByLabel('ATM 轉帳最高金額').fill('30000')
    await limits.getByRole('button', { name: '儲存' }).click()
    await limits.waitFor({ state: 'detached' })
    await settings.getByText('NT$11 – NT$30,000').waitFor()
    assert.deepEqual([await violations(settings), settings.faults], [[], []])
    for (const size of [sizes.phone, sizes.desk]) {
      await settings.setViewportSize(size)
      assert.equal(await isTooWide(settings), false)
      await shot(settings, `settings-${size.width}`)
    }

    // What a cheque or a report of the customer covers is not asked for.
    const { rows } = await sql<{ id: number }>`
      select b.id from bookings b where b.status = 'confirmed' and b.currency = 'TWD' and b.balance > 50000 and b.offered_at is null
         and not exists (select from cheque_parts c where c.booking_id = b.id)
         and not exists (select from payment_reports r where r.booking_id = b.id) order by b.id limit 1`.execute(
      house.db,
    )
    const [booking = assert.fail('no booking owes so much')] = rows
    const desk = await as('sales')
    await desk.goto(`/desk/bookings/${booking.id}`)
    await desk.getByRole('button', { name: /自訂請款|改請其他金額/ }).click()
    const sheet = desk.getByRole('dialog')
    await sheet.getByLabel('請款項目').selectOption('other')
    await sheet.getByLabel(/^金額/).fill('12000')
    await sheet.getByLabel('收款帳戶').waitFor()
    await sheet.getByLabel('付款方式').selectOption('ecpay')
    await sheet.getByLabel('收款帳戶').waitFor({ state: 'detached' })
    await shot(desk, 'ask')
    await sheet.getByRole('button', { name: '請款', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
    const card = desk.getByRole('region', { name: '請款' })
    await card.getByText('付款連結').waitFor()
    await shot(desk, 'card')
    const [asked] = (await api.get(`/bookings/${booking.id}/payment-requests`)).data

    for (const [locale, lang] of [
      ['zh-TW', 'zh-TW'],
      ['en-US', 'en'],
    ] as const) {
      const page = await as(undefined, locale)
      for (const size of [sizes.phone, sizes.desk]) {
        await page.setViewportSize(size)
        await page.goto(`${asked.payment_url}?lang=${lang}`)
        await page.getByRole('button', { name: /ATM/ }).waitFor()
        assert.deepEqual([await violations(page), await isTooWide(page)], [[], false])
        await shot(page, `link-${lang}-${size.width}`)
      }
    }
    const page = await as()
    await page.setViewportSize(sizes.phone)
    await page.goto(asked.payment_url)
    await page.getByRole('button', { name: 'ATM 轉帳 NT$12,000' }).click()
    await page.getByRole('button', { name: '前往綠界科技取得帳號' }).waitFor()
    await shot(page, 'leaving')
    const no = (await page.locator('input[name=MerchantTradeNo]').getAttribute('value')) ?? ''
    await fakeProviders(house).ecpayNumber(no, { TradeAmt: '12000' })
    await page.goto(asked.payment_url)
    await page.getByText('99832700000017').waitFor()
    assert.equal(await page.getByRole('button', { name: '複製 帳號' }).count(), 1)
    assert.deepEqual([await violations(page), await isTooWide(page), page.faults], [[], false, []])
    await shot(page, 'number')
    await page.setViewportSize(sizes.desk)
    await shot(page, 'number-desk')
  })
})
