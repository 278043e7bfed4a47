import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noConsole, openConsole, violations } from '../console.ts'
import { textOf } from '../downloads.ts'

const ticks = (page: Page) => page.locator('tbody').getByRole('checkbox')
/** A day some days later. */
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const headings = (page: Page) => page.locator('thead').getByRole('columnheader').allTextContents()

suite('lists in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, db } = await openConsole()

  test('chosen columns stand in the address, sort the list, and come back with a saved view', async () => {
    const page = await as('sales')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/desk/bookings')
    await page.locator('tbody a').first().waitFor()
    assert.deepEqual(await headings(page), ['', '聯絡人、編號', '團', '負責業務', '狀態', '付款期限', '未付／總額'])
    await page.getByText('欄位', { exact: true }).click()
    assert.equal(await page.getByLabel('聯絡人、編號').isDisabled(), true)
    await page.getByLabel('電話').check()
    await page.getByLabel('建立時間').check()
    await page.getByLabel('付款期限').uncheck()
    assert.deepEqual(await violations(page), [])
    await page.waitForURL(/show=booking%2Cphone%2Ctrip%2Csales%2Ccreated%2Cstatus%2Cbalance/)
    assert.deepEqual(await headings(page), [
      '',
      '聯絡人、編號',
      '電話',
      '團',
      '負責業務',
      '建立時間',
      '狀態',
      '未付／總額',
    ])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: '建立時間' }).click()
    await page.waitForURL(/sort=created_at/)

    await page.getByText('檢視', { exact: true }).click()
    await page.getByRole('button', { name: '儲存目前的條件…' }).click()
    await page.getByLabel('名稱').fill('打電話用')
    await page.getByRole('button', { name: '儲存', exact: true }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    const { data: views } = await (await caller('sales')).get('/views?list=bookings')
    assert.deepEqual(
      views.map(({ filters, sort, columns }: Record<string, unknown>) => ({ filters, sort, columns })),
      [
        {
          filters: {},
          sort: 'created_at',
          columns: ['booking', 'phone', 'trip', 'sales', 'created', 'status', 'balance'],
        },
      ],
    )

    await page.goto('/desk/bookings')
    await page.getByText('檢視', { exact: true }).click()
    await page.getByRole('link', { name: '打電話用' }).click()
    await page.waitForURL(/sort=created_at/)
    await page.getByRole('columnheader', { name: '電話' }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('compact rows stay chosen after a reload, and are lower', async () => {
    const page = await as('op')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/desk/trips')
    const height = async () => (await page.locator('tbody tr:has(a)').first().boundingBox())?.height ?? 0
    await page.locator('tbody a').first().waitFor()
    const roomy = await height()
    await page.getByText('欄位', { exact: true }).click()
    await page.getByLabel('緊密顯示').check()
    await page.reload()
    await page.locator('tbody a').first().waitFor()
    const dense = await height()
    assert.ok(dense < roomy, `${dense} px instead of ${roomy}`)
    await page.getByText('欄位', { exact: true }).click()
    await page.getByLabel('緊密顯示').uncheck()
  })

  test('trips stand below their months as long as they are in order of departure', async () => {
    const page = await as('op')
    await page.goto('/desk/trips')
    const months = page.locator('th[scope=rowgroup]')
    await months.first().waitFor()
    const [first = ''] = await months.allTextContents()
    assert.match(first, /^\d{4}年\d{1,2}月$/)
    await page.getByRole('link', { name: '團', exact: true }).click()
    await page.waitForURL(/sort=serial/)
    await months.first().waitFor({ state: 'detached' })
  })

  test('rows are ticked with Shift and with the keyboard, on several pages, until the filter changes', async () => {
    const page = await as('op')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/desk/trips')
    await ticks(page).nth(1).click()
    await ticks(page)
      .nth(4)
      .click({ modifiers: ['Shift'] })
    const selected = page.locator('role=region[name="已選取的項目"]')
    await selected.getByText('已選 4 團').waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await selected.getByText('已選 6 團').waitFor()
    assert.equal(await ticks(page).nth(6).isChecked(), true)
    await page.keyboard.press('Space')
    await selected.getByText('已選 5 團').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Control+a')
    await selected.getByText('已選 20 團').waitFor()
    await page.getByRole('link', { name: '下一頁' }).click()
    await ticks(page).nth(19).waitFor({ state: 'detached' })
    await ticks(page).first().click()
    await selected.getByText('已選 21 團').waitFor()
    await page.getByRole('button', { name: '未派領隊' }).click()
    await selected.waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test('many trips are changed at once: shown before, all or none, the refused ones left out on request', async () => {
    const op = await caller('op')
    const { data: listed } = await op.get('/planned-trips?sort=departure_date&status=open&per_page=2')
    const { data: cancelled } = await op.get('/planned-trips?status=cancelled&per_page=1')
    const [first, second] = listed
    const page = await as('op')
    await page.goto('/desk/trips?when=all&sort=serial')
    await page.getByLabel('每頁筆數').selectOption('100')
    for (const { serial } of [first, second, cancelled[0]]) await page.getByLabel(`選取 ${serial}`).check()
    await page.getByRole('button', { name: '修改…' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('名額', { exact: true }).fill('一百')
    await sheet.getByRole('button', { name: '預覽' }).click()
    await sheet.getByRole('alert').first().waitFor()
    await sheet.getByLabel('名額', { exact: true }).fill('４４')
    await sheet.getByRole('button', { name: '預覽' }).click()
    const preview = sheet.locator('role=region[name="預覽"]')
    await preview.getByText('將變更').first().waitFor()
    assert.deepEqual(await violations(page), [])
    const skip = sheet.getByRole('button', { name: '略過不能變更的' })
    if (await skip.isVisible()) await skip.click()
    await sheet.getByRole('button', { name: /^修改 \d 團$/ }).click()
    await sheet.waitFor({ state: 'detached' })
    for (const { id } of [first, second]) assert.equal((await op.get(`/planned-trips/${id}`)).data.capacity, 44)
    await page.getByLabel('每頁筆數').selectOption('20')
  })

  test('the text of an airline gives flights to many trips; a cancelled one is left out', async () => {
    const op = await caller('op')
    const { data: listed } = await op.get('/planned-trips?sort=-departure_date&status=open&per_page=2')
    const { data: cancelled } = await op.get('/planned-trips?status=cancelled&per_page=1')
    const page = await as('op')
    await page.goto('/desk/trips?when=all&sort=serial')
    await page.getByLabel('每頁筆數').selectOption('100')
    for (const { serial } of [...listed, ...cancelled]) await page.getByLabel(`選取 ${serial}`).check()
    await page.getByRole('button', { name: '航班…' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('航空公司的行程文字').fill('明天早上的飛機')
    await sheet.getByRole('button', { name: '預覽' }).click()
    await sheet.getByText('讀不懂第 1 行').waitFor()
    await sheet.getByLabel('航空公司的行程文字').fill('BR198 28JAN TPENRT 0850 1310\nBR197 01FEB NRTTPE 1420 1705')
    await sheet.getByRole('button', { name: '預覽' }).click()
    await sheet.getByText('有項目不能變更').waitFor()
    assert.equal(await sheet.getByRole('button', { name: '套用到 2 團' }).isDisabled(), true)
    await sheet.getByRole('button', { name: '略過不能變更的' }).click()
    await sheet.getByText('有項目不能變更').waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: '套用到 2 團' }).click()
    await sheet.waitFor({ state: 'detached' })
    for (const { id, departure_date } of listed) {
      const { data: flights } = await op.get(`/planned-trips/${id}/flights`)
      const [out] = flights
      assert.deepEqual(
        [flights.map((flight: { flight_number: string }) => flight.flight_number), out.departs_local],
        [['BR198', 'BR197'], `${departure_date}T08:50`],
      )
    }
    await page.getByLabel('每頁筆數').selectOption('20')
  })

  test('flights by the days of the program go to many departures, each on its own dates', async () => {
    const op = await caller('op')
    const { data: listed } = await op.get('/planned-trips?sort=-departure_date&status=open&per_page=2')
    const { data: cancelled } = await op.get('/planned-trips?status=cancelled&per_page=1')
    const page = await as('op')
    await page.goto('/desk/trips?when=all&sort=serial')
    await page.getByLabel('每頁筆數').selectOption('100')
    for (const { serial } of [...listed, ...cancelled]) await page.getByLabel(`選取 ${serial}`).check()
    await page.getByRole('button', { name: '航班…' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('航班來源').selectOption('days')
    const flight = (n: number) => sheet.getByRole('group', { name: `航班 ${n}` })
    const [out, extra, back] = [flight(1), flight(2), flight(3)]
    await sheet.getByRole('button', { name: '加一個航班' }).click()
    const fill = async (row: ReturnType<typeof flight>, values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values)) await row.getByLabel(label).fill(value)
    }
    const leaving = {
      航班號碼: 'jx 800',
      出發機場: 'tpe',
      抵達機場: 'NRT',
      '起飛（當地）': '2330',
      '抵達（當地）': '03:55',
    }
    await fill(out, leaving)
    await out.getByLabel('抵達日').selectOption('1')
    await fill(back, {
      第幾天: '4',
      ...{ 航班號碼: 'JX801', 出發機場: 'NRT', 抵達機場: 'TPE', '起飛（當地）': '14:20', '抵達（當地）': '17:05' },
    })
    await extra.getByRole('button', { name: '移除航班 2' }).click()
    await back.waitFor({ state: 'detached' })
    assert.equal(await extra.getByLabel('航班號碼').inputValue(), 'JX801')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '預覽' }).click()
    await sheet.getByText('有項目不能變更').waitFor()
    await sheet.getByRole('button', { name: '略過不能變更的' }).click()
    await sheet.getByText('有項目不能變更').waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: '套用到 2 團' }).click()
    await sheet.waitFor({ state: 'detached' })
    for (const { id, departure_date } of listed) {
      const { data: flights } = await op.get(`/planned-trips/${id}/flights`)
      assert.deepEqual(
        flights.map(({ flight_number, departs_local, arrives_local }: Record<string, string>) => [
          ...[flight_number, departs_local, arrives_local],
        ]),
        [
          ['JX800', `${departure_date}T23:30`, `${dayAfter(departure_date, 1)}T03:55`],
          ['JX801', `${dayAfter(departure_date, 3)}T14:20`, `${dayAfter(departure_date, 3)}T17:05`],
        ],
      )
    }
    await page.getByLabel('每頁筆數').selectOption('20')
  })

  test('many trips get the hotels of their packages; a cancelled one is left out, a confirmed night stays', async () => {
    const op = await caller('op')
    const { data: all } = await op.get('/planned-trips?sort=-departure_date&status=open&per_page=100')
    const listed = all.filter(({ package_id }: { package_id: number | null }) => package_id !== null).slice(0, 2)
    const { data: cancelled } = await op.get('/planned-trips?status=cancelled&per_page=1')
    const nightsOf = async (
      id: number,
    ): Promise<{ hotel_name: string | null; legs: { id: number; type: string }[] }[]> =>
      (await op.get(`/planned-trips/${id}/segments`)).data
    const former = 'the hotel of last season'
    const ids = listed.map(({ id }: { id: number }) => id)
    await db
      .updateTable('planned_trip_segments')
      .set({ hotel_name: former })
      .where('planned_trip_id', 'in', ids)
      .execute()
    const page = await as('op')
    await page.goto('/desk/trips?when=all&sort=serial')
    await page.getByLabel('每頁筆數').selectOption('100')
    for (const { serial } of [...listed, ...cancelled]) await page.getByLabel(`選取 ${serial}`).check()
    await page.getByRole('button', { name: '飯店…' }).press('Enter')
    const sheet = page.locator('dialog')
    await sheet.getByRole('button', { name: '預覽' }).press('Enter')
    await sheet.getByText('只能為尚未出發、未取消的團套用飯店').waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '略過不能變更的' }).press('Enter')
    await sheet.getByText('有項目不能變更').waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: '套用到 2 團' }).press('Enter')
    const result = sheet.getByRole('region', { name: '結果' })
    await result.waitFor()
    assert.equal(await result.getByText('已變更').count(), 2)
    await sheet.getByRole('button', { name: '完成' }).press('Enter')
    await sheet.waitFor({ state: 'detached' })
    for (const id of ids) {
      const nights = await nightsOf(id)
      assert.ok(nights.length > 0 && nights.every(({ hotel_name }) => hotel_name !== former), `trip ${id}`)
    }
    await page.getByLabel('每頁筆數').selectOption('20')
  })

  test('papers are requested of many travelers at once, each only for what is not there', async () => {
    const sales = await caller('sales')
    const page = await as('sales')
    await page.goto('/desk/travelers?status=active')
    await ticks(page).nth(0).click()
    await ticks(page)
      .nth(2)
      .click({ modifiers: ['Shift'] })
    await page.getByRole('button', { name: '請補件…' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('護照').uncheck()
    await sheet.getByLabel('保險').check()
    await sheet.getByRole('button', { name: '預覽' }).click()
    await sheet.getByText('將變更').nth(2).waitFor()
    await sheet.getByRole('button', { name: '請 3 位補件' }).click()
    await sheet.waitFor({ state: 'detached' })
    const { data: requested } = await sales.get('/traveler-documents?kind=insurance&status=missing&per_page=100')
    assert.ok(requested.length >= 3, `${requested.length} requested`)
    assert.deepEqual(page.faults, [])
  })

  test('a manager finds what nobody looks after, hands it over with a note, and takes the ticked ones as a file', async () => {
    const manager = await caller('manager')
    const admin = await caller('admin')
    const { data: people } = await admin.get('/users?role=sales&status=active')
    const [seller] = people
    const { data: some } = await manager.get('/bookings?status=confirmed&sort=booking_number&per_page=3')
    const ids: number[] = some.map(({ id }: { id: number }) => id)
    await db.updateTable('bookings').set({ sales_user_id: null }).where('id', 'in', ids).execute()
    const page = await as('manager')
    await page.goto('/desk/bookings?sort=booking_number')
    await page.getByRole('button', { name: '更多篩選' }).click()
    await page.getByRole('button', { name: '無人負責', exact: true }).click()
    await page.getByText('3 筆', { exact: true }).waitFor()
    await page.getByLabel('選取這一頁').check()
    await page.getByRole('button', { name: '移交…' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('負責業務').fill(seller.name)
    await page.getByRole('option', { name: seller.name }).click()
    await sheet.getByLabel('備註').fill('請週五前聯絡')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '預覽' }).click()
    await sheet.getByText('將移交').nth(2).waitFor()
    await sheet.getByRole('button', { name: '移交 3 筆' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('沒有符合的資料').waitFor()

    await page.goto(`/desk/bookings?sort=booking_number&sales_user_id=${seller.id}&status=confirmed`)
    for (const { booking_number } of some) await page.getByLabel(`選取 ${booking_number}`).check()
    await page.getByRole('button', { name: '匯出…' }).click()
    await sheet.getByText('已選取的 3 筆').waitFor()
    await sheet.getByLabel('格式').selectOption('csv')
    const download = page.waitForEvent('download')
    await sheet.getByRole('button', { name: '下載' }).click()
    const [heading = '', ...rows] = (await textOf(await download)).trimEnd().split('\r\n')
    assert.match(heading, /負責業務/)
    assert.deepEqual(
      rows.map((row) => row.split(',')[0]),
      some.map(({ booking_number }: { booking_number: string }) => booking_number),
    )
    assert.ok(rows.every((row) => row.includes(seller.name)))

    await page.goto(`/desk/bookings/${ids[0]}`)
    await page.locator('.facts').getByText(seller.name).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('a list is downloaded with its filter and the chosen columns', async () => {
    const page = await as('op')
    await page.goto('/desk/trips?status=open')
    await page.getByRole('button', { name: '匯出' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('格式').selectOption('csv')
    assert.deepEqual(await violations(page), [])
    const download = page.waitForEvent('download')
    await sheet.getByRole('button', { name: '下載' }).click()
    const file = await textOf(await download)
    const [heading = '', first = ''] = file.split('\r\n')
    const { data } = await (await caller('op')).get(`/planned-trips?status=open&per_page=100&from=${today()}`)
    assert.ok(heading.startsWith('\uFEFF團號,'), heading)
    assert.ok(first.startsWith(data[0].serial), first)
    assert.equal(file.trimEnd().split('\r\n').length - 1, data.length)
    assert.deepEqual(page.faults, [])
  })
})

const today = () => new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Taipei' }).format(new Date())
