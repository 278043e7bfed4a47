import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noConsole, openConsole, violations } from '../console.ts'

suite('a trip is handed over in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing } = await openConsole()
  const op = await caller('op')
  const { id } = await departing('OSA', 24)

  test('sales hand over; operations tick off items, return the handover, and accept it the second time', async () => {
    const sales = await as('sales')
    // A failed read shows an error, and can be tried again.
    const fault = { status: 500, json: { status: 500, code: 'internal', message: '這次沒有讀到' } }
    await sales.route('**/handovers', (route) => route.fulfill(fault))
    await sales.goto(`/desk/trips/${id}?tab=handover`)
    await sales.getByText('這次沒有讀到').waitFor()
    // The page may read again by itself, when it hears of a change: that read fails too, until the button is pressed.
    await sales.evaluate(() =>
      addEventListener('click', () => Object.assign(document.body.dataset, { pressed: '' }), true),
    )
    const isPressed = () => sales.evaluate(() => 'pressed' in document.body.dataset)
    await sales.route('**/handovers', async (route) => ((await isPressed()) ? route.continue() : route.fulfill(fault)))
    await sales.getByRole('button', { name: '再試一次' }).click()
    await sales.getByRole('button', { name: '業務交 OP' }).waitFor()
    await sales.unroute('**/handovers')
    const give = async () => {
      await sales.getByRole('button', { name: '業務交 OP' }).click()
      await sales.locator('dialog').getByLabel('交接說明').fill('兩位素食')
      assert.deepEqual(await violations(sales), [])
      await sales.locator('dialog').getByRole('button', { name: '交出' }).click()
      await sales.getByText('等 黃郁婷 接手。').waitFor()
    }
    await give()
    const page = await as('op')
    await page.goto(`/desk/trips/${id}?tab=handover`)
    await page.getByText('兩位素食').waitFor()
    await page.getByRole('button', { name: '接手' }).click()
    await page.getByText('必要項目尚未完成').waitFor()
    await page.getByRole('button', { name: '退回' }).click()
    await page.locator('dialog').getByLabel('還缺什麼').fill('缺收款狀況')
    await page.locator('dialog').getByRole('button', { name: '退回' }).click()
    await page.locator('role=region[name="交接紀錄"]').getByText('缺收款狀況').waitFor()
    await sales.reload()
    await sales.locator('role=region[name="交接紀錄"]').getByText('缺收款狀況').waitFor()
    await give()
    await page.reload()
    for (const item of ['旅客名單', '收款狀況', '旅客需求與加購']) {
      await page.getByLabel(item).click()
      await page.locator('li:has(input[type=checkbox])', { hasText: item }).locator('input:checked:enabled').waitFor()
    }
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: '接手' }).click()
    await page.locator('role=region[name="交接紀錄"]').getByText('已接手').waitFor()
    const { data } = await op.get(`/planned-trips/${id}/handovers`)
    const [first] = data.filter(({ kind }: { kind: string }) => kind === 'sales_to_op')
    assert.equal(first.status, 'accepted')
  })

  test('the history shows which steps were taken, by whom and why', async () => {
    assert.equal(
      (await op.put(`/planned-trips/${id}/status`, { status: 'guaranteed', reason: '客戶催促' })).status,
      200,
    )
    const page = await as('op')
    await page.goto(`/desk/trips/${id}?tab=history`)
    const step = page.locator('role=region[name="狀態異動"] >> role=listitem', { hasText: '客戶催促' })
    await step.getByText('確定出團').waitFor()
    await step.getByText('黃郁婷').waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })

  test('allergies are read for a reason', async () => {
    const page = await as('op')
    await page.goto(`/desk/trips/${id}?tab=papers`)
    await page.getByRole('button', { name: '說明原因並查看' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('原因').fill('通知餐廳')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '查看' }).click()
    await sheet.locator('dt, :text("沒有人過敏")').first().waitFor()
    assert.deepEqual(page.faults, [])
  })
})
