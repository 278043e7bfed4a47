import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('customers are reminded of payments', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()
  const [finance, sales] = [await caller('finance'), await caller('sales')]
  const depositDays = async () =>
    (await finance.get('/payment-reminders?purpose=deposit&per_page=100')).data.map(
      ({ days }: { days: number }) => days,
    )

  test('finance adds a rule with full-width digits, switches one off, and reads who is reminded', async () => {
    const page = await as('finance')
    await page.goto('/desk/money?view=reminders')
    await page.getByRole('button', { name: '新增規則…' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('幾天').fill('１０')
    await sheet.getByRole('button', { name: '新增', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
    await eventually(async () => (await depositDays()).includes(-10), true)
    const deposit = page.locator('section').filter({ has: page.getByRole('heading', { name: '訂金', exact: true }) })
    await deposit
      .getByRole('listitem')
      .filter({ hasText: '期限前 10 天' })
      .getByRole('button', { name: /停用/ })
      .click()
    await deposit.getByText('期限前 10 天（停用）').waitFor()
    await page.getByRole('heading', { name: '會提醒誰' }).waitFor()
    assert.deepEqual(await violations(page), [])
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size)
      assert.equal(await isTooWide(page), false, `${size.width} wide`)
    }
    assert.deepEqual(page.faults, [])
  })

  test('sales see in the morning who has not paid, why it is not reminded now, and are silent until a day', async () => {
    const { data } = await (await caller('admin')).get('/work?for=sales&group=reminded_in_vain')
    const [waiting] = data[0].items
    assert.ok(waiting, 'the demo has a booking that was reminded in vain')
    const page = await as('admin')
    await page.goto('/desk/?for=sales')
    const row = page.locator('section.card').filter({ hasText: '催款後仍未付款' }).getByRole('listitem').first()
    await row.getByRole('button', { name: /^提醒付款/ }).click()
    const sheet = page.locator('dialog')
    // The bank's file of the demo has money of this contact.
    await sheet.getByText(/銀行有一筆 .* 的入帳可能是這筆訂單的/).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: /^暫停提醒/ }).click()
    await sheet.getByRole('textbox', { name: '暫停到' }).fill('2083-01-05')
    await sheet.getByLabel('原因').fill('客戶出國')
    await sheet.getByRole('button', { name: '暫停', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
    const { data: left } = await sales.get(`/bookings/${waiting.record.id}/payment-reminders`)
    assert.equal(left.silence.reason, '客戶出國')
    await page.goto(`/desk/bookings/${waiting.record.id}`)
    await page.getByText('暫停到').first().waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })
})
