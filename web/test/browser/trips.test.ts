import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noConsole, openConsole, violations } from '../console.ts'
import { onDay } from '../fields.ts'

suite('trips in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing } = await openConsole()
  const op = await caller('op')
  const trip = async (id: number) => (await op.get(`/planned-trips/${id}`)).data

  test('the filter is in the address, and a day of the year view links to its trips', async () => {
    const page = await as('op')
    await page.goto('/desk/trips')
    await page.getByRole('button', { name: '未派領隊' }).click()
    await page.waitForURL(/missing_leader=true/)
    await page.getByRole('link', { name: '年曆' }).click()
    await page.waitForURL(/view=calendar/)
    // The year in which a trip without a leader departs, which may be the next.
    await page.goto(`${page.url()}&year=${onDay(30).slice(0, 4)}`)
    await page.locator('role=region >> ol >> role=link').first().click()
    await page.waitForURL(/from=(\d{4}-\d\d-\d\d).*to=\1/)
    await page.locator('tbody a').first().waitFor()
    await page.getByRole('button', { name: '未派領隊', pressed: true }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('an address with a tab that does not exist opens the first one', async () => {
    const page = await as('op')
    const { data } = await op.get('/planned-trips?per_page=1')
    await page.goto(`/desk/trips/${data[0].id}?tab=nothing`)
    await page.getByRole('link', { name: '總覽', exact: true }).and(page.locator('[aria-current=page]')).waitFor()
    assert.deepEqual([await page.getByText('發生錯誤').count(), page.faults], [0, []])
  })

  test('a step lists what remains open, and is refused if a colleague was faster', async () => {
    const { id } = await departing('PRG', 27)
    const page = await as('op')
    await page.goto(`/desk/trips/${id}`)
    await page.getByRole('button', { name: '關團' }).click()
    await page.getByText('訂單尚未確認').waitFor()
    assert.deepEqual(await violations(page), [])

    await op.put(`/planned-trips/${id}`, { notes: '改過了' })
    await page.locator('dialog').getByRole('button', { name: '關團' }).click()
    await page.getByText('請重新讀取後再送出').waitFor()
    await page.getByText('改過了').waitFor()
    await page.locator('dialog').getByRole('button', { name: '關團' }).click()
    await page.locator('header:has(h1) .badge', { hasText: '關團' }).waitFor()
    assert.equal((await trip(id)).status, 'closed')
  })

  test('all travelers of a trip are shown, however many pages their list has', async () => {
    const { id } = await departing('PRG', 27)
    const total = (await op.get(`/travelers?planned_trip_id=${id}&per_page=100`)).data.length
    const page = await as('op')
    await page.route('**/api/travelers?*', (route) =>
      route.continue({ url: route.request().url().replace('per_page=100', 'per_page=5') }),
    )
    await page.goto(`/desk/trips/${id}?tab=people`)
    await page
      .locator('role=list[name="旅客"] >> role=listitem')
      .nth(total - 1)
      .waitFor()
    assert.ok(total > 5)
    assert.equal(await page.locator('role=list[name="旅客"] >> role=listitem').count(), total)
  })

  test('a deadline is ticked off', async () => {
    const { id } = await departing('DAD', 30)
    const page = await as('op')
    await page.goto(`/desk/trips/${id}`)
    await page.locator('role=region[name="期限"] >> role=checkbox').first().click()
    await page.locator('role=region[name="期限"] >> role=checkbox[checked=true]').first().waitFor()
    // Keyboard users continue from here.
    await page.locator('role=region[name="期限"] >> input:focus').waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('rooms are arranged by keyboard and by dragging, faults are shown at once, and unsaved changes survive a reload', async () => {
    const { id } = await departing('TYO', 6)
    const page = await as('op')
    await page.goto(`/desk/trips/${id}?tab=rooms`)
    const room = (number: number) => page.getByRole('region', { name: `${number} 號房`, exact: true })
    const guest = (name: string) => page.locator('button[draggable=true]', { hasText: name })

    await guest('許承恩').focus()
    await page.keyboard.press('Enter')
    await room(2).getByRole('button', { name: '放這裡' }).focus()
    await page.keyboard.press('Enter')
    await room(2).getByText('雙床房有 2 張床，住了 3 位').waitFor()
    await room(2).getByLabel('2 號房的房型').selectOption('triple')
    await page.getByText('三人房需要 4 間，飯店只留 3 間').waitFor()

    await guest('彭家銘').dragTo(room(1))
    await room(1).getByText('彭家銘').waitFor()
    await guest('彭婉真').click()
    await page.getByRole('region', { name: '還沒有房間' }).getByRole('button', { name: '放這裡' }).click()
    await page.getByText('1 位還沒有房間').waitFor()
    await room(3).getByText('沒有人住').waitFor()
    await page.getByRole('button', { name: '移除 3 號房' }).click()
    await page.getByRole('button', { name: '自動分房' }).click()
    await page.reload()
    await room(1).getByText('彭家銘').waitFor()
    await page.getByRole('button', { name: '儲存分房' }).click()
    // Somebody has a single room now, so the office is asked whether the price follows.
    await page.getByRole('button', { name: '儲存，維持原價' }).click()
    await page.getByText('分房已儲存').waitFor()
    const { data } = await op.get(`/planned-trips/${id}/rooms`)
    const [first, second, ...others] = data[0].rooms.map(
      ({ type, travelers }: { type: string; travelers: { name: string }[] }) => [
        type,
        ...travelers.map(({ name }) => name),
      ],
    )
    assert.deepEqual(
      [first, second, others.at(-1)],
      [
        ['triple', '許家豪', '許羽彤', '彭家銘'],
        ['triple', '許承恩', '蔡佳穎', '蔡淑芬'],
        ['single', '彭婉真'],
      ],
    )
    // The browser reports the refusal that asks the question.
    assert.deepEqual(
      page.faults.filter((fault) => !fault.includes('422')),
      [],
    )
  })

  test('each line of the readiness leads to where it is mended', async () => {
    const trips = (await op.get('/planned-trips?readiness=red&per_page=100')).data
    const kinds = (trip: { readiness: { reasons: { kind: string }[] } }) =>
      trip.readiness.reasons.map(({ kind }) => kind)
    const trip = trips.find((each: Parameters<typeof kinds>[0]) =>
      ['assembly', 'departure_notices'].every((kind) => kinds(each).includes(kind)),
    )
    assert.ok(trip, 'a trip of the demo has no assembly and no departure notices yet')
    const page = await as('op')
    await page.goto(`/desk/trips/${trip.id}`)
    const card = page.getByRole('region', { name: '準備狀況' })
    await card.getByRole('button', { name: '集合時間或地點未填' }).click()
    await page.locator('dialog').getByRole('heading', { name: '修改這一團' }).waitFor()
    await page.locator('dialog').getByRole('button', { name: '關閉' }).click()
    await card.getByRole('link', { name: '行前通知書尚未寄出' }).click()
    await page.waitForURL(/tab=papers/)
    assert.deepEqual(page.faults, [])
  })

  test('automatic rooms mark strangers who share, and do not pair them if asked', async () => {
    const { id } = await departing('TYO', 6)
    const page = await as('op')
    await page.goto(`/desk/trips/${id}?tab=rooms`)
    const marks = page.getByText('不同訂單同房，請先徵得同意')
    await page.getByRole('region', { name: '1 號房', exact: true }).waitFor()
    // Everybody leaves the rooms.
    const chips = page.locator('section[aria-label$="號房"] button[draggable=true]')
    while ((await chips.count()) > 0) {
      await chips.first().click()
      await page.getByRole('region', { name: '還沒有房間' }).getByRole('button', { name: '放這裡' }).click()
    }
    await page.getByRole('button', { name: '自動分房' }).click()
    await marks.first().waitFor()
    await page.getByRole('button', { name: '還原' }).click()
    while ((await chips.count()) > 0) {
      await chips.first().click()
      await page.getByRole('region', { name: '還沒有房間' }).getByRole('button', { name: '放這裡' }).click()
    }
    await page.getByLabel('自動分房不讓不同訂單的人同房').check()
    await page.getByRole('button', { name: '自動分房' }).click()
    await page.getByText('每個人都有房間').waitFor()
    assert.equal(await marks.count(), 0)
    assert.deepEqual([await violations(page), page.faults], [[], []])
    await page.getByRole('button', { name: '還原' }).click()
  })

  test('saving rooms after a colleague shows the differences and keeps the own changes', async () => {
    const { id } = await departing('TYO', 6)
    const page = await as('op')
    await page.goto(`/desk/trips/${id}?tab=rooms`)
    const room = (number: number) => page.getByRole('region', { name: `${number} 號房`, exact: true })
    const guest = (name: string) => page.locator('button[draggable=true]', { hasText: name })
    const [plan] = (await op.get(`/planned-trips/${id}/rooms`)).data
    type Shown = { id: number; type: string; has_leader: boolean; travelers: { traveler_id: number; name: string }[] }
    const [first, second]: Shown[] = plan.rooms
    const [mine, theirs] = [first?.travelers[0], second?.travelers[0]]
    await guest(mine?.name ?? '').dragTo(page.getByRole('region', { name: '還沒有房間' }))
    await page.getByText('1 位還沒有房間').waitFor()

    const rooms = plan.rooms.map(({ id, type, has_leader, travelers }: Shown) => ({
      id,
      type,
      has_leader,
      traveler_ids: travelers.map(({ traveler_id }) => traveler_id).filter((each) => each !== theirs?.traveler_id),
    }))
    const saved = await op.put(
      `/planned-trips/${id}/stays/${plan.id}/rooms`,
      { rooms, supplements: 'keep' },
      { 'if-match': `"${plan.version}"` },
    )
    assert.equal(saved.status, 200)
    await page.getByRole('button', { name: '儲存分房' }).click()
    await page.getByText(`${theirs?.name}：2 號房 → 沒有房間`).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: '套用我的更動' }).click()
    await page.getByText('2 位還沒有房間').waitFor()
    await room(1)
      .getByText(first?.travelers[1]?.name ?? '')
      .waitFor()
    await page.getByRole('button', { name: '儲存分房' }).click()
    await page.getByText('分房已儲存').waitFor()
    const [after] = (await op.get(`/planned-trips/${id}/rooms`)).data
    assert.deepEqual(
      [after.version, after.without_room.map(({ name }: { name: string }) => name).sort()],
      [plan.version + 2, [mine?.name, theirs?.name].sort()],
    )
  })
})
