import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isTooWide, noConsole, openConsole, sizes, takeAct, violations } from '../console.ts'
import { printFirst } from '../printed.ts'

suite('the papers of a trip and of a booking', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing, bookingOn } = await openConsole()
  const trip = await departing('TYO', 6)
  const booking = await bookingOn(trip.serial, '001')

  test('each paper has its links, on a desktop and a phone', async () => {
    const page = await as('op')
    for (const path of [`/desk/trips/${trip.id}?tab=papers`, `/desk/bookings/${booking.id}`]) {
      await page.goto(path)
      await page.locator('main >> role=region >> role=listitem').first().waitFor()
      for (const [size, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport)
        assert.equal(await isTooWide(page), false, `${path} ${size}`)
        assert.deepEqual(await violations(page), [], `${path} ${size}`)
      }
    }
    assert.deepEqual(page.faults, [])
  })

  test('a paper is previewed on its page, and a template beside its sample', async () => {
    await printFirst(caller, trip.id)
    const page = await as('admin')
    await page.goto(`/desk/trips/${trip.id}?tab=papers`)
    await takeAct(page, '預覽', '更多 領隊資料袋')
    const shown = (await page.locator('iframe').getAttribute('src')) ?? ''
    assert.match(shown, /\/leader-pack\?format=pdf&locale=/)
    // Requested again, because the browser does not always report what its PDF viewer loads.
    const type = await page.evaluate(async (path) => (await fetch(path)).headers.get('content-type'), shown)
    assert.equal(type, 'application/pdf')
    // If the browser blocks the new page, a list with personal data has a link.
    await page.evaluate(() => Object.assign(window, { open: () => null }))
    await page.locator('li', { hasText: 'DOCS' }).getByRole('button').click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('原因').fill('送航空公司')
    await sheet.getByRole('button', { name: '開啟' }).click()
    assert.match((await sheet.getByRole('link', { name: '開啟' }).getAttribute('href')) ?? '', /^blob:/)
    await page.goto('/desk/house')
    await page.getByRole('button', { name: '收款證明' }).click()
    await page.locator('iframe').waitFor()
    assert.match(await page.locator('textarea[readonly]').first().inputValue(), /^\/\/ 收款證明/)
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      // A field that is half below the bar on top would count as too small to touch.
      await page.evaluate(() => scrollTo(0, 0))
      assert.equal(await isTooWide(page), false, size)
      assert.deepEqual(await violations(page), [], size)
    }
    assert.deepEqual(page.faults, [])
  })
})
