import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noConsole, openConsole, violations } from '../console.ts'

suite('people, rooms and hotels of a trip in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing } = await openConsole()
  const op = await caller('op')
  const { id } = await departing('TYO', 6)
  type Room = { has_leader: boolean; travelers: { name: string }[] }
  const plans = async () => (await op.get(`/planned-trips/${id}/rooms`)).data

  test('all travelers are in one table, which is filtered by missing data and by a name as on tickets', async () => {
    const page = await as('op')
    await page.goto(`/desk/trips/${id}?tab=people`)
    await page.getByRole('button', { name: '旅客總表' }).click()
    const table = page.getByRole('table')
    const row = table.getByRole('row', { name: /蔡佳穎/ })
    await row.getByText('TSAI/CHIA-YING').waitFor()
    await row.getByText('2 號 雙床房').waitFor()
    assert.deepEqual(await table.getByRole('columnheader').allTextContents(), [
      ...['旅客', '電話', '旅客類別', '房間', '餐食與需求', '付款', '證件'],
    ])
    const column = async (nth: number) =>
      (await table.locator(`tbody tr td:nth-child(${nth})`).allInnerTexts()).map((text) => text.trim())
    await page.getByLabel('排序').selectOption('依年齡')
    const ages = (await column(3)).map((text) => Number(/(\d+) 歲/.exec(text)?.[1]))
    // Who has no birth date stands last.
    const known = ages.slice(0, ages.findIndex(Number.isNaN) < 0 ? ages.length : ages.findIndex(Number.isNaN))
    assert.ok(known.length > 2 && ages.slice(known.length).every(Number.isNaN), ages.join())
    assert.deepEqual(
      known,
      known.toSorted((a, b) => a - b),
    )
    await page.getByLabel('排序').selectOption('依房間')
    const rooms = (await column(4)).map((text) => Number.parseInt(text, 10))
    assert.ok(
      rooms.every((room, i) => i === 0 || room >= (rooms[i - 1] ?? 0)),
      rooms.join(),
    )
    await page.getByLabel('找人').fill('TSAI/CHIAYING')
    await table.getByRole('row', { name: /許家豪/ }).waitFor({ state: 'detached' })
    await row.waitFor()
    await page.getByLabel('找人').fill('')
    await page.getByRole('button', { name: /^沒有房間 0$/ }).click()
    await page.getByText('沒有這樣的旅客').waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })

  test('the leader gets a room, and the rooms of one hotel are copied to the others', async () => {
    const page = await as('op')
    const [first, second] = await plans()
    assert.equal(first.rooms.at(-1).has_leader, true)
    const rooms = first.rooms.map(({ travelers, ...room }: { travelers: { traveler_id: number }[] }) => ({
      ...room,
      traveler_ids: travelers.map(({ traveler_id }) => traveler_id),
    }))
    const [one, ...others] = rooms.map(({ id, type, has_leader, traveler_ids }: Record<string, unknown>) => ({
      ...{ id, type, has_leader, traveler_ids },
    }))
    const sent = { rooms: [...others, one], supplements: 'keep' }
    assert.equal((await op.put(`/planned-trips/${id}/stays/${first.id}/rooms`, sent)).status, 200)

    await page.goto(`/desk/trips/${id}?tab=rooms`)
    await page.getByText('領隊', { exact: true }).waitFor()
    await page.getByText('想要安靜、離電梯遠一點的房間。').first().waitFor()
    await page.getByRole('button', { name: '其他飯店照這樣分房…' }).click()
    const sheet = page.getByRole('dialog')
    for (const box of await sheet.getByRole('checkbox').all()) await box.check()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '照樣分房' }).click()
    await sheet.waitFor({ state: 'detached' })
    const now = (await plans()).find((plan: { id: number }) => plan.id === second.id)
    const names = ({ rooms }: { rooms: Room[] }) =>
      rooms.map(({ has_leader, travelers }) => [has_leader, ...travelers.map(({ name }) => name)])
    assert.deepEqual(names(now), names((await plans())[0]))
    assert.deepEqual(page.faults, [])
  })

  test('each hotel has its own rooming list', async () => {
    const page = await as('op')
    await page.goto(`/desk/trips/${id}?tab=papers`)
    const item = page.getByRole('listitem').filter({ hasText: '分房表：品川王子大飯店' }).first()
    const [stay] = await plans()
    const list = `/api/planned-trips/${id}/stays/${stay.id}/rooms`
    assert.equal(await item.getByRole('link', { name: '開啟' }).getAttribute('href'), `${list}?format=pdf&locale=zh-TW`)
    await item.getByRole('button', { name: /^更多/ }).click()
    const hrefOf = (name: string) => item.getByRole('menuitem', { name }).getAttribute('href')
    assert.deepEqual(
      [await hrefOf('中文'), await hrefOf('English'), await hrefOf('XLSX')],
      [`${list}?format=pdf&locale=zh-TW`, `${list}?format=pdf&locale=en`, `${list}?format=xlsx&locale=zh-TW`],
    )
  })

  test('a night that the itinerary names is booked, and an unknown hotel is created on the way', async () => {
    const page = await as('op')
    const [segment] = (await op.get(`/planned-trips/${id}/segments`)).data
    const [stay] = (await op.get(`/planned-trips/${id}/stays`)).data
    await op.put(`/planned-trips/${id}/segments/${segment.id}`, { hotel_name: '新月旅館' })
    const { check_in, check_out } = stay
    assert.equal((await op.put(`/planned-trips/${id}/stays/${stay.id}`, { status: 'cancelled' })).status, 200)
    await page.goto(`/desk/trips/${id}?tab=itinerary`)
    await page.getByRole('button', { name: '訂這家 新月旅館' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: '建立這家飯店' }).click()
    await sheet.getByText('飯店資料裡還沒有「新月旅館」。').waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.waitFor({ state: 'detached' })
    const stays = (await op.get(`/planned-trips/${id}/stays`)).data
    const made = stays.find(({ hotel }: { hotel: { name: string } }) => hotel.name === '新月旅館')
    assert.deepEqual([made.check_in, made.hotel.city_id], [check_in, segment.overnight_city_id])
    assert.ok(made.check_out <= check_out)
  })

  test('a leader without a licence for the trip is not asked for a reason first', async () => {
    const page = await as('op')
    const { data } = await op.get(`/planned-trips/${id}/leader-candidates`)
    const trip = (await op.get(`/planned-trips/${id}`)).data
    type Candidate = { tour_leader: { id: number; name: string } }
    const { tour_leader } = data.find((one: Candidate) => one.tour_leader.id !== trip.assigned_leader_id) as Candidate
    const admin = await caller('admin')
    assert.equal((await admin.put(`/tour-leaders/${tour_leader.id}`, { licenses: [] })).status, 200)
    await page.goto(`/desk/trips/${id}`)
    await page.getByRole('button', { name: '換領隊' }).click()
    const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: tour_leader.name }).first()
    await row.getByText('不能指派').waitFor()
    await row.getByText('執業證未登錄').waitFor()
    assert.equal(await row.getByRole('button').count(), 0)
  })

  test('a package of five days opens with five days', async () => {
    const page = await as('op')
    const body = { package_code: 'FIVE', name: '五日遊', days: 5, min_pax: 4, max_pax: 20 }
    const made = await op.post('/packages', body)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await page.goto(`/desk/packages/${made.data.id}?tab=itinerary`)
    // An earlier refusal is no longer shown once something was saved.
    await page.getByRole('button', { name: '上架' }).click()
    await page.getByRole('alert').getByText('第 5 天沒有行程。').waitFor()
    await page.getByRole('button', { name: '修改 每日行程' }).click()
    for (const day of [1, 2, 3, 4, 5]) await page.getByLabel(`第 ${day} 天的標題`).fill(`第 ${day} 站`)
    await page.getByText('共 5 天', { exact: true }).waitFor()
    await page.getByRole('button', { name: '儲存' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    assert.equal((await op.get(`/packages/${made.data.id}`)).data.segments.length, 5)
  })
})
