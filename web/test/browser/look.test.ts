import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertPage, isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'

const pages = [
  { name: undefined, path: '/desk/sign-in', ready: '#email' },
  { name: 'sales', path: '/desk', ready: '.todo li' },
  { name: 'leader', path: '/desk', ready: '.leaving' },
  { name: 'customer', path: '/desk', ready: '.morning .card' },
  { name: 'sales', path: '/desk/requests', ready: 'a.row-link' },
  { name: 'sales', path: '/desk/requests/24', ready: '.composer' },
  { name: 'sales', path: '/desk/packages', ready: 'a.row-link' },
  { name: 'op', path: '/desk/packages/1', ready: '.facts-list' },
  { name: 'op', path: '/desk/packages/1?tab=itinerary', ready: '.itinerary li' },
  { name: 'op', path: '/desk/packages/1?tab=prices', ready: '.prices-table' },
  { name: 'op', path: '/desk/trips', ready: 'a.row-link' },
  { name: 'sales', path: '/desk/trips?view=calendar&year=2026', ready: '.month-card' },
  { name: 'sales', path: '/desk/trips/15?tab=people', ready: '.people' },
  { name: 'leader', path: '/desk/trips/10?tab=itinerary', ready: '.itinerary li' },
  { name: 'sales', path: '/desk/bookings', ready: 'a.row-link' },
  { name: 'sales', path: '/desk/travelers', ready: 'a.row-link' },
  { name: 'sales', path: '/desk/travelers/19', ready: '.facts-list' },
  { name: 'op', path: '/desk/leaders', ready: '.gantt li' },
  { name: 'leader', path: '/desk/leaders', ready: '.agenda' },
  { name: 'op', path: '/desk/leaders/1', ready: '.agenda' },
  { name: 'leader', path: '/desk/leaders/1?tab=leave', ready: '.leave li' },
  { name: 'op', path: '/desk/leaders/1?tab=countries', ready: '.order-list li' },
  { name: 'op', path: '/desk/leaders/1?tab=areas', ready: '.order-list li' },
  { name: 'sales', path: '/desk/trips/15?tab=messages', ready: '.empty' },
  { name: 'op', path: '/desk/trips/15?tab=papers', ready: '.papers li' },
  { name: 'op', path: '/desk/trips/15?tab=history', ready: '.page.trip .card' },
  { name: 'leader', path: '/desk/trips/10?tab=people', ready: '.manifest li' },
  { name: 'finance', path: '/desk/money', ready: 'a.row-link' },
  { name: 'sales', path: '/desk/money?view=results', ready: '.result .sum' },
  { name: 'finance', path: '/desk/trips/10?tab=money', ready: '.result .sum' },
  { name: 'sales', path: '/desk/seminars', ready: 'a.row-link' },
  { name: 'op', path: '/desk/seminars/2', ready: 'a.row-link' },
  { name: 'op', path: '/desk/sessions/1', ready: '.people-table' },
  { name: 'op', path: '/desk/sessions/1?tab=door', ready: '.person' },
  { name: 'op', path: '/desk/reference?kind=cities', ready: 'a.row-link' },
  { name: 'sales', path: '/desk/account', ready: '.devices li' },
  { name: 'sales', path: '/desk/notifications', ready: 'a.row-link' },
  { name: 'op', path: '/desk/trips/10?tab=rooms', ready: '.bench .guest' },
  { name: 'sales', path: '/desk/persons', ready: 'a.row-link' },
  { name: 'sales', path: '/desk/persons?view=doubles', ready: '.doubles > li' },
  { name: 'admin', path: '/desk/accounts', ready: 'a.row-link' },
  { name: 'admin', path: '/desk/accounts/2', ready: '.facts-list' },
  { name: 'admin', path: '/desk/house', ready: '.house-form' },
  { name: 'admin', path: '/desk/webhooks', ready: '.empty' },
  { name: 'admin', path: '/desk/mails', ready: '.letter' },
  { name: 'admin', path: '/desk/jobs', ready: '.jobs-table' },
  { name: 'admin', path: '/desk/health', ready: '.findings li' },
  { name: 'admin', path: '/desk/audit', ready: '.changes > li' },
  { name: 'sales', path: '/desk/second-factor', ready: '.button.main' },
]

suite('every page, on a desk and a phone, light and dark', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as } = await openConsole()
  for (const { name, path, ready } of pages)
    test(`${path} as ${name ?? 'a stranger'}: no violation, no error, not too wide`, async () => {
      await assertPage(await as(name), path, ready)
    })

  test('English words fit on a phone too', async () => {
    const page = await as('sales', 'en-US')
    await page.setViewportSize(sizes.phone)
    for (const { path, ready } of pages.filter(({ name }) => name === 'sales')) {
      await page.goto(path)
      await page.locator(ready).first().waitFor()
      assert.equal(await isTooWide(page), false, path)
    }
  })

  test('what does not exist is told kindly', async () => {
    const page = await as('sales')
    await page.goto('/desk/requests/99999')
    await page.getByRole('heading', { name: '找不到這個頁面' }).waitFor()
    assert.deepEqual(await violations(page), [])
  })

  test('the palette and the calendar', async () => {
    const page = await as('sales')
    await page.goto('/desk/requests')
    await page.getByRole('button', { name: '需用日期' }).click()
    await page.locator('.day-field input:focus').waitFor()
    await page.locator('.day-field button').click()
    await page.locator('.calendar').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.locator('.palette').waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })
})
