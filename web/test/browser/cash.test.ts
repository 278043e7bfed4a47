import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'
import { eventually } from '../eventually.ts'
import { choose } from '../fields.ts'

suite('cash in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()

  test('sales count their cash, hand it over, and finance takes or refuses it', async () => {
    const [page, api] = [await as('sales2'), await caller('sales2')]
    const drawer = async () => {
      const [own] = (await api.get('/cash/drawers')).data
      return own && [own.held, own.on_the_way]
    }
    const [held] = (await drawer()) ?? []
    await page.goto('/desk/money?view=cash')
    const own = page.getByRole('region', { name: '我的現金' })
    await own.getByRole('button', { name: '點算…' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('實點').fill(String(held + 100))
    await sheet.getByRole('button', { name: '記下' }).click()
    await sheet.getByText('多 NT$100；請再點一次，若無誤請填寫差額原因。').waitFor()
    await sheet.getByLabel('差額原因').fill('昨天少記一筆')
    await sheet.getByRole('button', { name: '記下' }).click()
    await sheet.waitFor({ state: 'detached' })
    assert.deepEqual(await drawer(), [held + 100, 0])
    await own.getByText('差額 NT$100').waitFor()

    for (const amount of ['1000', '500']) {
      await own.getByRole('button', { name: '交出…' }).click()
      await choose(page, '點收的同仁', '吳美慧')
      await sheet.getByLabel('金額').fill(amount)
      await sheet.getByRole('button', { name: '交出' }).click()
      await sheet.waitFor({ state: 'detached' })
    }
    await own.getByText('交接中 NT$1,500').waitFor()

    const finance = await as('finance')
    await finance.goto('/desk/money?view=cash&cash=waiting')
    await finance.getByRole('button', { name: '點收 NT$1,000' }).click()
    await finance.getByText('已點收').first().waitFor()
    await finance.getByRole('button', { name: '退回… NT$500' }).click()
    await finance.getByRole('dialog').getByLabel('退回原因').fill('少一張')
    await finance.getByRole('dialog').getByRole('button', { name: '退回' }).click()
    await eventually(drawer, [held - 900, 0])
    await page.getByText('少一張').waitFor()
    assert.deepEqual([page.faults.length, finance.faults], [1, []], 'the refused count alone')
  })

  test('the page of cash fits a desk and a phone, and the counts are listed', async () => {
    const page = await as('finance')
    for (const [path, ready] of [
      ['/desk/money?view=cash', 'role=region[name="現金交接"] >> tbody tr'],
      ['/desk/money?view=cash&cash=counts', 'role=region[name="點算紀錄"] >> tbody tr'],
    ] as const)
      for (const size of [sizes.desk, sizes.phone]) {
        await page.setViewportSize(size)
        await page.goto(path)
        await page.locator(ready).first().waitFor()
        assert.deepEqual([path, await violations(page), await isTooWide(page)], [path, [], false])
      }
  })
})
