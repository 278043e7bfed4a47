import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noConsole, openConsole, violations } from './console.ts'

const onDay = (days: number) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)

/** A day as a reader types it, part by part. */
const typeDay = async (page: Page, label: string, day: string) => {
  await page.locator('dialog').getByRole('group', { name: label, exact: true }).getByRole('spinbutton').first().click()
  await page.keyboard.type(day.replaceAll('-', ''))
}

const choose = async (page: Page, label: string, text: string) => {
  await page.locator('dialog').getByRole('combobox', { name: label, exact: true }).fill(text)
  await page.locator('.combobox [role=option]', { hasText: text }).first().click()
}

suite('trips are planned in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing } = await openConsole()
  const op = await caller('op')
  const admin = await caller('admin')

  test('one trip: what is wrong stands at its field, and what is left empty follows the package', async () => {
    const page = await as('op')
    await page.goto('/desk/trips')
    await page.getByRole('button', { name: '開團', exact: true }).click()
    const sheet = page.locator('dialog')
    await choose(page, '行程', '首爾賞楓五日')
    await typeDay(page, '出發日', onDay(-3))
    await sheet.getByLabel('最低成團人數').fill('99')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '開團' }).click()
    await sheet.getByText('出發日已過。').waitFor()
    await sheet.locator('#min_pax-note.fault').waitFor()
    await typeDay(page, '出發日', onDay(40))
    await sheet.getByLabel('最低成團人數').fill('12')
    await sheet.getByLabel('集合地點').fill('第二航廈 3 樓')
    await sheet.getByRole('button', { name: '開團' }).click()
    await page.waitForURL(/\/trips\/\d+$/)
    const id = page.url().split('/').at(-1)
    const { name, departure_date, return_date, min_pax, status, assembly, op_user } = (
      await op.get(`/planned-trips/${id}`)
    ).data
    assert.deepEqual(
      { name, departure_date, return_date, min_pax, status, assembly, op: op_user.name },
      {
        name: '首爾賞楓五日',
        departure_date: onDay(40),
        return_date: onDay(44),
        min_pax: 12,
        status: 'draft',
        assembly: { at: null, place: '第二航廈 3 樓', contact: null },
        op: '黃郁婷',
      },
    )
    assert.deepEqual(
      page.faults.filter((fault) => !fault.includes('422')),
      [],
    )
  })

  test('a season: each departure says what prevents it, and those that are ticked are planned', async () => {
    const page = await as('op')
    await page.goto('/desk/trips')
    await page.getByRole('button', { name: '批次開團' }).click()
    const sheet = page.locator('dialog')
    await choose(page, '行程', '首爾賞楓五日')
    await typeDay(page, '從', onDay(-1))
    await typeDay(page, '到', onDay(5))
    for (const day of ['週一', '週二', '週三', '週四', '週五', '週六', '週日']) await sheet.getByLabel(day).check()
    await sheet.getByLabel('說明會在出發前幾天').fill('1')
    await sheet.getByLabel('說明會開始').fill('19:00')
    await sheet.getByLabel('說明會結束').fill('20:30')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '試排' }).click()
    const rows = sheet.locator('.ticked-rows > li')
    await rows.nth(6).waitFor()
    assert.match((await rows.first().textContent()) ?? '', /出發日已過。/)
    assert.equal(await rows.first().getByRole('checkbox').isDisabled(), true)
    assert.deepEqual(await violations(page), [])
    await rows.last().getByRole('checkbox').focus()
    await page.keyboard.press('Space')
    await sheet.getByRole('button', { name: '開 5 團' }).click()
    await page.waitForURL(/from=/)
    const { data } = await op.get(`/planned-trips?from=${onDay(0)}&to=${onDay(5)}&status=draft&sort=departure_date`)
    assert.deepEqual(
      data.map(({ departure_date }: { departure_date: string }) => departure_date),
      [0, 1, 2, 3, 4].map(onDay),
    )
    assert.equal(new Date(data[1].briefing_starts_at).getTime(), Date.parse(`${onDay(0)}T19:00+08:00`))
    assert.deepEqual(page.faults, [])
  })

  test('facts are changed: other days show what they break, and what a colleague changed meanwhile is told', async () => {
    const { id } = await departing('SEL', 17)
    const page = await as('op')
    await page.goto(`/desk/trips/${id}`)
    await page.getByRole('button', { name: '修改這一團' }).click()
    const sheet = page.locator('dialog')
    await typeDay(page, '出發日', onDay(20))
    await sheet.getByText('回國日會一起移到').waitFor()
    await sheet.getByText(/改期/).first().waitFor()
    await sheet.getByLabel('座位').fill('1')
    await sheet.getByLabel('集合地點').fill('第一航廈')
    await sheet.getByLabel('大人').fill('30900')
    await sheet.getByRole('button', { name: '存檔' }).click()
    await sheet.locator('#capacity-note.fault').waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByLabel('座位').fill('38')
    assert.equal((await admin.put(`/planned-trips/${id}`, { notes: '同事寫的' })).status, 200)
    await sheet.getByRole('button', { name: '存檔' }).click()
    await sheet.locator('.meanwhile ins', { hasText: '同事寫的' }).waitFor()
    assert.equal(await sheet.getByLabel('座位').inputValue(), '38')
    await sheet.getByRole('button', { name: '存檔' }).click()
    await sheet.waitFor({ state: 'detached' })
    const { departure_date, return_date, capacity, assembly, price_overrides, notes } = (
      await op.get(`/planned-trips/${id}`)
    ).data
    assert.deepEqual(
      { departure_date, return_date, capacity, place: assembly.place, adult: price_overrides.adult, notes },
      {
        departure_date: onDay(20),
        return_date: onDay(24),
        capacity: 38,
        place: '第一航廈',
        adult: 30_900,
        notes: '同事寫的',
      },
    )
  })

  test('a draft is removed', async () => {
    const { data: packages } = await op.get('/packages?status=published')
    const { data } = await op.post('/planned-trips', { package_id: packages[0].id, departure_date: onDay(60) })
    const page = await as('op')
    await page.goto(`/desk/trips/${data.id}`)
    await page.getByRole('button', { name: '刪除草稿' }).click()
    await page.getByRole('button', { name: '確定刪除？' }).click()
    await page.waitForURL(/\/trips$/)
    assert.equal((await op.get(`/planned-trips/${data.id}`)).status, 404)
    assert.deepEqual(page.faults, [])
  })

  test('who prepares no trips is not asked to plan them', async () => {
    const page = await as('sales')
    await page.goto('/desk/trips')
    await page.locator('a.row-link').first().waitFor()
    assert.equal(await page.getByRole('button', { name: /開團/ }).count(), 0)
  })
})
