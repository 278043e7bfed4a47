import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { pino } from 'pino'
import { sendReceipts } from '../../../src/modules/legal-receipts/platform/send.ts'
import { runTrial } from '../../../src/modules/receipt-platform/trial.ts'
import { fakeReceiptPlatform, platformTest } from '../../../test/fixtures/receipt-platform.ts'
import { isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('legal receipts in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, house, db } = await openConsole()

  test('finance records a receipt on paper for what is paid without one, gives a part back, and voids another', async () => {
    const [page, api] = [await as('finance'), await caller('finance')]
    const one = async (number: string) => (await api.get(`/legal-receipts?number=${number}`)).data[0]
    const record = async (number: string, amount: string) => {
      await page
        .getByRole('button', { name: /^開立收據… / })
        .first()
        .click()
      const sheet = page.getByRole('dialog')
      await sheet.getByLabel('收據號碼').fill(number)
      await sheet.getByLabel('金額').fill(amount)
      await sheet.getByRole('button', { name: '登錄收據' }).click()
      await sheet.waitFor({ state: 'detached' })
    }
    await page.goto('/desk/money?view=receipts')
    await record('Z90000001', '１,000')
    await record('Z90000002', '2000')
    await eventually(async () => (await one('Z90000001'))?.amount, 1000)

    await page.getByRole('button', { name: '折讓… Z90000001' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('金額').fill('400')
    await sheet.getByLabel('原因').fill('退部分團費')
    await sheet.getByLabel('買受人').selectOption('yes')
    await sheet.getByRole('button', { name: '開立折讓' }).click()
    await eventually(async () => (await one('Z90000001')).standing, 600)

    await page.getByRole('button', { name: '作廢… Z90000002' }).click()
    await page.getByRole('dialog').getByLabel('作廢原因').fill('抬頭錯誤')
    await page.getByRole('dialog').getByRole('button', { name: '作廢' }).click()
    await eventually(async () => (await one('Z90000002')).status, 'void')
    assert.deepEqual(page.faults, [])
  })

  test('the items of a receipt are edited before it is issued, and it joins a second booking', async () => {
    const [page, api] = [await as('finance'), await caller('finance')]
    const open: { id: number; booking_number: string }[] = (await api.get('/money/unreceipted')).data
    const [first, second] = open
    await page.goto('/desk/money?view=receipts')
    await page.getByRole('button', { name: `開立收據… ${first?.booking_number}` }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('收據號碼').fill('Z90000011')
    await sheet.getByRole('button', { name: '編輯品項…' }).click()
    await sheet.getByLabel('品名 1').fill('團費')
    await sheet.getByLabel('數量 1').fill('2')
    await sheet.getByLabel('單價 1').fill('３００')
    await sheet.getByRole('button', { name: '增加品項' }).click()
    await sheet.getByLabel('品名 2').fill('簽證')
    await sheet.getByLabel('單價 2').fill('100')
    await sheet.getByText('合計 NT$700').waitFor()
    await sheet.getByText('與其他訂單合開一張').click()
    await sheet.getByLabel('找訂單').fill(second?.booking_number ?? '')
    await sheet.getByRole('button', { name: new RegExp(`^${second?.booking_number}`) }).click()
    await sheet.getByLabel('這筆訂單的金額').fill('500')
    await sheet.getByLabel(new RegExp(`^${second?.booking_number}`)).fill('200')
    const issued = page.waitForResponse(
      (answer) =>
        answer.url().endsWith(`/bookings/${first?.id}/legal-receipts`) && answer.request().method() === 'POST',
    )
    await sheet.getByRole('button', { name: '登錄收據' }).click()
    assert.equal((await issued).status(), 200)
    await sheet.waitFor({ state: 'detached' })
    const made = (await api.get('/legal-receipts?number=Z90000011')).data[0]
    assert.deepEqual(
      made.items.map(({ name, count, price, amount }: Record<string, unknown>) => [name, count, price, amount]),
      [
        ['團費', 2, 300, 600],
        ['簽證', 1, 100, 100],
      ],
    )
    assert.deepEqual(
      made.bookings.map(({ booking_id, amount }: Record<string, unknown>) => [booking_id, amount]),
      [
        [first?.id, 500],
        [second?.id, 200],
      ].toSorted(([one = 0], [other = 0]) => one - other),
    )
    assert.deepEqual(page.faults, [])
  })

  test('a number is spoiled in its book, and taken back', async () => {
    const page = await as('finance')
    await page.goto('/desk/money?view=books')
    await page.getByRole('button', { name: '註銷號碼… Z90000001' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('收據號碼').fill('Z90000040')
    await sheet.getByLabel('原因').fill('墨水暈開')
    await sheet.getByRole('button', { name: '註銷' }).click()
    await page.getByText('Z90000040・墨水暈開').waitFor()
    await page.getByRole('button', { name: /取消註銷.*Z90000040/ }).click()
    await page.getByText('Z90000040・墨水暈開').waitFor({ state: 'detached' })
    for (const size of [sizes.desk, sizes.phone]) {
      await page.setViewportSize(size)
      assert.deepEqual([await violations(page), await isTooWide(page)], [[], false])
    }
    assert.deepEqual(page.faults, [])
  })

  test('a receipt that the platform has refused tells why, is mended, and is issued again under another number', async () => {
    const platform = await fakeReceiptPlatform()
    house.atEnd(platform.close)
    house.allowed.push(platform.place)
    const { database, keys, files, papers, outbound } = house
    const tools = {
      ...{ database, keys, files, papers, outbound, receiptPlatformUrl: platform.url, zone: 'Asia/Taipei' },
      ...{ publicUrl: 'https://guidon.test', mailer: undefined as never, log: pino({ level: 'fatal' }) },
    }
    const [admin, api, page] = [await caller('admin'), await caller('finance'), await as('finance')]
    const settings = async (change: object) => assert.equal((await admin.put('/receipt-platform', change)).status, 200)
    await settings({ ...platformTest, environment: 'test', fallback_email: 'receipts@agency.tw' })
    assert.equal((await admin.post('/receipt-platform/test', {})).status, 200)
    const { order_no } = await db.selectFrom('receipt_trials').select('order_no').executeTakeFirstOrThrow()
    await runTrial({ order_no }, tools)
    await settings({ is_on: true })

    const [{ id, booking_number }] = (await api.get('/money/unreceipted')).data
    const read = async () => (await api.get(`/bookings/${id}/legal-receipts`)).data[0]
    await page.goto('/desk/money?view=receipts')
    await page.getByRole('button', { name: `開立收據… ${booking_number}` }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('收據形式').selectOption('electronic')
    await sheet.getByLabel('金額').fill('300')
    await sheet.getByRole('button', { name: '開立', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
    platform.treats('/invoice_issue', { code: 'INV20014' })
    await sendReceipts({}, tools)
    await eventually(async () => (await read()).status, 'refused')
    const refused = page.getByRole('region', { name: '代收轉付收據' }).getByRole('link', { name: booking_number })
    await page.goto('/desk/money?view=receipts&receipt=refused')
    await refused.waitFor()
    await page.getByText('買受人的統一編號不正確；請更正後重新開立。').waitFor()

    await page.goto(`/desk/bookings/${id}`)
    await page.getByRole('button', { name: /^顯示 \d+ 張收據$/ }).click()
    await page.getByText('買受人的統一編號不正確；請更正後重新開立。').waitFor()
    await page.getByRole('button', { name: /^更正並重新開立…/ }).click()
    await sheet.getByText('買受人的統一編號不正確；請更正後重新開立。').waitFor()
    await sheet.getByLabel('買受人類別').selectOption('company')
    await sheet.getByLabel('買受人', { exact: true }).fill('大發股份有限公司')
    await sheet.getByLabel('統一編號').fill('１２３４５６７５')
    await sheet.getByRole('button', { name: '重新開立' }).click()
    await sheet.waitFor({ state: 'detached' })
    await sendReceipts({}, tools)
    await eventually(async () => (await read()).status, 'issued')
    const { number, order_no: under, buyer_ubn, error } = await read()
    const [made] = platform.receipts.filter(({ InvoiceNumber }) => InvoiceNumber === number)
    assert.deepEqual([made?.BuyerUBN, buyer_ubn, error], ['12345675', '12345675', null])
    assert.match(under, /_2$/)
    await page.getByText(number).first().waitFor()
    await page.goto('/desk/money?view=receipts&receipt=refused')
    await page.getByRole('region', { name: '代收轉付收據' }).getByRole('button', { name: '清除篩選' }).waitFor()
    assert.equal(await refused.count(), 0)
    assert.deepEqual([page.faults, await violations(page)], [[], []])
  })

  test('the page of receipts fits a desk and a phone, and what has no receipt is turned page by page', async () => {
    const [page, api] = [await as('finance'), await caller('finance')]
    const open: { booking_number: string }[] = (await api.get('/money/unreceipted?per_page=100')).data
    await page.goto('/desk/money?view=receipts')
    await page.getByRole('button', { name: `開立收據… ${open[9]?.booking_number}` }).waitFor()
    await page.getByRole('button', { name: '下一頁未開收據' }).click()
    await page.getByRole('button', { name: `開立收據… ${open[10]?.booking_number}` }).waitFor()
    assert.equal(await page.getByRole('button', { name: `開立收據… ${open[9]?.booking_number}` }).count(), 0)
    for (const size of [sizes.desk, sizes.phone]) {
      await page.setViewportSize(size)
      await page.goto('/desk/money?view=receipts')
      await page.locator('tbody tr').first().waitFor()
      assert.deepEqual([await violations(page), await isTooWide(page)], [[], false])
    }
  })
})
