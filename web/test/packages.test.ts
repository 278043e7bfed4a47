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

  test('a package is made; what it lacks to be published leads to its place', async () => {
    const page = await as('op')
    await page.goto('/desk/packages')
    await page.getByRole('button', { name: '新增行程' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('代碼').fill('TEST-2')
    await sheet.getByLabel('名稱', { exact: true }).fill('測試二日')
    await sheet.getByLabel('天數', { exact: true }).fill('2')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '存檔' }).click()
    await page.waitForURL(/\/packages\/\d+$/)
    await page.getByRole('button', { name: '上架' }).click()
    await page.getByRole('alert').waitFor()
    assert.deepEqual(await page.getByRole('alert').getByRole('link').allTextContents(), [
      '第 1 天沒有行程。',
      '第 2 天沒有行程。',
      '從今天起沒有任何適用的價格。',
    ])
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: '從今天起沒有任何適用的價格。' }).click()
    await page.getByRole('button', { name: '新增價格' }).click()
    await sheet.getByLabel('大人').fill('12000')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '存檔' }).click()
    await page.locator('.prices-table', { hasText: 'NT$ 12,000' }).waitFor()
  })

  test('a price is changed', async () => {
    const page = await as('op')
    await page.goto(`/desk/packages/${id}?tab=prices`)
    await page.locator('.prices-table th button').last().click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('大人').fill('31,x')
    await sheet.getByRole('button', { name: '存檔' }).click()
    await sheet.locator('#adult-note.fault').waitFor()
    await sheet.getByLabel('大人').fill('31500')
    await sheet.getByRole('button', { name: '存檔' }).click()
    await page.locator('.prices-table', { hasText: 'NT$ 31,500' }).waitFor()
  })
})
