import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { jpeg } from '../../test/fixtures/samples.ts'
import { isTooWide, noConsole, openConsole, sizes, violations } from './console.ts'

suite('days off and papers of leaders in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, db } = await openConsole()
  const { id } = await db.selectFrom('tour_leaders').select('id').orderBy('id').executeTakeFirstOrThrow()
  // Beyond everything that the demo plans.
  const day = Temporal.Now.plainDateISO('Asia/Taipei').add({ days: 400 })
  const typed = day.toString().replaceAll('-', '')

  test('a leader asks for days off on the phone, the office answers, and the leader reads why', async () => {
    const page = await as('leader')
    await page.setViewportSize(sizes.phone)
    await page.goto('/desk/leaders')
    await page.waitForURL(`**/desk/leaders/${id}`)
    await page.getByRole('link', { name: '休假' }).click()
    await page.getByRole('button', { name: '請假…' }).click()
    const sheet = page.locator('dialog')
    for (const name of ['從', '到（含）']) {
      await sheet.getByRole('group', { name }).getByRole('spinbutton').first().focus()
      await page.keyboard.type(typed)
    }
    await sheet.getByText('這幾天沒有別的安排。').waitFor()
    await sheet.getByLabel('原因').fill('家族旅遊')
    assert.deepEqual([await violations(page), await isTooWide(page)], [[], false])
    await sheet.getByRole('button', { name: '送出' }).click()
    await page.locator('.leave li', { hasText: '家族旅遊' }).getByText('待核准').waitFor()

    const office = await as('line-control')
    await office.goto(`/desk/leaders/${id}?tab=leave`)
    const asked = office.locator('.leave li', { hasText: '家族旅遊' })
    await asked.getByRole('button', { name: '不核准…' }).click()
    await office.locator('dialog').getByLabel('原因').fill('該週人手不足')
    await office.locator('dialog').getByRole('button', { name: '不核准' }).click()
    await asked.getByText('未核准', { exact: true }).waitFor()
    assert.deepEqual(await violations(office), [])

    await page.reload()
    await page.locator('.leave li', { hasText: '該週人手不足' }).waitFor()
    assert.deepEqual([await violations(page), await isTooWide(page)], [[], false])
    assert.deepEqual([page.faults, office.faults], [[], []])
  })

  test('days off over a trip are shown before they are entered', async () => {
    const page = await as('line-control')
    const office = await caller('line-control')
    const from = Temporal.Now.plainDateISO('Asia/Taipei')
    const { data } = await office.get(`/tour-leaders/schedule/list?from=${from}&to=${from.add({ days: 150 })}`)
    const line = data.find(({ blocks }: { blocks: { kind: string; starts_on: string }[] }) =>
      blocks.some(({ kind, starts_on }) => kind === 'trip' && starts_on > `${from}`),
    )
    const trip = line.blocks.find(
      ({ kind, starts_on }: { kind: string; starts_on: string }) => kind === 'trip' && starts_on > `${from}`,
    )
    await page.goto(`/desk/leaders/${line.tour_leader.id}?tab=leave`)
    await page.getByRole('button', { name: '登記休假…' }).click()
    const sheet = page.locator('dialog')
    for (const name of ['從', '到（含）']) {
      await sheet.getByRole('group', { name }).getByRole('spinbutton').first().focus()
      await page.keyboard.type(trip.starts_on.replaceAll('-', ''))
    }
    await sheet.locator('.clash-list', { hasText: trip.title }).waitFor()
    await sheet.getByRole('button', { name: '存檔' }).click()
    await sheet.getByRole('alert').waitFor()
    assert.deepEqual(await violations(page), [])
  })

  test('a paper is uploaded, shown beside its fields, dated and removed', async () => {
    const page = await as('op')
    await page.goto(`/desk/leaders/${id}?tab=papers`)
    await page.getByRole('button', { name: '上傳證件…' }).click()
    const sheet = page.locator('dialog')
    await sheet.locator('input[type=file]').setInputFiles({ name: '領隊證.jpg', mimeType: 'image/jpeg', buffer: jpeg })
    await sheet.getByLabel('證件').selectOption('license')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '上傳' }).click()
    const card = page.locator('.picture-card', { hasText: '領隊證' })
    await card.click()
    await sheet.locator('.picture img').waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '刪除' }).click()
    await sheet.getByRole('button', { name: '確定刪除？' }).click()
    await page.getByText('還沒有證件').waitFor()
    assert.deepEqual(page.faults, [])
  })
})
