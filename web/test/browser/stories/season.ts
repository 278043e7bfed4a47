import assert from 'node:assert/strict'
import { test } from 'node:test'
import { violations } from '../../console.ts'
import { choose, onDay, typeDay } from '../../fields.ts'
import { find, go, type Stage } from './stage.ts'

type Trip = { id: number; serial: string; departure_date: string; assigned_leader_id: number | null }

export const season = ({ desk, caller, db }: Stage) => {
  test('a season from nothing: twenty departures get briefings, hotels, flights and leaders in one sitting', async () => {
    const op = await caller('op')
    const page = await desk('op')
    const sheet = page.locator('dialog')
    await go(page, '出團')
    await page.getByRole('button', { name: '批次開團' }).click()
    await choose(page, '行程', '東京迪士尼親子五日')
    await typeDay(page, '從', onDay(200))
    await typeDay(page, '到', onDay(219))
    for (const day of ['週一', '週二', '週三', '週四', '週五', '週六', '週日']) await sheet.getByLabel(day).check()
    await sheet.getByLabel('說明會在出發前幾天').fill('7')
    await sheet.getByLabel('說明會開始時間').fill('19:00')
    await sheet.getByLabel('說明會結束時間').fill('20:30')
    await sheet.getByRole('button', { name: '預覽' }).click()
    await sheet.getByRole('button', { name: '開 20 團' }).click()
    await page.waitForURL(/from=/)
    const trips = async (): Promise<Trip[]> =>
      (await op.get(`/planned-trips?from=${onDay(200)}&to=${onDay(219)}&q=TYO&per_page=100&sort=departure_date`)).data
    const planned = await trips()
    assert.equal(planned.length, 20)

    await page.getByRole('searchbox').fill('TYO')
    await page.waitForURL(/q=TYO/)
    await page.getByText('20 團', { exact: true }).waitFor()
    await page.locator('thead').getByRole('checkbox').check()
    await page.getByText('已選 20 團').waitFor()

    await page.getByRole('button', { name: '飯店…' }).click()
    await sheet.getByRole('button', { name: '預覽' }).click()
    await sheet.getByText('將變更').nth(19).waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '套用到 20 團' }).click()
    await sheet.getByRole('region', { name: '結果' }).getByText('已變更').nth(19).waitFor()
    await sheet.getByRole('button', { name: '完成' }).click()

    await page.getByRole('button', { name: '航班…' }).click()
    await sheet.getByLabel('航空公司的行程文字').fill('BR198 28JAN TPENRT 0850 1310\nBR197 01FEB NRTTPE 1420 1705')
    await sheet.getByRole('button', { name: '預覽' }).click()
    await sheet.getByRole('button', { name: '套用到 20 團' }).click()
    await sheet.waitFor({ state: 'detached' })

    await page.getByRole('link', { name: '領隊…' }).click()
    await page.getByRole('heading', { name: '排所選團的領隊' }).waitFor()
    await page.locator('tbody tr').first().waitFor()
    const led = await page.locator('tbody tr').count()
    assert.ok(led > 0)
    await page.getByRole('button', { name: `指派 ${led} 團` }).click()
    await page.getByText(`已指派 ${led} 團的領隊`).waitFor()

    const ids = planned.map(({ id }) => id)
    const counted = async (table: 'planned_trip_stays' | 'planned_trip_flights' | 'seminar_sessions') => {
      const rows = db.selectFrom(table).select('planned_trip_id').distinct().where('planned_trip_id', 'in', ids)
      return (await rows.execute()).length
    }
    assert.deepEqual(
      [await counted('planned_trip_stays'), await counted('planned_trip_flights'), await counted('seminar_sessions')],
      [20, 20, 20],
    )
    assert.equal((await trips()).filter(({ assigned_leader_id }) => assigned_leader_id !== null).length, led)
    assert.deepEqual(page.faults, [])
  })

  test('two departures become one: the preview tells what becomes of each booking, and the empty trip is cancelled', async () => {
    const op = await caller('op')
    const { data } = await op.get(`/planned-trips?from=${onDay(200)}&to=${onDay(219)}&q=TYO&sort=departure_date`)
    const [small, other] = data as [Trip, Trip]
    for (const { id } of [small, other]) await op.put(`/planned-trips/${id}/status`, { status: 'open' })
    const sales = await caller('sales')
    const made = await sales.post('/bookings', {
      planned_trip_id: small.id,
      contact: { name: '洪合併', phone: '0912345678', email: 'merged@example.com' },
      travelers: [{ name: '洪合併' }, { name: '洪同行' }],
      payment_method: 'bankTransfer',
      travel_purpose: 'family',
      marketing_source: 'referral',
      privacy_consent: true,
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))

    const page = await desk('op')
    const sheet = page.locator('dialog')
    await find(page, '出團', small.serial)
    await page.getByRole('button', { name: '更多' }).first().click()
    await page.getByRole('menuitem', { name: '併團或分團…' }).click()
    await sheet.getByText('洪合併').waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('searchbox').fill(other.serial)
    await sheet.getByRole('button', { name: new RegExp(other.serial) }).click()
    await sheet.getByLabel('原因').fill('兩團人數不足，合併出發')
    await sheet.getByLabel(`全部移走後，取消 ${small.serial}`).check()
    await sheet.getByRole('button', { name: '預覽' }).click()
    await sheet.getByText('將移動').waitFor()
    assert.match((await sheet.textContent()) ?? '', /2 個名額；團費 NT\$[\d,]+ 不變.*轉團信寄給聯絡人/)
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '移動 1 筆訂單' }).click()
    await sheet.getByText(`${small.serial} 已取消。`).waitFor()
    await sheet.getByRole('button', { name: '完成' }).click()
    await page.locator('header:has(h1) .badge', { hasText: '已取消' }).waitFor()
    const { data: booking } = await sales.get(`/bookings/${made.data.id}`)
    assert.equal(booking.planned_trip_id, other.id)
    assert.deepEqual(page.faults, [])
  })
}
