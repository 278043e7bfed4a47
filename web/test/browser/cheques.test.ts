import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('cheques in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()

  test('sales take a cheque, and finance pays it in and records that it has cleared', async () => {
    const [page, api] = [await as('sales'), await caller('sales')]
    const [booking] = (await api.get('/bookings?status=confirmed&owed=true&per_page=1')).data
    await page.goto('/desk/money?view=cheques')
    await page.getByRole('button', { name: '收支票…' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('找訂單').fill(booking.booking_number)
    await sheet.getByRole('button', { name: booking.booking_number }).click()
    await sheet.getByLabel('支票金額').fill('１,234')
    await sheet.getByLabel('支票號碼').fill('ZZ0000001')
    await sheet.getByLabel('付款銀行').fill('台灣銀行')
    await sheet.getByRole('textbox', { name: '到期日' }).fill('民國 115/1/5')
    await sheet.getByRole('button', { name: '收票' }).click()
    await sheet.waitFor({ state: 'detached' })

    const finance = await as('finance')
    await finance.goto('/desk/money?view=cheques')
    await finance.getByRole('button', { name: '託收 ZZ0000001' }).click()
    await finance.getByText('已託收・').first().waitFor()
    await finance.getByRole('button', { name: '兌現… ZZ0000001' }).click()
    await finance.getByRole('dialog').getByRole('button', { name: '登錄兌現' }).click()
    const cheque = async () => {
      const all = (await api.get('/cheques?per_page=100')).data as { number: string; status: string; amount: number }[]
      const one = all.find(({ number }) => number === 'ZZ0000001')
      return one && [one.status, one.amount]
    }
    await eventually(cheque, ['cleared', 1234])
    assert.deepEqual([page.faults, finance.faults], [[], []])
  })

  test('the page of cheques fits a desk and a phone', async () => {
    const page = await as('finance')
    for (const size of [sizes.desk, sizes.phone]) {
      await page.setViewportSize(size)
      await page.goto('/desk/money?view=cheques')
      await page.locator('tbody tr').first().waitFor()
      assert.deepEqual([await violations(page), await isTooWide(page)], [[], false])
    }
  })
})
