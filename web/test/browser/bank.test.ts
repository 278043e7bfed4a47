import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

/** So many bookings owe something, each of a name of its own. */
const ASKED = 20
const NAMED = 37
const price = {
  ...{ adult: 30000, child_with_bed: 30000, child_no_bed: 30000, infant: 3000 },
  ...{ single_supplement: 0, deposit: 10000 },
}
const syllables =
  '天地玄黃宇宙洪荒日月盈昃辰宿列張寒來暑往秋收冬藏閏餘成歲律呂調陽雲騰致雨露結為霜金生麗水玉出崑岡劍號巨闕珠稱夜光果珍李柰菜重芥薑海鹹河淡鱗潛羽翔'

suite('sixty transfers of a day are settled by the keyboard', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, db } = await openConsole()
  const [sales, finance] = [await caller('sales'), await caller('finance')]
  const made = async () => {
    const { package_id } = await db
      .selectFrom('planned_trips')
      .select('package_id')
      .where('status', '=', 'open')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const trip = await (await caller('admin')).post('/planned-trips', {
      ...{ package_id, departure_date: daysFromToday(120), return_date: daysFromToday(124) },
      ...{ capacity: 99, status: 'open', price_overrides: price },
    })
    assert.equal(trip.status, 201, JSON.stringify(trip.body))
    const bookings: { id: number; name: string; number: string }[] = []
    for (let nth = 0; nth < ASKED + NAMED + 2; nth += 1) {
      const name = `倪${syllables[nth]}${syllables[nth + 1]}`
      const { body } = await sales.post('/bookings', {
        planned_trip_id: trip.data.id,
        contact: { name, phone: `0912${String(100000 + nth)}`, email: null },
        travelers: [{ name }],
        ...{
          payment_method: 'bankTransfer',
          travel_purpose: 'family',
          marketing_source: 'referral',
          privacy_consent: true,
        },
      })
      assert.equal((await sales.post(`/bookings/${body.data.id}/confirm`)).status, 200, JSON.stringify(body))
      bookings.push({ id: body.data.id, name, number: body.data.booking_number })
    }
    return bookings
  }

  test('a file is read, each line goes to its booking with one press, and one press takes the last back', async (t) => {
    const bookings = await made()
    const numbers: string[] = []
    for (const { id } of bookings.slice(0, ASKED)) {
      const { data } = await sales.post(`/bookings/${id}/payment-requests`, { purpose: 'deposit' })
      numbers.push(data.account_number)
    }
    const [one, other] = bookings.slice(-2)
    const day = daysFromToday(0).replaceAll('-', '/')
    const rows = [
      ...numbers.map((number) => `${day},,10000,${number},`),
      ...bookings.slice(ASKED, ASKED + NAMED).map(({ name }) => `${day},,30000,,${name} 團費`),
      `${day},,60000,,大發公司`,
      `${day},,3,,利息`,
      `${day},30,,,手續費`,
    ]
    // Another line of the demo waits already.
    const before = (await finance.get('/bank-lines?state=new')).body.meta.total
    const page = await as('finance')
    let presses = 0
    const press = (key: string) => {
      presses += 1
      return page.keyboard.press(key)
    }
    const type = (text: string) => {
      presses += text.length
      return page.keyboard.type(text)
    }
    await page.goto('/desk/money?view=bank')
    await page.getByRole('button', { name: '讀入銀行檔案…' }).click()
    const sheet = page.locator('dialog')
    const buffer = Buffer.from(
      ['玉山銀行', '日期;提出;存入;銷帳編號;附言', ...rows.map((row) => row.replaceAll(',', ';'))].join('\r\n'),
    )
    await sheet.locator('input[type=file]').setInputFiles({ name: '玉山.txt', mimeType: 'text/plain', buffer })
    await sheet.getByRole('button', { name: '檢查檔案' }).click()
    await sheet.getByText('第一次讀這種檔案').waitFor()
    assert.deepEqual(
      await Promise.all(
        ['入帳日', '存入', '支出', '虛擬帳號', '摘要或備註'].map((name) =>
          sheet.getByLabel(name, { exact: true }).inputValue(),
        ),
      ),
      ['日期', '存入', '提出', '銷帳編號', '附言'],
    )
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '檢查檔案' }).click()
    await sheet.getByText(`新的 ${rows.length - 1} 筆，已讀過 0 筆，支出 1 筆`).waitFor()
    await sheet.getByRole('button', { name: '讀入', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: new RegExp(`${bookings[0]?.number}.*虛擬帳號相同`) }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.setViewportSize(sizes.phone)
    assert.equal(await isTooWide(page), false)
    await page.setViewportSize(sizes.desk)

    const since = Date.now()
    const settled = () => page.waitForResponse((answer) => /bank-lines\/\d+\/match$/.test(answer.url()))
    const lineOf = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    // The lines of the demo stand first; what is about this day is settled from the first sure one on.
    await lineOf(numbers[0] ?? '')
      .locator('[data-line]')
      .focus()
    for (let nth = 0; nth < ASKED; nth += 1) {
      const answered = settled()
      await press('Enter')
      assert.equal((await answered).status(), 200)
    }
    await lineOf(`${bookings[ASKED]?.name} 團費`).locator('[data-line]').focus()
    for (let nth = 0; nth < NAMED; nth += 1) {
      const answered = settled()
      await press('Enter')
      assert.equal((await answered).status(), 200)
    }
    const undone = page.waitForResponse((answer) => answer.url().endsWith('/unmatch'))
    await press('z')
    assert.equal((await undone).status(), 200)
    const last = lineOf(`${bookings[ASKED + NAMED - 1]?.name} 團費`).locator('[data-line]')
    await last.focus()
    const again = settled()
    await press('Enter')
    await again
    await last.waitFor({ state: 'detached' })

    await lineOf('大發公司').locator('[data-line]').focus()
    await press('Enter')
    for (const { number } of [one, other].filter((each) => each !== undefined)) {
      await sheet.getByRole('searchbox').focus()
      await type(number)
      await sheet.getByRole('button', { name: new RegExp(`^${number} .*未付`) }).focus()
      await press('Enter')
      await sheet.getByRole('button', { name: `移除 ${number}` }).waitFor()
    }
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '入帳', exact: true }).focus()
    await press('Enter')
    await sheet.waitFor({ state: 'detached' })
    await lineOf('利息').getByRole('button', { name: '不入帳…' }).focus()
    await press('Enter')
    await sheet.getByRole('textbox').focus()
    await type('利息')
    await sheet.getByRole('button', { name: '不入帳', exact: true }).focus()
    await press('Enter')
    await sheet.waitFor({ state: 'detached' })
    t.diagnostic(`sixty lines: ${presses} presses, ${Math.round((Date.now() - since) / 1000)} s`)

    await eventually(async () => (await finance.get('/bank-lines?state=new')).body.meta.total, before)
    const paid = await db
      .selectFrom('booking_payments')
      .select(({ fn }) => [fn.countAll<number>().as('n'), fn.sum<number>('amount').as('sum')])
      .where('source', '=', 'bank')
      .where('voided_at', 'is', null)
      .where(
        'booking_id',
        'in',
        bookings.map(({ id }) => id),
      )
      .executeTakeFirstOrThrow()
    assert.deepEqual([Number(paid.n), Number(paid.sum)], [ASKED + NAMED + 2, ASKED * 10000 + NAMED * 30000 + 60000])
    assert.ok(presses < 120, `${presses} presses`)
    assert.deepEqual(page.faults, [])
  })

  test("the morning of finance lists what came in, and leads to its line on the bank's page", async () => {
    const page = await as('finance')
    await page.goto('/desk/')
    const card = page.locator('section.card').filter({ hasText: '待處理的銀行入帳' })
    const row = card.getByRole('listitem').first()
    const called = (await row.getByRole('link').innerText()).trim()
    await row.getByRole('link').click()
    await page.waitForURL(/\/desk\/money\?view=bank&line=\d+/)
    await page.locator('li:focus-within').filter({ hasText: called }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('the files that were read are listed, and one that was read wrongly goes with its lines', async () => {
    const page = await as('finance')
    await page.goto('/desk/money?view=bank')
    await page.getByRole('button', { name: '讀入銀行檔案…' }).click()
    const sheet = page.locator('dialog')
    const buffer = Buffer.from(`日期,存入,備註\n${daysFromToday(0)},七百,x`)
    await sheet.locator('input[type=file]').setInputFiles({ name: '壞.csv', mimeType: 'text/csv', buffer })
    await sheet.getByRole('button', { name: '檢查檔案' }).click()
    await sheet
      .getByText(/找不到交易明細|第一次讀這種檔案/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '讀過的檔案…' }).click()
    await sheet.getByText('示範銀行').first().waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('listitem').filter({ hasText: '示範銀行' }).getByRole('button', { name: '移除' }).click()
    await sheet.getByRole('button', { name: '確定移除？' }).click()
    await sheet.getByRole('listitem').filter({ hasText: '示範銀行' }).waitFor({ state: 'detached' })
  })
})
