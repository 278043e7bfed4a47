import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noConsole, openConsole, violations } from '../console.ts'
import { eventually } from '../eventually.ts'
import { dayInWords, onDay, typeWhenAddressFollows } from '../fields.ts'

/** A refusal of what was typed is one of the faults that the browser reports. */
const unexpected = ({ faults }: { faults: string[] }) => faults.filter((fault) => !/422/.test(fault))

suite('bookings and travelers in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing } = await openConsole()
  const sales = await caller('sales')
  const { serial } = await departing('PRG', 27)
  const booking = async (number: string) => {
    const { data } = await sales.get(`/bookings?q=${serial}-${number}`)
    return (await sales.get(`/bookings/${data[0].id}`)).data
  }

  test('a payment is recorded; what is refused stands at its field, and what was typed stays', async () => {
    const before = await booking('002')
    const page = await as('finance')
    await page.goto(`/desk/bookings/${before.id}`)
    await page.getByRole('button', { name: '登記收款' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByText('收到的時間').waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByLabel('金額').fill('1.234')
    await sheet.getByLabel('帳號末五碼').fill('12345')
    await sheet.getByRole('button', { name: '登記', exact: true }).click()
    await sheet.locator('#amount-note.fault').waitFor()
    assert.equal(await sheet.getByLabel('帳號末五碼').inputValue(), '12345')

    // A reload closes the sheet; what was typed waits in it.
    await page.reload()
    await page.getByRole('button', { name: '登記收款' }).click()
    await sheet.getByText('已放回您上次沒有送出的內容').waitFor()
    await sheet.getByText('收到的時間').waitFor()
    await eventually(() => sheet.getByLabel('帳號末五碼').inputValue(), '12345')
    await eventually(() => sheet.getByLabel('金額').inputValue(), '1.234')
    assert.deepEqual(await violations(page), [])
    await sheet.getByLabel('金額').fill('1000')
    await sheet.getByRole('button', { name: '登記', exact: true }).click()
    await page.locator('.money').getByText('12345').waitFor()
    assert.equal((await booking('002')).paid, before.paid + 1000)
    await page.getByRole('button', { name: '登記收款' }).click()
    await sheet.getByText('收到的時間').waitFor()
    assert.equal(await sheet.getByLabel('帳號末五碼').inputValue(), '')
  })

  test('sales book a party of two: a refusal stands at its field, what was typed stays, and the booking is in the list', async () => {
    const trip = await departing('PRG', 27)
    const page = await as('sales')
    await page.goto(`/desk/trips/${trip.id}`)
    await page.getByRole('button', { name: '新增訂單' }).first().click()
    const sheet = page.locator('dialog')
    await sheet.getByText(serial).waitFor()
    await sheet.getByLabel('姓名').first().fill('林測試')
    await sheet.getByLabel('電話').fill('+886 912 000 111')
    await sheet.getByLabel('電子郵件').fill('lin.test@example.com')
    await sheet.getByRole('button', { name: '新增旅客' }).click()
    const [one, two] = [sheet.locator('fieldset').nth(0), sheet.locator('fieldset').nth(1)]
    await one.getByLabel('姓名').fill('林測試')
    await one.getByLabel('出生日期').fill('1980-13-01')
    await one.getByLabel('同房').selectOption('A')
    await two.getByLabel('姓名').fill('林太太')
    await two.getByLabel('出生日期').fill('1982-03-04')
    await two.getByLabel('同房').selectOption('A')
    await sheet.getByLabel('A 房的床').selectOption('double')
    await sheet.getByLabel(/客戶已同意/).check()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '建立訂單' }).click()
    await sheet.locator('[id="travelers.0.birth_date-note"].fault').waitFor()

    // A reload closes the sheet; what was typed waits in it.
    await page.reload()
    await page.getByRole('button', { name: '新增訂單' }).first().click()
    await eventually(() => two.getByLabel('姓名').inputValue(), '林太太')
    await eventually(() => sheet.getByLabel('A 房的床').inputValue(), 'double')
    await eventually(() => one.getByLabel('出生日期').inputValue(), '1980-13-01')
    await one.getByLabel('出生日期').fill('1980-12-01')
    await sheet.getByRole('button', { name: '建立訂單' }).click()
    await page.waitForURL(/\/bookings\/\d+$/)
    const { data } = await sales.get(`/bookings?q=lin.test@example.com`)
    assert.deepEqual([data.length, data[0].party_size, data[0].trip.serial], [1, 2, serial])
    const { data: people } = await sales.get(`/travelers?booking_id=${data[0].id}`)
    assert.deepEqual(
      people.map(({ roommate_group, bed_type }: Record<string, string>) => [roommate_group, bed_type]),
      [
        ['R1', 'double'],
        ['R1', 'double'],
      ],
    )
    await page.goto('/desk/bookings?q=lin.test')
    await page.locator('a.row-link', { hasText: '林測試' }).waitFor()
    assert.deepEqual(unexpected(page), [])
  })

  test('sales change a booking: its contact, a discount that goes again, a payment that was a mistake', async () => {
    const { id } = await booking('002')
    // Of this night in Taipei, when it was still the day before in Greenwich.
    const night = { kind: 'payment', amount: 10, method: 'cash', received_at: `${onDay(0)}T00:00` }
    assert.equal((await sales.post(`/bookings/${id}/payments`, night)).status, 201)
    const before = await booking('002')
    const page = await as('sales')
    await page.goto(`/desk/bookings/${before.id}`)
    await page.locator('.papers b', { hasText: `收款證明 NT$ 10・${dayInWords(onDay(0))}` }).waitFor()
    const sheet = page.locator('dialog')
    await page.getByRole('button', { name: '修改', exact: true }).click()
    await sheet.getByLabel('電話').fill('不是電話')
    await page.keyboard.press('Control+k')
    await sheet.getByLabel('備註').fill('請安排靠窗')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.locator('[id="contact.phone-note"].fault').waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByLabel('電話').fill('+886 912 000 333')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('請安排靠窗').waitFor()
    assert.equal(await page.locator('.palette').count(), 0, 'nothing opens below a sheet')

    await page.getByRole('button', { name: '加價或優惠' }).click()
    await sheet.getByLabel('說明', { exact: true }).fill('老客戶優惠')
    await sheet.getByLabel('單價').fill('500')
    await sheet.getByRole('button', { name: '加入' }).click()
    const line = page.locator('tr', { hasText: '老客戶優惠' })
    await line.waitFor()
    assert.equal((await booking('002')).total, before.total - 500)
    await line.getByRole('button', { name: '移除' }).click()
    await line.getByRole('button', { name: '確定移除？' }).click()
    await line.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: '作廢' }).first().click()
    await sheet.getByLabel('原因').fill('登記錯訂單')
    await sheet.getByRole('button', { name: '作廢', exact: true }).click()
    await page.locator('.money').getByText('已作廢').waitFor()
    const { total, contact, payments } = await booking('002')
    assert.deepEqual([total, contact.phone], [before.total, '+886 912 000 333'])
    assert.equal(payments.filter((each: { voided_at: string | null }) => each.voided_at).length, 1)
    assert.deepEqual(unexpected(page), [])
  })

  test('a booking is moved to another trip after its price was shown', async () => {
    const before = await booking('002')
    const page = await as('sales')
    await page.goto(`/desk/bookings/${before.id}`)
    await page.getByRole('button', { name: '轉團' }).click()
    const sheet = page.locator('dialog')
    await sheet.locator('button.trip', { hasText: 'DAD' }).first().waitFor()
    assert.equal(await sheet.locator('button.trip', { hasText: serial }).count(), 0)
    await sheet.locator('button.trip', { hasText: 'DAD' }).first().click()
    await sheet.getByText('新團費').waitFor()
    assert.deepEqual(await violations(page), [])
    assert.equal((await sales.get(`/bookings/${before.id}`)).data.trip.serial, serial)
    await sheet.getByRole('button', { name: '轉到這一團' }).click()
    await page.locator('.heading a', { hasText: 'DAD' }).waitFor()
    assert.match((await sales.get(`/bookings/${before.id}`)).data.trip.serial, /^DAD/)
    assert.deepEqual(page.faults, [])
  })

  test('a traveler is added to a booking and corrected; what is masked stays as it is', async () => {
    const { id } = await booking('002')
    const page = await as('sales')
    await page.goto(`/desk/bookings/${id}`)
    await page.getByRole('button', { name: '新增旅客' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('姓名', { exact: true }).fill('林小寶')
    await sheet.getByLabel('出生日期').fill('明年')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.locator('#birth_date-note.fault').waitFor()
    await sheet.getByLabel('出生日期').fill('1985-06-07')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.getByRole('link', { name: '林小寶' }).click()
    await page.getByRole('button', { name: '修改', exact: true }).click()
    await sheet.getByText('留空不改').waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByLabel('護照英文姓').fill('lin')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.locator('.heading').getByText('LIN').waitFor()
    const { data } = await sales.get(`/travelers?booking_id=${id}`)
    const { surname_en, birth_date } = data.find(({ name }: { name: string }) => name === '林小寶')
    assert.deepEqual([surname_en, birth_date === null], ['LIN', false])
    assert.deepEqual(unexpected(page), [])
  })

  test('cancelling shows the fee first', async () => {
    const { id } = await booking('001')
    const page = await as('sales')
    await page.goto(`/desk/bookings/${id}`)
    await page.getByRole('button', { name: '取消訂單' }).click()
    await page.getByText('NT$ 9,990').waitFor()
    // The step that holds today stands among the others, and a higher fee needs its proof.
    await page
      .getByRole('region', { name: '取消條款' })
      .locator('div', { hasText: '今天' })
      .getByText('%')
      .first()
      .waitFor()
    await page.getByLabel('取消費').fill('90000')
    await page.getByLabel('原因').fill('家裡有事')
    await page.locator('dialog').getByRole('button', { name: '取消訂單' }).click()
    await page.locator('#fee-note.fault').waitFor()
    await page.getByLabel('取消費').fill('')
    // The agency's own fault costs the customer nothing, and the agency a part of the price beside it.
    await page.getByLabel('取消事由').selectOption('house_fault')
    await page.locator('dialog').getByText('賠償').waitFor()
    assert.equal(await page.getByLabel('取消費').count(), 0)
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('取消事由').selectOption('traveler')
    assert.deepEqual(await violations(page), [])
    assert.equal((await booking('001')).status, 'confirmed')
    await page.getByLabel('原因').fill('家裡有事')
    await page.locator('dialog').getByRole('button', { name: '取消訂單' }).click()
    await page.locator('.heading').getByText('已取消').waitFor()
    const { status, cancellation } = await booking('001')
    const { cause, fee, reason } = cancellation
    assert.deepEqual([status, cause, fee, reason], ['cancelled', 'traveler', 9990, '家裡有事'])
    assert.deepEqual(unexpected(page), [])
  })

  test('a traveler is found, and masked data are shown for a reason', async () => {
    const page = await as('sales')
    await page.goto('/desk/travelers')
    // What is typed while the address follows what was typed before stays.
    await page.getByRole('searchbox').evaluate(typeWhenAddressFollows, '美玲')
    await page.getByRole('searchbox').fill('王')
    await page.waitForURL((url) => url.searchParams.get('q') === '王美玲')
    // What was found before stays in sight until the answer is there.
    await page.locator('a.row-link', { hasText: '王美玲' }).first().click()
    const reveal = page.getByRole('button', { name: '顯示遮住的資料' })
    await reveal.click()
    await page.locator('dialog').getByRole('button', { name: '關閉' }).click()
    await page.locator('button:focus', { hasText: '顯示遮住的資料' }).press('Enter')
    await page.locator('#reveal-reason:focus').fill('開票')
    await page.locator('dialog').getByRole('button', { name: '顯示' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    await eventually(() => page.getByText('•••').count(), 0)

    // A row that is opened before the pause after typing is over stays open, also if its page loads slowly.
    await page.goto('/desk/travelers')
    const row = page.locator('a.row-link').first()
    await row.waitFor()
    await page.clock.install()
    await page.route('**/assets/*.js', async (route) => {
      await page.clock.runFor(1000)
      await route.continue()
    })
    await page.getByRole('searchbox').fill('王')
    await row.click()
    await page.getByRole('button', { name: '顯示遮住的資料' }).waitFor()
    assert.match(page.url(), /travelers\/\d+$/)
    assert.deepEqual(page.faults, [])
  })
})
