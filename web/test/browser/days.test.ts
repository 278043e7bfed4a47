import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { longDay } from 'guidon-design/formats'
import type { Page } from 'playwright-core'
import { noConsole, openConsole, sizes, violations } from '../console.ts'
import { eventually } from '../eventually.ts'
import { onDay, typeDay } from '../fields.ts'

suite('dates are typed and chosen', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, db, departing } = await openConsole()
  const { id } = await departing('OSA', 24)
  const withSlashes = (day: string) => day.replaceAll('-', '/')
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.ariaLabel)
  const selected = (page: Page) => page.locator('[role=dialog]:popover-open [aria-selected=true]').allInnerTexts()

  const openDeadline = async (page: Page) => {
    await page.goto(`/desk/trips/${id}`)
    await page.getByRole('button', { name: '新增期限' }).click()
    return {
      field: page.locator('dialog').getByRole('textbox', { name: '期限', exact: true }),
      sent: page.locator('dialog [name=due_on]'),
    }
  }

  test('a date is accepted in every usual format, and then shown in one', async () => {
    const page = await as('op')
    const { field, sent } = await openDeadline(page)
    assert.equal(await field.getAttribute('placeholder'), '年/月/日')
    for (const typed of ['2031/1/5', '2031-01-05', '2031年1月5日', '20310105', '２０３１．１．５']) {
      await field.fill(typed)
      await page.keyboard.press('Tab')
      assert.deepEqual([await field.inputValue(), await sent.inputValue()], ['2031/01/05', '2031-01-05'], typed)
    }
    await field.fill(onDay(3).slice(5))
    assert.equal(await sent.inputValue(), onDay(3))
    await page.keyboard.press('ArrowUp')
    assert.equal(await field.inputValue(), withSlashes(onDay(4)))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    assert.equal(await field.inputValue(), withSlashes(onDay(2)))
    await field.fill('')
    await page.keyboard.press('Tab')
    assert.deepEqual([await sent.inputValue(), await field.getAttribute('aria-invalid')], ['', 'false'])
  })

  test('an invalid date stays in the field with a hint, is refused by the service, and is kept as a draft', async () => {
    const page = await as('op')
    const { field, sent } = await openDeadline(page)
    const sheet = page.locator('dialog')
    await sheet.getByLabel('項目').selectOption('own')
    await sheet.getByLabel('名稱', { exact: true }).fill('確認遊覽車')
    await field.pressSequentially('下週三')
    assert.equal(await field.getAttribute('aria-invalid'), 'false')
    const isRefused = async (send: () => Promise<void>) => {
      const answered = page.waitForResponse(/\/deadlines$/)
      await send()
      assert.equal((await answered).status(), 422)
    }
    // The message that appears now must not move the button while it is pressed.
    await isRefused(() => sheet.getByRole('button', { name: '儲存' }).click({ delay: 50 }))
    await eventually(() => field.getAttribute('aria-invalid'), 'true')
    assert.deepEqual([await field.inputValue(), await sent.inputValue()], ['下週三', '下週三'])
    const note = sheet.locator(`[id="${await field.getAttribute('aria-describedby')}"]`)
    assert.equal(await note.innerText(), '請輸入日期，例如 2026/11/24。')
    assert.deepEqual(await violations(page), [])
    await isRefused(() => field.press('Enter'))
    await page.reload()
    await page.getByRole('button', { name: '新增期限' }).click()
    await sheet.getByText('已放回您上次沒有送出的內容。').waitFor()
    await eventually(() => field.getAttribute('aria-invalid'), 'true')
    await eventually(() => field.inputValue(), '下週三')
    await sheet.getByRole('button', { name: '清除' }).click()
    await eventually(async () => [await field.inputValue(), await sent.inputValue()], ['', ''])
  })

  test('a date is chosen in the calendar above a sheet by keyboard alone', async () => {
    const page = await as('op')
    const { field, sent } = await openDeadline(page)
    await typeDay(page, '期限', '2027/01/15')
    await page.keyboard.press('Alt+ArrowDown')
    assert.equal(await focused(page), '2027年1月15日（五）')
    assert.deepEqual(await selected(page), ['15'])
    assert.deepEqual(await violations(page), [])
    const reached: [key: string, day: string][] = [
      ['ArrowRight', '2027年1月16日（六）'],
      ['ArrowDown', '2027年1月23日（六）'],
      ['ArrowLeft', '2027年1月22日（五）'],
      ['ArrowUp', '2027年1月15日（五）'],
      ['Home', '2027年1月10日（日）'],
      ['End', '2027年1月16日（六）'],
      ['PageDown', '2027年2月16日（二）'],
      ['PageUp', '2027年1月16日（六）'],
      ['Shift+PageDown', '2028年1月16日（日）'],
      ['Shift+PageUp', '2027年1月16日（六）'],
    ]
    for (const [key, day] of reached) {
      await page.keyboard.press(key)
      assert.equal(await focused(page), day, key)
    }
    assert.equal(await page.locator('[role=dialog]:popover-open [tabindex="0"]').count(), 1)
    await page.keyboard.press('Enter')
    assert.deepEqual([await field.inputValue(), await sent.inputValue()], ['2027/01/16', '2027-01-16'])
    assert.equal(await focused(page), '期限：日曆')
    await page.keyboard.press('Enter')
    assert.equal(await focused(page), '2027年1月16日（六）')
    await page.keyboard.press('Escape')
    assert.equal(await focused(page), '期限：日曆')
    assert.equal(await page.locator('[role=dialog]:popover-open').count(), 0)
    assert.equal(await page.locator('dialog:modal').count(), 1)
    await page.keyboard.press('Space')
    for (let nth = 0; nth < 2; nth++) await page.keyboard.press('Shift+Tab')
    assert.equal(await focused(page), '上個月')
    await page.keyboard.press('Enter')
    assert.equal(await page.locator('[role=dialog]:popover-open h2').innerText(), '2026年12月')
    await page.keyboard.press('Shift+Tab')
    await page.locator('[role=dialog]:popover-open').waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test('a range is chosen by its first and last day, or typed', async () => {
    const page = await as('op')
    await page.goto('/desk/trips?from=2027-03-01&to=2027-03-05')
    await page.getByRole('button', { name: '出發日 2027/3/1（一）– 3/5（五）' }).click()
    const range = page.getByRole('group', { name: '出發日', exact: true })
    await range.getByRole('button', { name: '出發日：日曆' }).click()
    assert.deepEqual(await selected(page), ['1', '2', '3', '4', '5'])
    await range.getByRole('button', { name: '出發日：日曆' }).click({ delay: 50 })
    assert.equal(await page.locator('[role=dialog]:popover-open').count(), 0)
    await range.getByRole('button', { name: '出發日：日曆' }).click({ delay: 50 })
    await page.getByRole('gridcell', { name: '2027年3月20日' }).click()
    assert.deepEqual(await selected(page), ['20'])
    await page.getByRole('gridcell', { name: '2027年3月18日' }).hover()
    await eventually(() => selected(page), ['18', '19', '20'])
    assert.deepEqual(await violations(page), [])
    await page.getByRole('gridcell', { name: '2027年3月18日' }).click()
    await page.waitForURL(/from=2027-03-18&to=2027-03-20/)
    const [from, to] = [range.getByRole('textbox').first(), range.getByRole('textbox').last()]
    assert.deepEqual([await from.inputValue(), await to.inputValue()], ['2027/03/18', '2027/03/20'])

    await from.fill('20270401')
    await from.press('Tab')
    await range.getByText('結束早於開始。').waitFor()
    await to.fill('2027/4/3')
    await to.press('Enter')
    await page.waitForURL(/from=2027-04-01&to=2027-04-03/)
    await from.fill('soon')
    await from.press('Tab')
    await page.waitForURL((url) => !url.search.includes('from'))
    await eventually(async () => [await from.inputValue(), await to.inputValue()], ['soon', '2027/04/03'])
    await eventually(() => from.getAttribute('aria-invalid'), 'true')
    assert.deepEqual(page.faults, [])
  })

  test('a click that follows a typed range counts as well', async () => {
    const page = await as('op')
    await page.goto('/desk/trips')
    await page.getByRole('button', { name: '出發日' }).click()
    const range = page.getByRole('group', { name: '出發日', exact: true })
    const typeRange = async (from: string, to: string) => {
      await range.getByRole('textbox').first().fill(from)
      await range.getByRole('textbox').last().fill(to)
    }
    await typeRange('2027/1/5', '2027/2/5')
    await page.getByRole('button', { name: '未派領隊' }).click({ delay: 50 })
    await page.waitForURL(
      ({ search }) => search.includes('from=2027-01-05&to=2027-02-05') && search.includes('missing_leader=true'),
    )
    await typeRange('2027/1/6', '2027/2/6')
    await page.getByRole('link', { name: '訂單', exact: true }).click({ delay: 50 })
    await page.getByRole('heading', { name: '訂單', level: 1 }).waitFor()
    await page.waitForURL('**/desk/bookings')
    assert.deepEqual(page.faults, [])
  })

  test('a time with extra characters is refused, not cut off', async () => {
    const page = await as('finance')
    const { id } = await db
      .selectFrom('bookings')
      .select('id')
      .where('status', '=', 'confirmed')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await page.goto(`/desk/bookings/${id}`)
    await page.getByRole('button', { name: '登記收款' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByRole('textbox', { name: '收款時間', exact: true }).fill('2026-01-05 10:00:00 pm')
    await sheet.getByLabel('金額').fill('1000')
    const answered = page.waitForResponse(/\/payments$/)
    await sheet.getByRole('button', { name: '登記', exact: true }).click()
    assert.equal((await answered).status(), 422)
  })

  test('the dates of a leave are restored from a draft, and its conflicts are shown then', async () => {
    const page = await as('line-control')
    const { tour_leader_id } = (await (await caller('leader')).get('/me')).data
    await page.goto(`/desk/leaders/${tour_leader_id}?tab=leave`)
    await page.getByRole('button', { name: '登記休假…' }).click()
    const told = page.locator('dialog [role=status]')
    await told.waitFor()
    for (const label of ['結束日', '開始日']) await typeDay(page, label, '2031/01/05')
    await told.getByText('這幾天沒有別的安排。').waitFor()
    await page.reload()
    const asked = page.waitForRequest((request) => `${request.postData()}`.includes('"starts_on":"2031-01-05"'))
    await page.getByRole('button', { name: '登記休假…' }).click()
    await page.locator('dialog').getByText('已放回您上次沒有送出的內容。').waitFor()
    for (const name of ['starts_on', 'ends_on'])
      await eventually(() => page.locator(`dialog [name=${name}]`).inputValue(), '2031-01-05')
    assert.match((await asked).url(), /check/)
    assert.deepEqual(page.faults, [])
  })

  test('in English on a phone, a date keeps its time, and its calendar fits in the window', async () => {
    const page = await as('op', 'en-US')
    await page.setViewportSize(sizes.phone)
    await page.goto(`/desk/trips/${id}`)
    await page.getByRole('button', { name: 'Add a flight' }).click()
    const departs = page.locator('dialog').getByRole('textbox', { name: 'Departs, local time', exact: true })
    assert.equal(await departs.getAttribute('placeholder'), 'yyyy-mm-dd hh:mm')
    await departs.fill('soon')
    await departs.press('Tab')
    await page.getByText('Enter a date and a time, such as 2026-11-24 18:00.').waitFor()
    await departs.fill('2027-01-15 06:30 pm')
    await departs.press('Tab')
    assert.equal(await page.locator('dialog [name=departs_at]').inputValue(), '2027-01-15 06:30 pm')
    await departs.fill('202701151805')
    await departs.press('Tab')
    assert.equal(await departs.inputValue(), '2027-01-15 18:05')
    const chooseDay = async (label: string, cell: string) => {
      await page.getByRole('button', { name: `${label}: calendar` }).click()
      const { x, y, width, height } = (await page.locator('[role=dialog]:popover-open').boundingBox()) ?? assert.fail()
      assert.ok(x >= 0 && y >= 0 && x + width <= sizes.phone.width && y + height <= sizes.phone.height)
      await page.getByRole('gridcell', { name: cell }).click()
    }
    await chooseDay('Departs, local time', 'Wed 20 Jan 2027')
    assert.equal(await departs.inputValue(), '2027-01-20 18:05')
    await page.getByRole('button', { name: 'Arrives, local time: calendar' }).click()
    assert.deepEqual(await violations(page), [])
    const now = page.locator('[role=dialog]:popover-open [aria-current=date]')
    assert.equal(await now.count(), 1)
    await now.click()
    const arrives = page.locator('dialog').getByRole('textbox', { name: 'Arrives, local time', exact: true })
    assert.equal(await arrives.inputValue(), `${onDay(0)} 09:00`)
    await chooseDay('Ticketing deadline', longDay(onDay(0), 'en'))
    assert.deepEqual(page.faults, [])
  })
})
