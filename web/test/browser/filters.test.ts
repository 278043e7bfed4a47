import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

const bar = (page: Page) => page.getByRole('search')
const searchOf = async (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

suite('the filters of lists', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as } = await openConsole()

  test('on a desk the filters are one line; a filter of the rest stays in it once it is set', async () => {
    const page = await as('op')
    await page.goto('/desk/trips?sort=serial')
    await page.locator('tbody a').first().waitFor()
    const height = async () => Math.round((await bar(page).boundingBox())?.height ?? 0)
    assert.equal(await height(), 36)
    const area = bar(page).getByRole('combobox', { name: '線別' })
    assert.equal(await area.isVisible(), false)
    await bar(page).getByRole('button', { name: '更多篩選', expanded: false }).click()
    await area.selectOption({ label: '東北亞' })
    await page.waitForURL(/area_id=\d+/)
    assert.deepEqual(await violations(page), [])
    await bar(page).getByRole('button', { name: '更多篩選', expanded: true }).click()
    assert.equal(await area.isVisible(), true)
    await bar(page).getByRole('button', { name: '未派領隊' }).click()
    await bar(page).getByRole('button', { name: '清除 2 個篩選' }).click()
    await area.waitFor({ state: 'hidden' })
    await eventually(() => searchOf(page), { sort: 'serial' })
    assert.deepEqual(page.faults, [])
  })

  test('on a phone one button opens all filters and tells how many are set', async () => {
    const page = await as('op')
    await page.setViewportSize(sizes.phone)
    await page.goto('/desk/trips')
    await page.locator('tbody a').first().waitFor()
    const status = bar(page).getByRole('combobox', { name: '狀態' })
    assert.equal(await status.isVisible(), false)
    await bar(page).getByRole('button', { name: '篩選', exact: true }).click()
    await status.selectOption('open')
    await bar(page).getByRole('button', { name: '未派領隊' }).click()
    await page.waitForURL(/status=open.*missing_leader=true/)
    assert.equal(await isTooWide(page), false)
    assert.deepEqual(await violations(page), [])
    await bar(page).getByRole('button', { name: '篩選 2' }).click()
    await status.waitFor({ state: 'hidden' })
    assert.deepEqual(page.faults, [])
  })

  test('the days of a filter are in its button; only one of days and a time is set', async () => {
    const page = await as('op')
    await page.goto('/desk/trips?when=past')
    await bar(page).getByRole('button', { name: '出發日' }).click()
    const days = page.getByRole('group', { name: '出發日', exact: true }).getByRole('textbox')
    await days.first().fill('2031/3/1')
    await days.last().fill('2031/3/5')
    await days.last().press('Enter')
    await eventually(() => searchOf(page), { from: '2031-03-01', to: '2031-03-05' })
    await bar(page).getByRole('button', { name: '出發日', exact: true }).click()
    await bar(page).getByRole('button', { name: '出發日 2031/3/1（六）– 3/5（三）' }).waitFor()
    await bar(page).getByRole('combobox', { name: '即將出發' }).selectOption('all')
    await eventually(() => searchOf(page), { when: 'all' })
    assert.deepEqual(page.faults, [])
  })

  test('a list in which nothing is found offers to clear its filters, one without records to add the first', async () => {
    const page = await as('sales')
    await page.goto('/desk/bookings?q=nobodyhasthisname&overdue=true')
    const list = page.getByRole('region', { name: '訂單清單' })
    await list.getByText('沒有符合的資料').waitFor()
    assert.deepEqual(await violations(page), [])
    await list.getByRole('button', { name: '清除篩選' }).click()
    await list.getByRole('row').nth(1).waitFor()
    await eventually(() => searchOf(page), {})

    const admin = await as('admin')
    await admin.goto('/desk/webhooks')
    await admin.getByRole('region', { name: 'Webhook 清單' }).getByRole('button', { name: '新增…' }).click()
    await admin.getByRole('dialog').waitFor()
    assert.deepEqual([page.faults, admin.faults], [[], []])
  })
})
