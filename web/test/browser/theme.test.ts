import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noConsole, openConsole, violations } from '../console.ts'

// The build converts style sheets for its target browsers, so only the built page shows whether a chosen theme works.

suite('the theme that a reader chooses', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as } = await openConsole()

  /** The brightness of the page, from 0, which is black, to 255. */
  const paper = (page: Page) =>
    page.evaluate(() => {
      const canvas = document.createElement('canvas').getContext('2d') ?? new CanvasRenderingContext2D()
      canvas.fillStyle = getComputedStyle(document.body).backgroundColor
      canvas.fillRect(0, 0, 1, 1)
      return canvas.getImageData(0, 0, 1, 1).data[0] ?? 0
    })

  test('the button switches between dark and light, whatever the system prefers, and the choice survives a reload', async () => {
    const page = await as('sales')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/desk/requests')
      if (await page.getByRole('button', { name: '淺色', exact: true }).isVisible())
        await page.getByRole('button', { name: '淺色', exact: true }).click()
      await page.getByRole('button', { name: '深色', exact: true }).click()
      assert.ok((await paper(page)) < 60, `dark while the system is ${colorScheme}`)
      assert.deepEqual(await violations(page, 'colours'), [])
      await page.reload()
      await page.getByRole('button', { name: '淺色', exact: true }).waitFor()
      assert.ok((await paper(page)) < 60, 'still dark after a reload')
      await page.getByRole('button', { name: '淺色', exact: true }).click()
      assert.ok((await paper(page)) > 200, `light while the system is ${colorScheme}`)
      assert.deepEqual(await violations(page, 'colours'), [])
    }
    assert.deepEqual(page.faults, [])
  })
})
