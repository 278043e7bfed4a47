import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('legal receipts in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()

  test('finance records a receipt on paper for what is paid without one, gives a part back, and voids another', async () => {
    const [page, api] = [await as('finance'), await caller('finance')]
    const one = async (number: string) => (await api.get(`/legal-receipts?number=${number}`)).data[0]
    const record = async (number: string, amount: string) => {
      await page
        .getByRole('button', { name: /^開立收據… / })
        .first()
        .click()
      const sheet = page.getByRole('dialog')
      await sheet.getByLabel('收據號碼').fill(number)
      await sheet.getByLabel('金額').fill(amount)
      await sheet.getByRole('button', { name: '登錄收據' }).click()
      await sheet.waitFor({ state: 'detached' })
    }
    await page.goto('/desk/money?view=receipts')
    await record('Z90000001', '１,000')
    await record('Z90000002', '2000')
    await eventually(async () => (await one('Z90000001'))?.amount, 1000)

    await page.getByRole('button', { name: '折讓… Z90000001' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('金額').fill('400')
    await sheet.getByLabel('原因').fill('退部分團費')
    await sheet.getByLabel('買受人').selectOption('yes')
    await sheet.getByRole('button', { name: '開立折讓' }).click()
    await eventually(async () => (await one('Z90000001')).standing, 600)

    await page.getByRole('button', { name: '作廢… Z90000002' }).click()
    await page.getByRole('dialog').getByLabel('作廢原因').fill('抬頭錯誤')
    await page.getByRole('dialog').getByRole('button', { name: '作廢' }).click()
    await eventually(async () => (await one('Z90000002')).status, 'void')
    assert.deepEqual(page.faults, [])
  })

  test('the page of receipts fits a desk and a phone', async () => {
    const page = await as('finance')
    for (const size of [sizes.desk, sizes.phone]) {
      await page.setViewportSize(size)
      await page.goto('/desk/money?view=receipts')
      await page.locator('tbody tr').first().waitFor()
      assert.deepEqual([await violations(page), await isTooWide(page)], [[], false])
    }
  })
})
