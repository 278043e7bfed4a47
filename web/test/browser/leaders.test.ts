import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { jpeg } from '../../../test/fixtures/samples.ts'
import { isTooWide, noConsole, openConsole, sizes, takeAct, violations } from '../console.ts'
import { eventually } from '../eventually.ts'
import { typeDay } from '../fields.ts'

suite('leaders in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, db } = await openConsole()
  const op = await caller('op')
  const today = Temporal.Now.plainDateISO('Asia/Taipei')

  test('every block is at its dates, and the visible weeks are in the address', async () => {
    const page = await as('op')
    // A Tuesday. The page begins with the Monday of its week and shows 91 days.
    const monday = today.subtract({ days: today.dayOfWeek - 1 })
    await page.goto(`/desk/leaders?from=${monday.add({ days: 1 })}`)
    await page.locator('role=region[name=/^領隊排程/] >> role=listitem').first().waitFor()
    const { data: lines } = await op.get(`/tour-leaders/schedule/list?from=${monday}&to=${monday.add({ days: 90 })}`)
    await eventually(() => page.locator('role=region[name=/^領隊排程/] >> role=listitem').count(), lines.length)
    const trip = lines
      .flatMap(({ blocks }: { blocks: { kind: string }[] }) => blocks)
      .find(({ kind, starts_on }: { kind: string; starts_on: string }) => kind === 'trip' && starts_on > `${monday}`)
    const column = (Date.parse(trip.starts_on) - Date.parse(`${monday}`)) / 86_400_000 + 1
    const days = (Date.parse(trip.ends_on) - Date.parse(trip.starts_on)) / 86_400_000 + 1
    const block = page.locator('[data-kind=trip]').filter({ hasText: trip.title }).first()
    assert.equal(
      await block.evaluate((element) => getComputedStyle(element).gridColumn),
      `${column} / ${Math.min(column + days, 92)}`,
    )
    await page.getByRole('link', { name: '後四週' }).click()
    await page.waitForURL(`**/desk/leaders?from=${monday.add({ days: 28 })}`)
    assert.deepEqual(page.faults, [])
  })

  test('a bar shows the short name of its trip, then the day, and no word that is cut off', async () => {
    const page = await as('op')
    await page.setViewportSize({ width: 1920, height: 900 })
    const monday = today.subtract({ days: today.dayOfWeek - 1 })
    await page.goto(`/desk/leaders?from=${monday}`)
    const bars = page.locator('[data-kind=trip]')
    await bars.first().waitFor()
    const { data: lines } = await op.get(`/tour-leaders/schedule/list?from=${monday}&to=${monday.add({ days: 90 })}`)
    type Block = { kind: string; title: string; starts_on: string; ends_on: string }
    const trip: Block = lines
      .flatMap(({ blocks }: { blocks: Block[] }) => blocks)
      .find(({ kind, title, starts_on }: Block) => kind === 'trip' && /^DAD/.test(title) && starts_on > `${monday}`)
    // The words on the first line of the bar: the others have no room.
    const shown = await bars
      .filter({ hasText: trip.title })
      .locator('[aria-hidden]')
      .evaluate((words) =>
        [...words.children]
          .filter((word) => word.getBoundingClientRect().bottom <= words.getBoundingClientRect().bottom)
          .map((word) => [
            word.textContent,
            word.getBoundingClientRect().right <= words.getBoundingClientRect().right + 0.5,
          ]),
      )
    const [, month, day] = trip.starts_on.split('-').map(Number)
    assert.deepEqual(shown, [
      ['DAD', true],
      [`${month}/${day}`, true],
    ])
    assert.deepEqual(page.faults, [])
  })

  test('open work is counted after the page has loaded its own data', async () => {
    const page = await as('op')
    await page.goto('/desk/leaders')
    await page.locator('role=navigation[name="主選單"] >> text=件等您處理').waitFor()
    const firstRead = (path: string) =>
      page.evaluate((part) => {
        const [read] = performance.getEntriesByType('resource').filter(({ name }) => name.includes(part))
        return (read as PerformanceResourceTiming).toJSON() as { fetchStart: number; responseEnd: number }
      }, path)
    const [own, counts] = [await firstRead('/schedule/list'), await firstRead('/work/counts')]
    assert.ok(counts.fetchStart >= own.responseEnd, `${counts.fetchStart} is before ${own.responseEnd}`)
  })

  test('a leader sees the own schedule, and a name links to the profile', async () => {
    const page = await as('leader')
    await page.goto('/desk/leaders')
    await page.locator('role=list[name="行程安排"] >> role=listitem').first().waitFor()
    const planner = await as('sales')
    await planner.goto('/desk/leaders')
    await planner.locator('role=region[name=/^領隊排程/] >> [data-leader] a').first().click()
    await planner.getByText('接下來半年').waitFor()
    await planner.getByText('台灣').first().waitFor()
    assert.deepEqual([page.faults, planner.faults], [[], []])
  })

  test("a leader's free days begin today, also those that began earlier", async () => {
    const days = { from: today.subtract({ days: 14 }), to: today.add({ days: 60 }) }
    const { data: lines } = await op.get(`/tour-leaders/schedule/list?from=${days.from}&to=${days.to}`)
    const idle = lines.find(({ free }: { free: { starts_on: string; ends_on: string }[] }) =>
      free.some(({ starts_on, ends_on }) => starts_on < `${today}` && ends_on > `${today}`),
    )
    const page = await as('op')
    await page.goto(`/desk/leaders/${idle.tour_leader.id}`)
    const first = await page.getByRole('region', { name: '空檔' }).locator('dt').first()
    assert.match(await first.innerText(), new RegExp(`^${today.month}/${today.day}（`))
  })

  test('a leader is created, changed and removed; a refusal is shown at its field', async () => {
    const page = await as('op')
    await page.goto('/desk/leaders')
    await page.getByRole('button', { name: '新增領隊' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('國籍').waitFor()
    for (const viewport of [sizes.phone, sizes.desk]) {
      await page.setViewportSize(viewport)
      assert.equal(await isTooWide(page), false)
    }
    await sheet.getByLabel('姓名', { exact: true }).fill('測試領隊')
    await sheet.getByLabel('手機', { exact: true }).fill('x')
    await sheet.getByLabel('國籍').selectOption('台灣')
    await sheet.getByLabel('護照號碼').fill('312345999')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.locator('#mobile[aria-invalid=true]').waitFor()
    await sheet.getByLabel('手機', { exact: true }).fill('+886 912 000 111')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.getByRole('heading', { name: '測試領隊' }).waitFor()
    await page.getByText('•••999').waitFor()
    await page.getByRole('button', { name: '顯示遮住的資料' }).click()
    await sheet.getByLabel('查看原因').fill('訂機票')
    await sheet.getByRole('button', { name: '顯示', exact: true }).click()
    await page.getByText('312345999').waitFor()
    await page.getByRole('button', { name: '修改', exact: true }).click()
    await sheet.getByLabel('職級').selectOption('senior')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.getByText('資深').waitFor()
    assert.deepEqual(await violations(page), [])
    await takeAct(page, '刪除…')
    await sheet.getByText('帶過團的領隊不能刪除').waitFor()
    await sheet.getByRole('button', { name: '刪除' }).click()
    await page.waitForURL('**/desk/leaders')
  })

  test('values typed beside a passport number stay in the form after a conflict with a colleague', async () => {
    const { data: leaders } = await op.get('/tour-leaders?sort=id&per_page=1')
    const { id, line_id } = leaders[0]
    const page = await as('admin')
    await page.goto(`/desk/leaders/${id}`)
    await page.getByRole('button', { name: '修改', exact: true }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('護照號碼').fill('312345888')
    await sheet.getByLabel('海外手機').fill('x')
    assert.equal((await op.put(`/tour-leaders/${id}`, { line_id: 'faster' })).status, 200)
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.locator('#mobile_overseas[aria-invalid=true]').waitFor()
    await sheet.getByLabel('海外手機').fill('+81 90 1234 5678')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.locator('role=region[name="這段時間的更改"] >> ins', { hasText: 'faster' }).waitFor()
    await eventually(() => sheet.getByLabel('護照號碼').inputValue(), '312345888')
    await eventually(() => sheet.getByLabel('LINE').inputValue(), 'faster')
    assert.equal(await page.evaluate(() => JSON.stringify(localStorage).includes('312345888')), false)
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.getByText('•••888').waitFor()
    const { data: after } = await op.get(`/tour-leaders/${id}`)
    assert.deepEqual([after.line_id, after.mobile_overseas], ['faster', '+81 90 1234 5678'])
    assert.equal((await op.put(`/tour-leaders/${id}`, { line_id })).status, 200)
  })

  test('countries are reordered by keyboard, and keep the focus', async () => {
    const [page, office] = [await as('op'), await caller('op')]
    const [{ tour_leader_id: id }] = (await office.get('/leader-country-priorities')).data
    const { data: before } = await office.get(`/leader-country-priorities?tour_leader_id=${id}&sort=priority`)
    assert.ok(before.length > 1)
    await page.goto(`/desk/leaders/${id}?tab=countries`)
    const first = page.locator('main ol > li').first()
    await first.locator('b', { hasText: /[^…]/ }).waitFor()
    const name = await first.locator('b').textContent()
    await page.getByRole('button', { name: `${name} 往下` }).focus()
    await page.keyboard.press('Enter')
    await page
      .locator('main ol > li')
      .nth(1)
      .filter({ hasText: `${name}` })
      .waitFor()
    await page.locator(`button:focus[aria-label^="${name} "]`).waitFor()
    await page.getByRole('button', { name: '新增…' }).click()
    await page.locator('dialog').getByLabel('國家').waitFor()
    assert.equal(await page.locator('dialog').getByLabel('順位').count(), 0)
    assert.deepEqual(await violations(page), [])
    const firstTwo = (rows: { id: number }[]) => rows.slice(0, 2).map((row) => row.id)
    await eventually(async () => {
      const { data: now } = await office.get(`/leader-country-priorities?tour_leader_id=${id}&sort=priority`)
      return firstTwo(now)
    }, firstTwo(before).reverse())
    assert.deepEqual(page.faults, [])
  })

  test('a leader gets the address of the own calendar feed', async () => {
    const page = await as('leader')
    await page.goto('/desk/leaders')
    await takeAct(page, '訂閱行事曆…')
    await page.getByRole('button', { name: '產生網址' }).click()
    await page.locator('role=region >> code', { hasText: '/api/leader-feeds/' }).waitFor()
    assert.deepEqual(await violations(page), [])
  })

  test('days off that conflict with a trip show the conflict before they are entered', async () => {
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
    for (const name of ['開始日', '結束日']) {
      await typeDay(page, name, trip.starts_on)
    }
    await sheet.locator('role=list[name="同時的安排"]', { hasText: trip.title }).waitFor()
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.getByRole('alert').waitFor()
    assert.deepEqual(await violations(page), [])
  })

  test('a document is uploaded, shown beside its fields, given an expiry date and removed', async () => {
    const { id } = await db.selectFrom('tour_leaders').select('id').orderBy('id').executeTakeFirstOrThrow()
    const page = await as('op')
    await page.goto(`/desk/leaders/${id}?tab=papers`)
    await page.getByRole('button', { name: '上傳證件或文件…' }).click()
    const sheet = page.locator('dialog')
    await sheet.locator('input[type=file]').setInputFiles({ name: '照片.jpg', mimeType: 'image/jpeg', buffer: jpeg })
    await sheet.getByLabel('種類').selectOption('photo')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '上傳' }).click()
    const card = page.locator('role=region[name="證件與文件"] >> role=listitem >> role=button', { hasText: '照片' })
    await card.click()
    await sheet.locator('role=figure >> role=img').waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '刪除' }).click()
    await sheet.getByRole('button', { name: '確定刪除？' }).click()
    await card.waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })
})
