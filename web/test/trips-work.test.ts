import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noConsole, openConsole, violations } from './console.ts'

/** A day or a moment as a reader types it, part by part. */
const type = async (page: Page, label: string, digits: string) => {
  await page.locator('dialog').getByRole('group', { name: label, exact: true }).getByRole('spinbutton').first().click()
  await page.keyboard.type(digits)
}

suite('the work on a trip in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing } = await openConsole()
  const op = await caller('op')
  const { id } = await departing('OSA', 24)
  const trip = (await op.get(`/planned-trips/${id}`)).data
  const compact = (day: string) => day.replaceAll('-', '')

  test('a flight is added, changed, cancelled and removed; what is wrong stands at its field', async () => {
    const page = await as('op')
    await page.goto(`/desk/trips/${id}`)
    await page.locator('.flights li').first().waitFor()
    await page.getByRole('button', { name: '新增航班' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('航段').selectOption('internal')
    await sheet.getByLabel('班機').fill('nh 985')
    await sheet.getByLabel('出發機場').fill('XXX')
    await sheet.getByLabel('抵達機場').fill('nrt')
    await type(page, '起飛（當地時間）', `${compact(trip.departure_date)}1800`)
    await type(page, '抵達（當地時間）', `${compact(trip.departure_date)}1930`)
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '存檔' }).click()
    await sheet.locator('#origin-note.fault', { hasText: '沒有這個機場' }).waitFor()
    await sheet.getByLabel('出發機場').fill('KIX')
    await sheet.getByRole('button', { name: '存檔' }).click()
    const row = page.locator('.flights li', { hasText: 'NH985' })
    await row.getByText('18:00').waitFor()

    await page.getByRole('button', { name: '修改 NH985' }).click()
    await sheet.getByLabel('訂位狀態').selectOption('cancelled')
    await sheet.getByRole('button', { name: '存檔' }).click()
    await page.locator('.flights .gone', { hasText: 'NH985' }).waitFor()
    await page.getByRole('button', { name: '修改 NH985' }).click()
    await sheet.getByRole('button', { name: '移除航班' }).click()
    await sheet.getByRole('button', { name: '確定移除？' }).click()
    await row.waitFor({ state: 'detached' })
    assert.deepEqual(await violations(page), [])
  })

  test('a deadline of its own is added, moved by keyboard alone, and removed', async () => {
    const page = await as('op')
    await page.goto(`/desk/trips/${id}`)
    await page.getByRole('button', { name: '新增期限' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('要做什麼').selectOption('own')
    await sheet.getByLabel('名稱', { exact: true }).fill('確認餐廳')
    await type(page, '期限', compact(trip.departure_date))
    await sheet.getByLabel('負責').selectOption('op')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '存檔' }).click()
    const row = page.locator('.deadlines li', { hasText: '確認餐廳' })
    await row.getByRole('button', { name: '修改 確認餐廳' }).focus()
    await page.keyboard.press('Enter')
    await sheet.getByRole('group', { name: '期限' }).getByRole('spinbutton').nth(2).focus()
    await page.keyboard.press('ArrowDown')
    await sheet.getByRole('button', { name: '存檔' }).focus()
    await page.keyboard.press('Enter')
    await sheet.waitFor({ state: 'detached' })
    const { deadlines } = (await op.get(`/planned-trips/${id}`)).data
    const [own] = deadlines.filter(({ label }: { label: string }) => label === '確認餐廳')
    assert.equal(Date.parse(trip.departure_date) - Date.parse(own.due_on), 86_400_000)
    await row.getByRole('button', { name: '修改 確認餐廳' }).click()
    await sheet.getByRole('button', { name: '刪除' }).click()
    await sheet.getByRole('button', { name: '確定刪除？' }).click()
    await row.waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test('cancelling shows what each booking gets back for each cause', async () => {
    const page = await as('op')
    await page.goto(`/desk/trips/${id}`)
    await page.getByRole('button', { name: '取消出團' }).click()
    const sheet = page.locator('dialog')
    await sheet.locator('.settlement li').first().waitFor()
    await sheet.getByLabel('取消的因素').selectOption('force_majeure')
    await sheet.getByLabel('已繳規費（每人）').fill('500')
    assert.deepEqual(await violations(page), [])
    const [first] = (await op.get(`/planned-trips/${id}/cancellation?cause=force_majeure&official_fees=500`)).data
    const shown = sheet.locator('.settlement li', { hasText: first.booking_number })
    await shown.getByText(`退 NT$ ${first.refund.toLocaleString('en')}`).waitFor()
    await sheet.getByLabel('原因').fill('颱風')
    await sheet.getByRole('button', { name: '取消出團' }).click()
    await page.locator('.heading').getByText('取消').waitFor()
    assert.equal((await op.get(`/planned-trips/${id}`)).data.cancel_cause, 'force_majeure')
    assert.deepEqual(page.faults, [])
  })

  test('a step back asks for its reason', async () => {
    const { id } = await departing('BKK', 12)
    const page = await as('op')
    await page.goto(`/desk/trips/${id}`)
    await page.getByRole('button', { name: /退回/ }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('原因').fill('按錯了')
    await sheet.getByRole('button', { name: /退回/ }).click()
    await page.locator('.heading').getByText('收客中').waitFor()
    assert.equal((await op.get(`/planned-trips/${id}`)).data.status_reason, '按錯了')
  })
})
