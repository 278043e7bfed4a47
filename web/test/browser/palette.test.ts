import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertLooks, nextPageLoading, noConsole, openConsole } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('the palette', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, db } = await openConsole()
  // Two bookings whose numbers differ in the last digit.
  const [other, wanted] = await db
    .selectFrom('addon_requests')
    .select(['id', 'request_number as number'])
    .orderBy('id')
    .limit(2)
    .execute()
  assert.ok(other && wanted)

  const opened = async () => {
    const page = await as('sales')
    await page.goto('/desk/requests')
    await page.locator('tbody a').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Control+k')
    await page.locator('role=dialog[name="搜尋"] >> input:focus').waitFor()
    return page
  }
  const field = (page: Page) => page.getByRole('dialog', { name: '搜尋' }).getByRole('combobox', { name: '搜尋' })
  const options = (page: Page) => page.getByRole('listbox', { name: '結果' }).getByRole('option')

  test('by keyboard alone: the arrow keys wrap around, and Escape returns the focus', async () => {
    const page = await opened()
    assert.equal(await field(page).getAttribute('aria-autocomplete'), 'list')
    const count = await options(page).count()
    assert.ok(count > 10)
    const reached: number[] = []
    for (const key of ['', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown']) {
      if (key) await page.keyboard.press(key)
      reached.push(await activeOf(page))
    }
    assert.deepEqual(reached, [0, 1, 0, count - 1, count - 2, count - 1, 0])
    await page.keyboard.press('Control+k')
    await page.keyboard.type('出團')
    assert.equal(await page.getByRole('group', { name: '前往' }).getByRole('option').first().innerText(), '出團')
    await page.keyboard.press('ArrowDown')
    assert.equal(await activeOf(page), 1)
    await page.keyboard.press('Home')
    await page.keyboard.type('日')
    await page.keyboard.press('End')
    await page.keyboard.type('x')
    assert.equal(await field(page).inputValue(), '日出團x')
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    await eventually(() => page.evaluate(focusedRow), 1)
    assert.deepEqual(page.faults, [])
  })

  test('no letter is lost that is typed right after the shortcut, even if nothing more can be loaded', async () => {
    const page = await as('sales')
    await page.goto('/desk/requests')
    await page.locator('tbody a').first().waitFor()
    const script = await (await page.waitForFunction(scriptOfPalette)).jsonValue()
    await page.evaluate((url) => import(url), String(script))
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    await page.route('**/assets/**', (route) => route.abort())
    await page.keyboard.press('Control+k')
    await page.keyboard.type(wanted.number)
    assert.equal(await field(page).inputValue(), wanted.number)
    await options(page).filter({ hasText: wanted.number }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('Enter does not open a result of the previous text', async () => {
    const page = await opened()
    await page.keyboard.type(wanted.number)
    await options(page).filter({ hasText: wanted.number }).waitFor()
    assert.equal(await page.locator('role=dialog[name="搜尋"] >> mark').innerText(), wanted.number)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/search?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.keyboard.press('Backspace')
    await page.keyboard.type(other.number.slice(-1))
    // The text in between may still be searched for when its last letter is typed.
    await eventually(() => field(page).inputValue(), other.number)
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('搜尋中…').waitFor()
    await eventually(() => options(page).count(), 0)
    assert.equal(await field(page).getAttribute('aria-expanded'), 'false')
    assert.equal(await field(page).getAttribute('aria-activedescendant'), null)
    held.resolve()
    await options(page).filter({ hasText: other.number }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/desk/requests')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/desk/requests/${other.id}`)
    await field(page).waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test('the selection is reset when the text changes', async () => {
    const page = await opened()
    await page.keyboard.type('加購')
    await page.keyboard.press('ArrowUp')
    assert.notEqual(await activeOf(page), 0)
    await page.keyboard.press('Backspace')
    assert.equal(await activeOf(page), 0)
  })

  test('without the service nothing is found, and the palette says why', async () => {
    const page = await opened()
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    await page.keyboard.type(wanted.number)
    const status = page.locator('role=dialog[name="搜尋"]').getByRole('status')
    await status.getByText('無法連線，請稍後再試。').waitFor()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await options(page).filter({ hasText: wanted.number }).waitFor()
    assert.equal(await status.innerText(), '')
    await field(page).fill('zzzqqq')
    await status.getByText('找不到').waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('with the mouse: hovering marks a row, a click opens it, and a click outside closes the palette', async () => {
    const page = await opened()
    await options(page).nth(3).hover()
    const passed = await options(page).nth(3).getAttribute('id')
    await eventually(() => field(page).getAttribute('aria-activedescendant'), passed)
    assert.equal(await activeOf(page), 3)
    await page.mouse.wheel(0, 4000)
    await page.keyboard.type('的')
    assert.equal(await activeOf(page), 0)
    await field(page).hover()
    await page.mouse.down()
    await page.mouse.move(20, 500)
    await page.mouse.up()
    assert.equal(await field(page).count(), 1, 'a press that began in the field')
    await page.mouse.click(20, 500)
    await field(page).waitFor({ state: 'detached' })
    await eventually(() => page.evaluate(focusedRow), 1)
    await page.getByRole('button', { name: '找團' }).click()
    await options(page).filter({ hasText: '今日' }).click()
    await page.waitForURL(/\/desk\/?$/)
    await field(page).waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test("the browser's back button closes it, even while the page below is still loading", async () => {
    const page = await opened()
    await page.removeLocatorHandler(nextPageLoading(page))
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.keyboard.type('說明會')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/desk/seminars')
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await page.goBack()
    await page.waitForURL('**/desk/requests')
    await field(page).waitFor({ state: 'detached' })
    held.resolve()
    assert.deepEqual(page.faults, [])
  })

  test('its appearance with results and without', async () => {
    const page = await opened()
    await page.keyboard.type('王')
    await options(page).first().waitFor()
    await assertLooks(page)
    await field(page).fill('zzzqqq')
    await page.getByText('找不到').waitFor()
    await assertLooks(page)
    assert.deepEqual(page.faults, [])
  })

  /** The active option: the field names it, only it is selected, and it is visible. */
  const activeOf = async (page: Page) => {
    const named = await field(page).getAttribute('aria-activedescendant')
    const rows = await options(page).evaluateAll((all) =>
      all.map((each) => ({ id: each.id, isSelected: each.ariaSelected === 'true' })),
    )
    assert.deepEqual(
      rows.filter(({ isSelected }) => isSelected).map(({ id }) => id),
      [named],
    )
    assert.equal(await field(page).getAttribute('aria-controls'), await page.getByRole('listbox').getAttribute('id'))
    const at = rows.findIndex(({ id }) => id === named)
    assert.ok(await options(page).nth(at).evaluate(isInView), `${named} is in view`)
    return at
  }
})

/** The path of the script of the palette, once it and its style are loaded. */
const scriptOfPalette = () => {
  const styles = [...document.styleSheets].map(({ href }) => href ?? '')
  const scripts = performance.getEntriesByType('resource').map(({ name }) => name)
  return styles.some((href) => /palette-.*\.css$/.test(href)) && scripts.find((url) => /palette-.*\.js$/.test(url))
}

const isInView = (row: Element) => {
  const [inner, outer] = [row, row.closest('[role=listbox]')].map((each) => each?.getBoundingClientRect())
  return inner && outer && inner.top >= outer.top && inner.bottom <= outer.bottom
}

const focusedRow = () => [...document.querySelectorAll('tbody a')].indexOf(document.activeElement as Element)
