import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { amountIn } from 'guidon-design/formats'
import { Temporal } from 'temporal-polyfill'
import { sheetsIn } from '../../../test/xlsx.ts'
import { isTooWide, noConsole, openConsole, sizes, takeAct, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('money in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, db } = await openConsole()

  test('finance sees payments of all bookings, by day, receivables by age, and the results of all trips', async () => {
    const [page, finance] = [await as('finance'), await caller('finance')]
    const { meta } = (await finance.get('/money/payments')).body
    await page.goto('/desk/money')
    await page.getByText(`共 ${meta.total} 筆`).waitFor()
    await page.getByRole('list', { name: '合計' }).getByText('淨額').waitFor()
    await page.getByLabel('收款或退款').selectOption('refund')
    await page.waitForURL('**/desk/money?kind=refund')
    const current = (navigation: string) =>
      page.getByRole('navigation', { name: navigation, exact: true }).locator('[aria-current]').textContent()
    for (const [group, name, ready] of [
      ['收款', '客戶回報', 'role=table >> tbody tr'],
      ['收款', '每日對帳', 'role=region[name="每日對帳"] >> tbody tr'],
      ['收款', '應收帳款', 'role=table >> tbody tr'],
      ['退款', '應退款項', 'role=table >> tbody tr'],
      ['損益', '出團損益', 'role=region[name="毛利"] >> p >> nth=0'],
    ] as const) {
      await page.getByRole('link', { name: group, exact: true }).click()
      await page.getByRole('navigation', { name: group, exact: true }).getByRole('link', { name, exact: true }).click()
      await page.locator(ready).first().waitFor()
      await eventually(() => current('財務'), group)
      await eventually(() => current(group), name)
      await page.setViewportSize(sizes.phone)
      assert.deepEqual([name, await violations(page), await isTooWide(page)], [name, [], false])
      await page.setViewportSize(sizes.desk)
    }
    assert.deepEqual(page.faults, [])
  })

  test('finance reads what each customer, trip and salesperson is behind with, and opens the bookings of one', async () => {
    const [page, finance] = [await as('finance'), await caller('finance')]
    const lines = (await finance.get('/money/receivables?by=trip')).data
    const [first] = lines
    await page.goto('/desk/money?view=receivables')
    await page.getByLabel('訂單').selectOption('trip')
    const table = page.getByRole('region', { name: '應收帳款' })
    await eventually(() => table.locator('tbody tr').count(), lines.length)
    const row = table.getByRole('row').filter({ hasText: first.of.more })
    await row.getByText(amountIn(first.currency, first.amount)).last().waitFor()
    for (const size of [sizes.phone, sizes.desk]) {
      await page.setViewportSize(size)
      assert.deepEqual([await violations(page), await isTooWide(page)], [[], false])
    }
    await row.getByRole('link').click()
    await page.waitForURL(`**/desk/bookings?owed=true&planned_trip_id=${first.of.id}`)
    await page.getByText(`${first.bookings} 筆`, { exact: true }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('a cost of a trip is entered with its rate, changed and removed, and the margin follows', async () => {
    const page = await as('finance')
    const { id } = await db
      .selectFrom('planned_trips')
      .select('id')
      .where('status', '=', 'guaranteed')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await page.goto(`/desk/trips/${id}?tab=money`)
    const sum = page.locator('role=region[name="毛利"] >> p >> nth=0')
    const before = await sum.textContent()
    await page.getByRole('button', { name: '新增成本…' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('預估金額').fill('100000')
    await sheet.getByLabel('幣別').fill('jpy')
    await sheet.getByLabel('匯率').fill('0.215')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '儲存' }).click()
    const row = page.locator('role=region[name="成本明細"] >> tbody tr').filter({ hasText: '× 0.215' })
    await row.filter({ hasText: 'NT$21,500' }).filter({ hasText: '¥100,000' }).waitFor()
    await eventually(async () => (await sum.textContent()) !== before, true)
    assert.deepEqual(await violations(page), [])
    await row.getByRole('button').click()
    await sheet.getByLabel('實際金額').fill('90000')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await row.filter({ hasText: 'NT$19,350' }).waitFor()
    await row.getByRole('button').click()
    await sheet.getByRole('button', { name: '刪除' }).click()
    await sheet.getByRole('button', { name: '確定刪除？' }).click()
    await row.waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test('sales ask for what is due with one press, copy the account and withdraw what they asked for', async () => {
    const page = await as('sales')
    const { id } = await db
      .selectFrom('bookings as b')
      .select('b.id')
      .where('b.status', '=', 'confirmed')
      .where('b.balance', '>', 0)
      .where('b.currency', '=', 'TWD')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('payment_reports as r').select('r.id').whereRef('r.booking_id', '=', 'b.id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('payment_requests as r').select('r.id').whereRef('r.booking_id', '=', 'b.id'))),
      )
      .orderBy('b.id')
      .executeTakeFirstOrThrow()
    await page.goto(`/desk/bookings/${id}`)
    const card = page.getByRole('region', { name: '請款' })
    await card.getByRole('button', { name: /^請客戶付(訂金|尾款) NT\$/ }).click()
    await card.getByText('銀行', { exact: true }).waitFor()
    assert.match(await card.innerText(), /00000\d{9}/)
    assert.deepEqual(await violations(page), [])
    await page.setViewportSize(sizes.phone)
    assert.equal(await isTooWide(page), false)
    await page.setViewportSize(sizes.desk)
    await card.getByRole('button', { name: '改請其他金額' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('請款項目').selectOption('other')
    await sheet.getByLabel('金額 (TWD)').fill('999999999')
    await sheet.getByRole('button', { name: '請款', exact: true }).click()
    await sheet
      .getByText(/請款不可超過未付的金額/)
      .first()
      .waitFor()
    await sheet.getByLabel('金額 (TWD)').fill('1000')
    await sheet.getByRole('button', { name: '請款', exact: true }).click()
    await card.getByText('NT$1,000').first().waitFor()
    await card.getByText(/已取消・改為新的請款/).waitFor()
    await card.getByRole('button', { name: '取消請款' }).click()
    await card.getByRole('button', { name: '確定取消請款？' }).click()
    await card.getByRole('button', { name: /^請客戶付/ }).waitFor()
    // The amount that is too high was refused.
    assert.deepEqual(
      page.faults.filter((fault) => !fault.includes('422')),
      [],
    )
  })

  test('refunds due are shown at the booking and in the list', async () => {
    const [page, finance] = [await as('finance'), await caller('finance')]
    const { id, contact_name: name } = await db
      .selectFrom('bookings')
      .select(['id', 'contact_name'])
      .where('status', '=', 'confirmed')
      .where('balance', '=', 0)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const received_at = `${Temporal.Now.plainDateISO('Asia/Taipei').subtract({ days: 1 })}T10:00`
    const paid = await finance.post(`/bookings/${id}/payments`, {
      kind: 'payment',
      amount: 1500,
      method: 'cash',
      confirmed_amount: 1500,
      received_at,
    })
    assert.equal(paid.status, 201, JSON.stringify(paid.body))
    await page.goto('/desk/money?view=refunds')
    const row = page.locator('tbody tr', { hasText: '溢繳' }).filter({ hasText: 'NT$1,500' })
    await row.waitFor()
    const { name: who } = (await finance.get('/me')).data
    await row.getByText(who, { exact: false }).waitFor()
    assert.deepEqual(await violations(page), [])
    await row.getByRole('link', { name: `${name}` }).click()
    await page.getByText('尚未退 NT$1,500').waitFor()
    await takeAct(page, '重寄報名確認信…')
    await page.getByText('先前寄的連結會失效').waitFor()
    await page.getByRole('button', { name: '重寄', exact: true }).click()
    await page.getByText('已寄到').waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })

  test('who pays a refund by hand is shown the whole account for a reason', async () => {
    const [page, finance] = [await as('finance'), await caller('finance')]
    const due = (await finance.get('/money/refunds-due')).data.find(
      ({ open_amount }: { open_amount: number }) => open_amount === 1500,
    )
    const account = { bank_code: '808', account: '0015940123456' }
    const order = await finance.post('/refund-orders', { obligation_id: due.id, payee: '王小美', ...account })
    assert.equal(order.status, 201, JSON.stringify(order.body))
    await page.goto('/desk/money?view=orders')
    const row = page.getByRole('row').filter({ hasText: 'NT$1,500' })
    await row.getByRole('button', { name: '顯示號碼' }).click()
    await page.getByLabel('查看原因').fill('臨櫃匯款')
    await page.getByRole('button', { name: '顯示', exact: true }).click()
    await row.getByText('808-0015940123456').waitFor()
    assert.deepEqual([await violations(page), page.faults], [[], []])
  })

  test('results are of a ready-made span, a category and a package; the bookings of a number are all in its file', async () => {
    const [page, finance] = [await as('finance'), await caller('finance')]
    const month = Temporal.Now.plainDateISO('Asia/Taipei').with({ day: 1 })
    await page.goto('/desk/money?view=tables')
    const span = page.getByRole('combobox', { name: '期間' })
    await eventually(() => span.inputValue(), 'this_year')
    await span.selectOption({ label: '上月' })
    const [from, to] = [month.subtract({ months: 1 }), month.subtract({ days: 1 })]
    await page.waitForURL(`**/desk/money?view=tables&departs_from=${from}&departs_to=${to}`)
    await eventually(() => span.inputValue(), 'last_month')

    const years = `from=${month.year - 1}-01-01&to=${month.year + 1}-12-31`
    const { data: packages } = (await finance.get(`/money/results?by=package&${years}&sort=-bookings`)).body
    const { data: one } = await finance.get(`/packages/${packages[0].key}`)
    const { data: category } = await finance.get(`/categories/${one.category_id}`)
    await page.goto(`/desk/money?view=tables&departs_from=${month.year - 1}-01-01&departs_to=${month.year + 1}-12-31`)
    await page.locator('tfoot').waitFor()
    assert.equal(await span.inputValue(), '', 'other days than the ready-made ones')
    await page.getByRole('button', { name: '更多篩選' }).click()
    await page.setViewportSize(sizes.phone)
    assert.equal(await isTooWide(page), false, 'with all filters open')
    await page.setViewportSize(sizes.desk)
    for (const [label, name] of [
      ['分類', category.name],
      ['行程', one.name],
    ] as const) {
      await page.getByRole('combobox', { name: label, exact: true }).fill(name)
      await page.locator('role=listbox >> role=option', { hasText: name }).first().click()
    }
    await page.waitForURL(`**&category_id=${category.id}&package_id=${one.id}`)
    const asked = `by=month&${years}&category_id=${category.id}&package_id=${one.id}`
    const { meta } = (await finance.get(`/money/results/bookings?${asked}`)).body
    assert.ok(meta.total > 1, `${meta.total} bookings`)
    const { sum } = (await finance.get(`/money/results?${asked}`)).body.meta
    const cell = page
      .locator('tfoot td')
      .first()
      .getByRole('link', { name: `${sum.bookings}`, exact: true })
    await cell.click()
    const sheet = page.getByRole('dialog', { name: '這些數字的訂單', exact: true })
    await sheet.getByText(`共 ${meta.total} 筆`).waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '匯出' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: '下載' }).click()
    const [written] = await sheetsIn(await buffer(await (await file).createReadStream()))
    assert.deepEqual([written?.rows.length, written?.rows[0]?.[1]?.value], [meta.total + 1, '訂單編號'])
    await sheet.getByRole('link').first().waitFor()
    for (const size of [sizes.phone, sizes.desk]) {
      await page.setViewportSize(size)
      assert.equal(await isTooWide(page), false)
    }
    assert.deepEqual(page.faults, [])
  })
})
