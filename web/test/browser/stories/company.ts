import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { workbook } from '../../../../test/fixtures/moving.ts'
import { isTooWide, sizes, violations } from '../../console.ts'
import { eventually } from '../../eventually.ts'
import { onDay } from '../../fields.ts'
import { find, type Stage } from './stage.ts'

/** Twenty people as their company lists them: a title, own headings, days of the Republic, telephone numbers without their zero. */
const employees = Array.from({ length: 20 }, (_, i) => ({
  name: `大發員工${'一二三四五六七八九十'[i % 10]}${i < 10 ? '' : '乙'}`,
  gender: i % 2 ? '女' : '男',
  birth: i === 6 ? '75/13/5' : `民國${60 + i}年${(i % 12) + 1}月5日`,
  mobile: i === 11 ? '12' : 912345600 + i,
  meal: i === 3 ? '素' : '葷',
}))

const paste = (field: Locator, text: string) =>
  field.evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', given)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

export const company = ({ caller, desk, bookingOf, db }: Stage) => {
  test('a company of twenty arrives as an Excel list: two cells are mended in the table, and one press makes the booking', async () => {
    const op = await caller('op')
    const { data: packages } = await op.get('/packages?status=published')
    const plan = { package_id: packages[0].id, departure_date: onDay(70), status: 'open', min_pax: 1, capacity: 30 }
    const { id: trip } = (await op.post('/planned-trips', plan)).data
    const page = await desk('sales')
    await page.goto(`/desk/trips/${trip}`)
    await page.getByRole('button', { name: '新增訂單' }).first().click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('姓名').first().fill('大發股份有限公司 王經理')
    await sheet.getByLabel('電話').fill('02-2555-0100')
    await sheet.getByRole('button', { name: '從 Excel 貼上…' }).click()
    assert.deepEqual(await violations(page), [])

    const rows = employees.map(({ name, gender, birth, mobile, meal }, i) => [i + 1, name, gender, birth, mobile, meal])
    const headings = ['序號', '員工姓名', '性別', '出生年月日(民國)', '行動電話', '葷素']
    const file = await workbook({
      名單: [['大發股份有限公司 2027 員工旅遊', null, null, null, null, null], headings, ...rows],
    })
    await sheet
      .locator('input[type=file]')
      .setInputFiles({ name: '員工旅遊名單.xlsx', mimeType: 'application/octet-stream', buffer: file })
    await sheet.getByText('有 2 處要修正').waitFor()
    assert.equal(await sheet.getByLabel('「出生年月日(民國)」這一欄是').inputValue(), 'birth_date')
    assert.equal(await sheet.getByLabel('第 3 列 手機', { exact: true }).inputValue(), '0912345600')
    assert.equal(await sheet.getByLabel('第 3 列 出生日期').inputValue(), '1971-01-05')
    assert.equal(await sheet.getByRole('button', { name: '建立訂單' }).isDisabled(), true)
    assert.deepEqual(await violations(page), [])
    for (const size of [sizes.phone, sizes.desk]) {
      await page.setViewportSize(size)
      assert.equal(await isTooWide(page), false)
    }

    await sheet.getByRole('button', { name: '到下一處' }).click()
    const wrongDay = sheet.getByLabel('第 9 列 出生日期')
    await eventually(() => wrongDay.evaluate((element) => element === document.activeElement), true)
    assert.equal(await wrongDay.getAttribute('aria-invalid'), 'true')
    await wrongDay.fill('75/12/5')
    await wrongDay.press('Enter')
    await sheet.getByText('有 1 處要修正').waitFor()
    await sheet.getByRole('button', { name: '到下一處' }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('0912-345-611')
    await page.keyboard.press('Tab')
    await sheet.getByText('20 列都正確').waitFor()
    await sheet.getByRole('button', { name: '建立訂單' }).click()
    await page.waitForURL(/\/bookings\/\d+$/)

    const { id } = await bookingOf('大發股份有限公司 王經理')
    const { data: booking } = await (await caller('sales')).get(`/bookings/${id}`)
    assert.deepEqual([booking.status, booking.party_size, booking.planned_trip_id], ['held', 20, trip])
    const people = await db
      .selectFrom('travelers')
      .select(['name', 'gender', 'mobile', 'meal_requirement', 'passenger_type'])
      .where('booking_id', '=', id)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      [people[3], people[6], people[11]].map((one) => one && Object.values(one)),
      [
        ['大發員工四', 'female', '0912345603', 'vegetarian', 'adult'],
        ['大發員工七', 'male', '0912345606', 'none', 'adult'],
        ['大發員工二乙', 'female', '0912-345-611', 'none', 'adult'],
      ],
    )
    assert.deepEqual(page.faults, [])
  })

  test('the passports of the company come later, pasted without headings: who is there is completed, and one more is added', async () => {
    const { id, booking_number } = await bookingOf('大發股份有限公司 王經理')
    const page = await desk('sales')
    await find(page, '訂單', booking_number)
    await page.getByRole('button', { name: '從 Excel 貼上…' }).click()
    const sheet = page.locator('dialog')
    const cells = [...employees.slice(0, 3).map(({ name }) => name), '大發眷屬'].map((name, i) => [
      name,
      `31234567${i}`,
      '2035/5/6',
      i === 3 ? '素食者' : '素',
    ])
    await paste(sheet.getByLabel('名單', { exact: true }).first(), cells.map((row) => row.join('\t')).join('\n'))
    // 素 and 素食者 are not enough to tell meals by.
    await sheet.getByLabel('「D」這一欄是').waitFor()
    await sheet.getByLabel('「D」這一欄是').selectOption({ label: '餐食需求' })
    await sheet.getByText('有 1 處要修正').waitFor()
    await sheet.locator('tr', { hasText: '要修正' }).getByLabel('第 4 列 餐食需求').fill('素食')
    await page.keyboard.press('Enter')
    await sheet.getByText('4 列都正確').waitFor()
    assert.equal(await sheet.locator('tbody tr', { hasText: '將補齊' }).count(), 3)
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '寫入 4 位' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('已新增 1 位、補齊 3 位旅客').waitFor()
    const { data: people } = await (await caller('sales')).get(`/travelers?booking_id=${id}&sort=id&per_page=50`)
    assert.deepEqual(
      [
        people.length,
        people[0].passport_number,
        people[0].passport_expires_on,
        people[20].name,
        people[20].meal_requirement,
      ],
      [21, '•••670', '2035-05-06', '大發眷屬', 'vegetarian'],
    )
    assert.deepEqual(page.faults, [])
  })

  test('the guests of a talk are pasted too', async () => {
    const op = await caller('op')
    const { data: seminar } = await op.post('/seminars', { title: '大發員工旅遊說明', kind: 'product_talk' })
    const session = {
      starts_at: `${onDay(20)}T19:00`,
      ends_at: `${onDay(20)}T20:00`,
      venue: '大發會議室',
      status: 'open',
    }
    const { data: talk } = await op.post(`/seminars/${seminar.id}/sessions`, session)
    const page = await desk('sales')
    await page.goto(`/desk/sessions/${talk.id}`)
    await page.getByRole('button', { name: '從 Excel 貼上…' }).click()
    const sheet = page.locator('dialog')
    await sheet
      .getByLabel('名單', { exact: true })
      .first()
      .fill('姓名\t手機\t人數\n王大發\t912000111\t2\n李大發\t912000112\t1')
    await sheet.getByRole('button', { name: '讀取名單' }).click()
    await sheet.getByText('2 列都正確').waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '加入 2 位' }).click()
    await page.locator('tbody tr', { hasText: '王大發' }).getByText('0912000111').waitFor()
    assert.deepEqual(page.faults, [])
  })
}
