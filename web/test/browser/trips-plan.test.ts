import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noConsole, openConsole, takeAct, violations } from '../console.ts'
import { eventually } from '../eventually.ts'
import { choose, onDay, typeDay } from '../fields.ts'

suite('trips and sessions are planned in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing } = await openConsole()
  const op = await caller('op')
  const admin = await caller('admin')

  test('one trip: faults are shown at their fields, and empty fields follow the package', async () => {
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
    await sheet.locator('#min_pax[aria-invalid=true]').waitFor()
    await typeDay(page, '出發日', onDay(40))
    await sheet.getByLabel('最低成團人數').fill('12')
    await sheet.getByLabel('集合地點', { exact: true }).fill('第二航廈 3 樓')
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
        assembly: { at: null, place: '第二航廈 3 樓', place_en: null, contact: null, contact_en: null },
        op: '黃郁婷',
      },
    )
    assert.deepEqual(
      page.faults.filter((fault) => !fault.includes('422')),
      [],
    )
  })

  test("facts are changed: new dates show their effects, and a colleague's changes are shown", async () => {
    const { id } = await departing('SEL', 17)
    const page = await as('op')
    await page.goto(`/desk/trips/${id}`)
    await page.getByRole('button', { name: '修改', exact: true }).click()
    const sheet = page.locator('dialog')
    await typeDay(page, '出發日', onDay(20))
    await sheet.getByText('回程日會一起移到').waitFor()
    await sheet.getByText(/改期/).first().waitFor()
    // A field that is only focused keeps its record, and Enter takes no result of another text.
    const operator = sheet.getByRole('combobox', { name: 'OP', exact: true })
    await operator.click()
    await sheet.getByRole('listbox').getByRole('option').first().waitFor()
    await page.route(/users\/list\/options\?q=/, () => {})
    await operator.fill('沒有這個人')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await operator.click()
    await page.keyboard.press('Tab')
    await eventually(() => operator.inputValue(), '黃郁婷')
    await sheet.getByLabel('名額').fill('1')
    await sheet.getByLabel('集合地點', { exact: true }).fill('第一航廈')
    await sheet.getByLabel('大人').fill('30900')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.locator('#capacity[aria-invalid=true]').waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByLabel('名額').fill('38')
    assert.equal((await admin.put(`/planned-trips/${id}`, { notes: '同仁寫的' })).status, 200)
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.locator('role=region[name="這段時間的更改"] >> ins', { hasText: '同仁寫的' }).waitFor()
    await eventually(() => sheet.getByLabel('名額').inputValue(), '38')
    await sheet.getByRole('button', { name: '儲存' }).click()
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
        notes: '同仁寫的',
      },
    )
  })

  test('a draft is removed', async () => {
    const { data: packages } = await op.get('/packages?status=published')
    const { data } = await op.post('/planned-trips', { package_id: packages[0].id, departure_date: onDay(60) })
    const page = await as('op')
    await page.goto(`/desk/trips/${data.id}`)
    await takeAct(page, '刪除草稿…')
    await page.getByText('無法復原').waitFor()
    await page.getByRole('button', { name: '刪除草稿', exact: true }).click()
    await page.waitForURL(/\/trips$/)
    assert.equal((await op.get(`/planned-trips/${data.id}`)).status, 404)
    assert.deepEqual(page.faults, [])
  })

  test('sessions of a month are previewed first, and the ticked ones are added', async () => {
    const { data: seminar } = await op.post('/seminars', { kind: 'product_talk', title: '每週講座' })
    const page = await as('op')
    await page.goto(`/desk/seminars/${seminar.id}`)
    await page.getByRole('button', { name: '批次新增' }).click()
    const sheet = page.locator('dialog')
    await typeDay(page, '從', '2030-01-07')
    await typeDay(page, '到', '2030-01-20')
    await sheet.getByLabel('週一').check()
    await sheet.getByLabel('週四').check()
    await sheet.getByLabel('開始時間').fill('19:00')
    await sheet.getByLabel('結束時間').fill('18:00')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '預覽' }).click()
    await sheet.locator('[role=alert]').first().waitFor()
    await sheet.getByLabel('結束時間').fill('20:30')
    await sheet.getByRole('button', { name: '預覽' }).click()
    const rows = sheet.locator('[aria-label="預覽"] >> role=listitem')
    await rows.nth(3).waitFor()
    await rows.nth(1).getByRole('checkbox').uncheck()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '新增 3 場' }).click()
    await page.locator('role=region[name="場次"] >> tbody tr').nth(2).waitFor()
    const { data } = await op.get(`/sessions?seminar_id=${seminar.id}&sort=starts_at`)
    assert.deepEqual(
      data.map(({ starts_local }: { starts_local: string }) => starts_local),
      ['2030-01-07T19:00', '2030-01-14T19:00', '2030-01-17T19:00'],
    )
  })

  test('colleagues who prepare no trips are not offered to plan them', async () => {
    const page = await as('sales')
    await page.goto('/desk/trips')
    await page.locator('tbody a').first().waitFor()
    assert.equal(await page.getByRole('button', { name: /開團/ }).count(), 0)
  })
})
