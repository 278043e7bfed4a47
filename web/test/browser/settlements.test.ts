import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { form as multipart } from '../../../test/fixtures/samples.ts'
import { isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('lumps of providers in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, house } = await openConsole()
  const shot = async (page: { screenshot: (o: object) => Promise<unknown> }, name: string) => {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
  }

  test('finance settles the lump of a provider, sees what it is of, and takes it back', async () => {
    const api = await caller('finance')
    const today = daysFromToday(0)
    const mapping = JSON.stringify({ booked_at: '交易日期', credit: '存入', text: '備註' })
    const file = `交易日期,存入,備註\n${today},4890,綠界科技撥款\n`
    await api.upload('/bank-statements', multipart(Buffer.from(file), 'lump.csv', { mapping }))
    const page = await as('finance')
    await page.goto('/desk/money?view=bank')
    const lump = page.getByRole('button', { name: /綠界科技的撥款/ })
    await lump.waitFor()
    await shot(page, 'bank-lump')
    await lump.click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('手續費合計是 NT$100，與差額不同').waitFor()
    assert.deepEqual([await violations(page), await isTooWide(page)], [[], false])
    await shot(page, 'settle-sheet')
    await page.setViewportSize(sizes.phone)
    assert.equal(await isTooWide(page), false)
    await shot(page, 'settle-sheet-phone')
    await page.setViewportSize(sizes.desk)
    await sheet.getByLabel(/手續費是 NT\$110（2.20%），正確/).check()
    await sheet.getByRole('button', { name: '核對撥款' }).click()
    await sheet.waitFor({ state: 'detached' })
    const nets = async () =>
      ((await api.get('/provider-settlements')).data as { net: number }[]).map(({ net }) => net).sort()
    await eventually(nets, [4890, 9800])

    for (const [locale, isDark, size] of [
      ['zh-TW', false, 'desk'],
      ['en-US', true, 'phone'],
      ['zh-TW', true, 'desk'],
      ['en-US', false, 'phone'],
    ] as const) {
      const look = await as('finance', locale)
      await look.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
      await look.setViewportSize(sizes[size])
      await look.goto('/desk/money?view=settlements')
      await look.locator('tbody tr').first().waitFor()
      assert.deepEqual([await violations(look), await isTooWide(look)], [[], false])
      await shot(look, `settlements-${locale}-${isDark}-${size}`)
      await look.goto('/desk/money?view=month')
      await look.getByText(locale === 'en-US' ? 'Card payouts and fees' : '金流撥款與手續費').waitFor()
      assert.equal(await isTooWide(look), false)
      await shot(look, `month-${locale}-${isDark}-${size}`)
    }
    await page.goto('/desk/money?view=settlements')
    await page.getByRole('button', { name: /^1 筆…/ }).click()
    await sheet.getByText('款項 NT$5,000 − 手續費 NT$110 ＝ 入帳 NT$4,890').waitFor()
    await shot(page, 'settlement')
    await sheet.getByText('核對錯了，要復原…').click()
    await sheet.getByLabel('原因').fill('勾錯了')
    await sheet.getByRole('button', { name: '復原' }).click()
    await sheet.waitFor({ state: 'detached' })
    await eventually(nets, [9800])
    assert.deepEqual(page.faults, [])
  })

  test('finance records a chargeback, and the booking owes again', async () => {
    const { rows } = await sql<{ id: number; balance: number }>`
      select b.id, b.balance from bookings b join booking_payments p on p.booking_id = b.id where p.source = 'ecpay' order by p.id limit 1`.execute(
      house.db,
    )
    const [booking = assert.fail('no booking has paid by card')] = rows
    const page = await as('finance')
    await page.goto(`/desk/bookings/${booking.id}`)
    await page.getByRole('button', { name: '爭議扣款…' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('原因').fill('持卡人否認交易')
    assert.deepEqual(await violations(page), [])
    await shot(page, 'charge-back')
    await sheet.getByRole('button', { name: '登錄爭議扣款' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: '爭議扣款', exact: true }).waitFor()
    await shot(page, 'charged-back')
    const balance = async () =>
      ((await (await caller('finance')).get(`/bookings/${booking.id}`)).data as typeof booking).balance
    await eventually(balance, booking.balance + 5000)
  })
})
