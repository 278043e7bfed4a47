import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { isTooWide, noConsole, openConsole, sizes, takeAct, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('money in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, db } = await openConsole()

  test('finance sees payments of all bookings, by day, receivables by age, and the results of all trips', async () => {
    const [page, finance] = [await as('finance'), await caller('finance')]
    const { meta } = (await finance.get('/money/payments')).body
    await page.goto('/desk/money')
    await page.getByText(`共 ${meta.total} 筆`).waitFor()
    await page.getByRole('list', { name: '合計' }).getByText('淨額').waitFor()
    await page.getByLabel('收款或退款').selectOption('refund')
    await page.waitForURL('**/desk/money?kind=refund')
    for (const [name, ready] of [
      ['客戶回報', 'role=table >> tbody tr'],
      ['每日對帳', 'role=region[name="每日對帳"] >> tbody tr'],
      ['應退款項', 'role=table >> tbody tr'],
      ['應收帳款', 'role=table >> tbody tr'],
      ['出團損益', 'role=region[name="毛利"] >> p >> nth=0'],
    ] as const) {
      await page.getByRole('link', { name }).click()
      await page.locator(ready).first().waitFor()
      await eventually(
        () => page.getByRole('navigation', { name: '財務' }).locator('[aria-current]').textContent(),
        name,
      )
      await page.setViewportSize(sizes.phone)
      assert.deepEqual([name, await violations(page), await isTooWide(page)], [name, [], false])
      await page.setViewportSize(sizes.desk)
    }
    assert.deepEqual(page.faults, [])
  })

  test('a cost of a trip is entered with its rate, changed and removed, and the margin follows', async () => {
    const page = await as('finance')
    const { id } = await db
      .selectFrom('planned_trips')
      .select('id')
      .where('status', '=', 'guaranteed')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await page.goto(`/desk/trips/${id}?tab=money`)
    const sum = page.locator('role=region[name="毛利"] >> p >> nth=0')
    const before = await sum.textContent()
    await page.getByRole('button', { name: '新增成本…' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('預估金額').fill('100000')
    await sheet.getByLabel('幣別').fill('jpy')
    await sheet.getByLabel('匯率').fill('0.215')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '儲存' }).click()
    const row = page.locator('role=region[name="成本明細"] >> tbody tr').filter({ hasText: '× 0.215' })
    await row.filter({ hasText: 'NT$21,500' }).filter({ hasText: '¥100,000' }).waitFor()
    await eventually(async () => (await sum.textContent()) !== before, true)
    assert.deepEqual(await violations(page), [])
    await row.getByRole('button').click()
    await sheet.getByLabel('實際金額').fill('90000')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await row.filter({ hasText: 'NT$19,350' }).waitFor()
    await row.getByRole('button').click()
    await sheet.getByRole('button', { name: '刪除' }).click()
    await sheet.getByRole('button', { name: '確定刪除？' }).click()
    await row.waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test('refunds due are shown at the booking and in the list', async () => {
    const [page, finance] = [await as('finance'), await caller('finance')]
    const { id, contact_name: name } = await db
      .selectFrom('bookings')
      .select(['id', 'contact_name'])
      .where('status', '=', 'confirmed')
      .where('balance', '=', 0)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const received_at = `${Temporal.Now.plainDateISO('Asia/Taipei').subtract({ days: 1 })}T10:00`
    const paid = await finance.post(`/bookings/${id}/payments`, {
      kind: 'payment',
      amount: 1500,
      method: 'cash',
      confirmed_amount: 1500,
      received_at,
    })
    assert.equal(paid.status, 201, JSON.stringify(paid.body))
    await page.goto('/desk/money?view=refunds')
    const row = page.locator('tbody tr', { hasText: '溢繳' }).filter({ hasText: 'NT$1,500' })
    await row.waitFor()
    const { name: who } = (await finance.get('/me')).data
    await row.getByText(who, { exact: false }).waitFor()
    assert.deepEqual(await violations(page), [])
    await row.getByRole('link', { name: `${name}` }).click()
    await page.getByText('尚未退 NT$1,500').waitFor()
    await takeAct(page, '重寄報名確認信…')
    await page.getByText('先前寄的連結會失效').waitFor()
    await page.getByRole('button', { name: '重寄', exact: true }).click()
    await page.getByText('已寄到').waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })
})
