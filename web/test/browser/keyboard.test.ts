import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertLooks, noConsole, openConsole } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('the console by keyboard', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()

  /** The name of the focused element, as screen readers announce it. */
  const focused = (page: Page) =>
    page.evaluate(() => {
      const { activeElement: at } = document
      const labels = at instanceof HTMLInputElement || at instanceof HTMLSelectElement ? at.labels : null
      return (at?.ariaLabel ?? labels?.[0]?.textContent ?? at?.textContent ?? '').trim()
    })

  test('a sheet focuses its first field, also when it loads later, and returns the focus', async () => {
    const page = await as('sales')
    await page.goto('/desk/bookings')
    await page.getByRole('button', { name: '新增訂單' }).press('Enter')
    await page.getByRole('dialog', { name: '新增訂單' }).waitFor()
    await eventually(() => focused(page), '團')
    await page.keyboard.press('Escape')
    await eventually(() => focused(page), '新增訂單')

    const op = await as('op')
    await op.goto('/desk/reference?kind=hotels')
    const row = op.getByRole('row').nth(1).getByRole('link').first()
    await row.press('Enter')
    await op.getByRole('dialog').waitFor()
    await eventually(() => focused(op), '名稱')
    await op.keyboard.press('Escape')
    await eventually(() => row.evaluate((each) => each === document.activeElement), true)
    assert.deepEqual([...page.faults, ...op.faults], [])
  })

  test('in a menu of acts the arrows go round; Escape gives the focus back, and so does the sheet of an act', async () => {
    const page = await as('op')
    const { data } = await (await caller('op')).get('/packages?status=published')
    await page.goto(`/desk/packages/${data[0].id}`)
    const more = page.getByRole('button', { name: '更多', exact: true })
    await more.press('Enter')
    await eventually(() => focused(page), '行程表（PDF）')
    for (const [key, name] of [
      ['ArrowDown', '複製…'],
      ['End', '封存…'],
      ['ArrowDown', '行程表（PDF）'],
      ['ArrowUp', '封存…'],
      ['Home', '行程表（PDF）'],
    ] as const) {
      await page.keyboard.press(key)
      assert.equal(await focused(page), name)
    }
    await page.keyboard.press('Escape')
    await eventually(() => focused(page), '更多')
    assert.equal(await page.getByRole('menu').count(), 0)
    await page.keyboard.press('ArrowUp')
    await eventually(() => focused(page), '封存…')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /^封存/ }).waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => focused(page), '更多')
    await more.press('Enter')
    await eventually(() => focused(page), '行程表（PDF）')
    await page.keyboard.press('Tab')
    await eventually(() => page.getByRole('menu').count(), 0)
    assert.deepEqual(page.faults, [])
  })

  test('Ctrl+Enter sends from every field, is ignored while sending, and the focus returns', async () => {
    const page = await as('op')
    const op = await caller('op')
    await page.goto('/desk/reference?kind=hotels')
    await page.getByRole('button', { name: '新增飯店' }).press('Enter')
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('textbox', { name: '名稱', exact: true }).fill('鍵盤飯店')
    const city = sheet.getByRole('combobox', { name: '城市' })
    await city.fill('札幌')
    await sheet.getByRole('option', { name: /札幌/ }).first().waitFor()
    await city.press('Enter')
    await city.press('Control+Enter')
    await page.keyboard.press('Control+Enter')
    await sheet.waitFor({ state: 'detached' })
    await eventually(() => focused(page), '新增飯店')
    assert.equal((await op.get('/hotels?q=鍵盤飯店')).data.length, 1)

    await page.getByRole('searchbox').fill('鍵盤飯店')
    await page.waitForURL(/q=/)
    await page.getByRole('table').getByRole('link', { name: '鍵盤飯店' }).press('Enter')
    const phone = sheet.getByRole('textbox', { name: '電話' })
    await phone.fill('011-222-3333')
    await phone.press('Control+Enter')
    await sheet.waitFor({ state: 'detached' })
    const [hotel] = (await op.get('/hotels?q=鍵盤飯店')).data
    assert.equal(hotel.phone, '011-222-3333')
    assert.deepEqual(page.faults, [])
  })

  test('going back to a list, with the browser or the link above the record, focuses its row', async () => {
    const page = await as('sales')
    await page.goto('/desk/bookings')
    const row = page.getByRole('row').nth(3).getByRole('link').first()
    const isOnRow = () => row.evaluate((each) => each === document.activeElement)
    await row.press('Enter')
    await page.getByRole('link', { name: '所有訂單' }).waitFor()
    await page.goBack()
    await eventually(isOnRow, true)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: '所有訂單' }).press('Enter')
    await page.waitForURL(/bookings$/)
    await eventually(isOnRow, true)
    assert.deepEqual(page.faults, [])
  })

  test('if a button disappears after its action, the focus moves to its section', async () => {
    const page = await as('sales')
    await page.goto('/desk/notifications?unread=true')
    const buttons = page.getByRole('main').getByRole('button', { name: /^將「/ })
    const first = buttons.first()
    const name = await first.innerText()
    await first.press('Enter')
    await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' })
    const where = () => page.evaluate(() => document.activeElement?.closest('main, body')?.tagName)
    await eventually(where, 'MAIN')
    assert.deepEqual(page.faults, [])
  })

  test('the question mark lists the shortcuts, but not while somebody types', async () => {
    const page = await as('sales')
    await page.goto('/desk/bookings')
    await page.getByRole('searchbox').press('?')
    assert.equal(await page.getByRole('searchbox').inputValue(), '?')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.getByRole('button', { name: '找團' }).focus()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: '鍵盤快速鍵' })
    await sheet.getByText('送出，在任何欄位都可以').waitFor()
    await assertLooks(page)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test('the palette lists commands and recently viewed records, which are deleted at the sign-out', async () => {
    const page = await as('admin')
    await page.goto('/desk/bookings')
    const row = page.getByRole('row').nth(1).getByRole('link').first()
    const name = await row.innerText()
    await row.click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('link', { name: '所有訂單' }).click()
    await page.waitForURL(/bookings$/)
    const palette = page.getByRole('dialog', { name: '搜尋' })
    const field = palette.getByRole('combobox')
    const find = async (text: string) => {
      await page.keyboard.press('Control+k')
      await field.fill(text)
    }
    const dialog = page.getByRole('dialog', { name: '新增訂單' })

    await find('')
    await palette.getByRole('group', { name: '最近看過' }).getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/bookings\/\d+$/)
    assert.ok((await page.getByRole('main').innerText()).includes(name))

    await page.getByRole('link', { name: '所有訂單' }).focus()
    await find('新增訂單')
    await palette.getByRole('option', { name: '新增訂單' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await eventually(() => focused(page), '團')
    await page.keyboard.press('Escape')
    await eventually(() => focused(page), '所有訂單')

    await find('深色')
    await page.keyboard.press('Enter')
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    await eventually(scheme, 'dark')
    await find('鍵盤快速鍵')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: '鍵盤快速鍵' }).waitFor()
    await page.keyboard.press('Escape')

    await find('登出')
    await page.keyboard.press('Enter')
    await page.waitForURL(/sign-in/)
    assert.equal(await page.evaluate((text) => JSON.stringify({ ...localStorage }).includes(text), name), false)
  })
})
