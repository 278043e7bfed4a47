import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noConsole, openConsole, sizes, violations } from './console.ts'

suite('briefings in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()
  const op = await caller('op')
  const { id } = (await op.get('/sessions?group=open&kind=pre_departure')).data[0]
  const people = async () => (await op.get(`/sessions/${id}/attendances?per_page=100`)).data

  test('a seminar and its first session are made; what is refused stands at its field', async () => {
    const page = await as('op')
    await page.goto('/desk/seminars')
    await page.getByRole('button', { name: '新增說明會' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('標題', { exact: true }).fill('測試說明會')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '存檔' }).click()
    await page.waitForURL(/\/seminars\/\d+$/)
    await page.getByRole('button', { name: '新增場次' }).click()
    await sheet.getByText('開始').waitFor()
    await sheet.getByLabel('地點').fill('三樓會議室')
    await sheet.getByLabel('名額').fill('0')
    await sheet.getByRole('button', { name: '存檔' }).click()
    await sheet.locator('#capacity-note.fault').waitFor()
    assert.equal(await sheet.getByLabel('地點').inputValue(), '三樓會議室')
    await sheet.getByLabel('名額').fill('20')
    await sheet.getByRole('button', { name: '存檔' }).click()
    await page.locator('a.row-link').click()
    await page.waitForURL(/\/sessions\/\d+$/)
    await page.getByText('三樓會議室').waitFor()
    await page.getByText('名單上還沒有人').waitFor()
    assert.deepEqual(
      page.faults.filter((fault) => !/422/.test(fault)),
      [],
    )
  })

  test('sessions of a month are shown first, and added as they are ticked', async () => {
    const { data: seminar } = await op.post('/seminars', { kind: 'product_talk', title: '每週講座' })
    const page = await as('op')
    await page.goto(`/desk/seminars/${seminar.id}`)
    await page.getByRole('button', { name: '批次新增' }).click()
    const sheet = page.locator('dialog')
    const type = async (label: string, digits: string) => {
      await sheet.getByRole('group', { name: label, exact: true }).getByRole('spinbutton').first().click()
      await page.keyboard.type(digits)
    }
    await type('從', '20300107')
    await type('到', '20300120')
    await sheet.getByLabel('週一').check()
    await sheet.getByLabel('週四').check()
    await sheet.getByLabel('開始').fill('19:00')
    await sheet.getByLabel('結束').fill('18:00')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '試排' }).click()
    await sheet.locator('.fault, [role=alert]').first().waitFor()
    await sheet.getByLabel('結束').fill('20:30')
    await sheet.getByRole('button', { name: '試排' }).click()
    const rows = sheet.locator('.ticked-rows > li')
    await rows.nth(3).waitFor()
    await rows.nth(1).getByRole('checkbox').uncheck()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '新增 3 場' }).click()
    await page.locator('.sessions-of-one tbody tr').nth(2).waitFor()
    const { data } = await op.get(`/sessions?seminar_id=${seminar.id}&sort=starts_at`)
    assert.deepEqual(
      data.map(({ starts_local }: { starts_local: string }) => starts_local),
      ['2030-01-07T19:00', '2030-01-14T19:00', '2030-01-17T19:00'],
    )
  })

  test('at the door, on a phone: the name is found, one touch checks in, another takes it back', async () => {
    await op.post(`/sessions/${id}/attendances`, { guest_name: '門口來賓' })
    const page = await as('op')
    await page.setViewportSize(sizes.phone)
    await page.goto(`/desk/sessions/${id}?tab=door`)
    await page.getByRole('searchbox').fill('門口')
    const guest = page.locator('.person', { hasText: '門口來賓' })
    assert.equal(await page.locator('.person').count(), 1)
    assert.ok(((await guest.boundingBox())?.height ?? 0) >= 60)
    await guest.click()
    await page.locator('.person[aria-pressed=true] .when', { hasText: /\d\d:\d\d/ }).waitFor()
    const status = async () =>
      (await people()).find(({ guest_name }: { guest_name: string }) => guest_name === '門口來賓').status
    assert.equal(await status(), 'attended')
    const undone = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await guest.press('Enter')
    await undone
    await page.locator('.person[aria-pressed=false] .when', { hasText: '報到' }).waitFor()
    assert.equal(await status(), 'registered')
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })

  test('travelers are invited at once, and an answer by phone is noted', async () => {
    const page = await as('op')
    await page.goto(`/desk/sessions/${id}`)
    await page.getByRole('button', { name: '邀請這些團的旅客' }).click()
    await page.locator('.toast', { hasText: '已邀請' }).waitFor()
    await page.getByLabel('門口來賓 的答覆').selectOption('absent')
    await page.locator('tr', { hasText: '門口來賓' }).locator('.badge', { hasText: '不來' }).waitFor()
    await page.locator('tr', { hasText: '門口來賓' }).getByRole('button', { name: '移除' }).click()
    await page.getByRole('button', { name: '確定？' }).click()
    await page.locator('tr', { hasText: '門口來賓' }).waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })
})
