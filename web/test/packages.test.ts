import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noConsole, openConsole, violations } from './console.ts'

suite('packages in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()
  const op = await caller('op')
  const [{ id }] = (await op.get('/packages?status=published&sort=package_code')).data

  test('a package is found, and its days and prices are read', async () => {
    const page = await as('sales')
    await page.goto('/desk/packages')
    await page.locator(`a.row-link[href$="/packages/${id}"]`).click()
    await page.getByRole('link', { name: '每日行程' }).click()
    await page.locator('.itinerary li', { hasText: '第 1 天' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: '價格' }).click()
    await page.locator('.prices-table tbody tr').first().waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })
})
