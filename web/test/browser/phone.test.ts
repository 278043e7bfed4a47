import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { noConsole, openConsole, sizes } from '../console.ts'
import { eventually } from '../eventually.ts'

/** Where an element is from left to right, and from top to bottom. */
const placeOf = async (element: Locator) => {
  const { x, y, width, height } = (await element.boundingBox()) ?? assert.fail('not there')
  return { left: x, right: x + width, top: y, bottom: y + height }
}

suite('the console on a phone', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()

  test('the menu cuts an entry at the edge, scrolls, and shows where the reader is', async () => {
    const page = await as('admin')
    await page.setViewportSize(sizes.phone)
    await page.goto('/desk')
    const entries = page.getByRole('navigation', { name: '主選單' }).getByRole('link')
    await entries.first().waitFor()
    const places = await Promise.all((await entries.all()).map(placeOf))
    const cut = places.filter(({ left, right }) => left + 15 < sizes.phone.width && right - 15 > sizes.phone.width - 12)
    assert.equal(cut.length, 1, JSON.stringify(places))

    await entries.filter({ hasText: '訂單' }).hover()
    await page.mouse.wheel(800, 0)
    const last = entries.filter({ hasText: '管理' })
    await eventually(async () => (await placeOf(last)).right <= sizes.phone.width, true)
    await last.click()
    await page.getByRole('heading', { name: '帳號', level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: '帳號', level: 1 }).waitFor()
    await eventually(async () => (await placeOf(last)).right <= sizes.phone.width, true)
    assert.deepEqual(page.faults, [])
  })

  test('a long conversation opens at its title', async () => {
    const sales = await caller('sales')
    const { data: requests } = await sales.get('/addon-requests?per_page=100')
    const lengths = await Promise.all(
      requests.map(async ({ id }: { id: number }) => [
        id,
        (await sales.get(`/addon-requests/${id}/communications?include_internal=true`)).data.length,
      ]),
    )
    const [longest] = lengths.sort(([, one], [, other]) => other - one)[0] ?? []
    const page = await as('sales')
    await page.setViewportSize(sizes.phone)
    await page.goto(`/desk/requests/${longest}`)
    const last = page.getByRole('list', { name: '對話' }).getByRole('listitem').last()
    await last.waitFor()
    const title = page.getByRole('heading', { level: 1 })
    const { top, bottom } = await placeOf(title)
    assert.ok(top > 0 && bottom < sizes.phone.height, `the title is at ${top}`)
    assert.deepEqual(page.faults, [])
  })
})
