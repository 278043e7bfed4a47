import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { daysFromToday } from '../../../../test/days.ts'
import { bookingFixtures, done } from '../../../../test/fixtures/bookings.ts'
import { fakeReceiptPlatform, platformTest, type Treatment } from '../../../../test/fixtures/receipt-platform.ts'
import { refundsByOne } from '../../../../test/fixtures/refunds.ts'
import { house } from '../../../../test/house.ts'
import { runTrial } from '../../receipt-platform/trial.ts'
import { sendReceipts } from './send.ts'

const home = await house()
await refundsByOne(home)
const { as, database, db, keys, files, papers, outbound } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, admin] = [as('sales'), as('finance'), as('admin')]

// This platform takes an order number twice: whoever sends twice has two receipts there.
const platform = await fakeReceiptPlatform(platformTest, { takesRepeats: true })
home.atEnd(platform.close)
home.allowed.push(platform.place)
const other = await home.another()
const tools = (of: typeof database) => ({
  ...{ database: of, keys, files, papers, outbound, receiptPlatformUrl: platform.url },
  ...{
    zone: 'Asia/Taipei',
    publicUrl: 'https://guidon.test',
    mailer: undefined as never,
    log: pino({ level: 'fatal' }),
  },
})
const run = () => sendReceipts({}, tools(database))
const runElsewhere = () => sendReceipts({}, tools(other.database))
/** The time passes after which an act without an answer is taken up again. */
const later = () => sql`update receipt_sendings set next_at = now(), sent_at = sent_at - interval '1 hour'`.execute(db)

done(await admin.put('/receipt-platform', { ...platformTest, fallback_email: 'receipts@agency.tw' }))
done(await admin.post('/receipt-platform/test', {}))
const { rows: trials } = await sql<{ order_no: string }>`select order_no from receipt_trials`.execute(db)
await runTrial({ order_no: trials[0]?.order_no ?? '' }, tools(database))
done(await admin.put('/receipt-platform', { is_on: true }))

const price = { adult: 30_000, child_with_bed: 0, child_no_bed: 0, infant: 0, single_supplement: 0, deposit: 10_000 }
let nth = 0
const aBooking = async (paid = 30_000) => {
  nth += 1
  const { id: on } = await trip(9, { price_overrides: price, departure_date: daysFromToday(60 + nth) })
  const contact = { name: '王小美', phone: '0912345678', email: `platform${nth}@example.com` }
  const { id } = await book(on, ['王小美'], { contact })
  done(await sales.post(`/bookings/${id}/confirm`))
  const received_at = new Date().toISOString()
  const money = { amount: paid, confirmed_amount: paid, method: 'bankTransfer', received_at, reference: `P${nth}` }
  done(await sales.post(`/bookings/${id}/payments`, money))
  return id as number
}
const asked = async (booking: number, more: object = {}) =>
  done(await finance.post(`/bookings/${booking}/legal-receipts`, { medium: 'electronic', ...more })).receipt
const read = async (id: number) => (await finance.get(`/legal-receipts/${id}`)).data
const act = async (id: number, path: string, body: object = {}) =>
  done(await finance.post(`/legal-receipts/${id}/${path}`, body))
const atPlatform = (id: number) =>
  platform.receipts.filter(({ MerchantOrderNo }) => MerchantOrderNo.startsWith(`G${id}_`))
const issued = async () => {
  const { id } = await asked(await aBooking())
  await run()
  assert.equal((await read(id)).status, 'issued')
  return id as number
}

test('a receipt is issued by a job after the commit, with the number, the day and the address of the platform', async () => {
  const booking = await aBooking()
  const { id, status, order_no } = await asked(booking, {
    buyer: { kind: 'company', name: '大發 & 旅行', ubn: '12345675', email: 'buyer@company.tw' },
  })
  assert.deepEqual([status, order_no, atPlatform(id).length], ['queued', null, 0])
  await run()
  const shown = await read(id)
  assert.deepEqual(
    [shown.status, shown.number, shown.order_no, shown.issued_on, shown.error],
    ['issued', atPlatform(id)[0]?.InvoiceNumber, `G${id}_1`, '2026-11-30', null],
  )
  assert.match(shown.platform.display_url, /^https:\/\/cwww\.travelinvoice\.com\.tw\//)
  const { values } = platform.asked.at(-1) ?? assert.fail()
  assert.deepEqual(
    [values.Category, values.BuyerUBN, values.BuyerName, values.TotalAmt, values.BuyerEmail],
    ['B2B', '12345675', '大發 ＆ 旅行', '30000', 'buyer@company.tw'],
  )
  await run()
  assert.equal(atPlatform(id).length, 1, 'another run finds nothing to do')
})

test('whatever becomes of the answers, a receipt is at the platform once', async () => {
  const ways: Treatment[][] = [
    ['break'],
    ['half'],
    ['lose'],
    ['down'],
    ['lose', 'break'],
    ['half', 'down'],
    [{ code: 'KEY10014' }],
  ]
  for (const way of ways) {
    const { id } = await asked(await aBooking())
    platform.treats('/invoice_issue', ...way)
    for (let round = 0; round < 4; round += 1) {
      await run()
      await later()
    }
    const shown = await read(id)
    assert.deepEqual([shown.status, atPlatform(id).length], ['issued', 1], JSON.stringify(way))
    assert.equal(shown.number, atPlatform(id)[0]?.InvoiceNumber)
  }
})

test('a question that is not answered is asked again; nothing is sent meanwhile', async () => {
  const { id } = await asked(await aBooking())
  platform.treats('/invoice_issue', 'break')
  await run()
  await later()
  platform.treats('/invoice_searchall', 'down', 'half', 'break')
  for (let round = 0; round < 3; round += 1) {
    await run()
    assert.equal((await read(id)).status, 'queued')
    await later()
  }
  await run()
  assert.deepEqual([(await read(id)).status, atPlatform(id).length], ['issued', 1])
})

test('two processes at once, and one that was killed after it had sent', async () => {
  const ids: number[] = []
  for (let n = 0; n < 6; n += 1) ids.push((await asked(await aBooking())).id)
  await Promise.all([run(), runElsewhere(), run(), runElsewhere()])
  await Promise.all([run(), runElsewhere()])
  for (const id of ids) assert.deepEqual([(await read(id)).status, atPlatform(id).length], ['issued', 1])

  const { id } = await asked(await aBooking())
  platform.treats('/invoice_issue', 'break')
  await run()
  await run()
  await runElsewhere()
  assert.equal(atPlatform(id).length, 1, 'nobody takes it up while its call may be under way')
  assert.equal((await read(id)).status, 'queued')
  await later()
  await Promise.all([run(), runElsewhere()])
  assert.deepEqual([(await read(id)).status, atPlatform(id).length], ['issued', 1])
})

test('what is refused says why, is mended, and is issued under the next number', async () => {
  for (const code of ['KEY10001', 'INV20003', 'INV20014']) {
    const booking = await aBooking()
    const { id } = await asked(booking)
    platform.treats('/invoice_issue', { code })
    await run()
    const shown = await read(id)
    assert.deepEqual([shown.status, shown.number, shown.error], ['refused', null, `${code} 訊息 ${code}`])
    const again = await act(id, 'refresh', { buyer: { kind: 'person', name: '王大明', email: 'new@example.com' } })
    assert.deepEqual([again.status, again.error, again.buyer_name], ['queued', null, '王大明'])
    await run()
    const { status, order_no } = await read(id)
    assert.deepEqual([status, order_no, atPlatform(id)[0]?.BuyerName], ['issued', `G${id}_2`, '王大明'])
  }
})

test('an order number that the platform has for another receipt is no answer', async () => {
  const { id } = await asked(await aBooking())
  platform.receipts.push({
    ...{ MerchantID: '54352706', MerchantOrderNo: `G${id}_1`, InvoiceNumber: 'T99999999', TotalAmt: '5' },
    ...{ InvoiceTransNo: '1', RandomNum: '1', InvoiceStatus: '1', BuyerUBN: '' },
  })
  platform.treats('/invoice_issue', { code: 'INV10016' })
  await run()
  const shown = await read(id)
  assert.deepEqual([shown.status, shown.number, shown.error], ['refused', null, 'OTHER T99999999'])
  await act(id, 'refresh')
  await run()
  assert.deepEqual([(await read(id)).status, (await read(id)).order_no], ['issued', `G${id}_2`])
})

test('a void is told, asked for when its answer is lost, and sent again after a refusal', async () => {
  const id = await issued()
  platform.treats('/invoice_invalid', 'half')
  assert.equal((await act(id, 'void', { reason: '抬頭錯誤，重新開立收據' })).status, 'void_waiting')
  await run()
  assert.equal((await read(id)).status, 'void_waiting')
  await later()
  await run()
  assert.deepEqual([(await read(id)).status, atPlatform(id)[0]?.InvoiceStatus], ['void', '3'])
  assert.equal(platform.asked.at(-1)?.path, '/invoice_search')

  const kept = await issued()
  platform.treats('/invoice_invalid', { code: 'KEY10001' })
  await act(kept, 'void', { reason: '抬頭錯誤' })
  await run()
  assert.deepEqual([(await read(kept)).status, (await read(kept)).error], ['void_waiting', 'KEY10001 訊息 KEY10001'])
  await act(kept, 'refresh')
  await run()
  assert.deepEqual([(await read(kept)).status, (await read(kept)).error], ['void', null])
})

test('a receipt that is too old to be voided is given back by an allowance that waits for its buyer', async () => {
  const id = await issued()
  platform.treats('/invoice_invalid', { code: 'LIB10008' })
  await act(id, 'void', { reason: '取消行程' })
  await run()
  await run()
  const { status, allowances, error } = await read(id)
  assert.equal(status, 'issued')
  assert.match(error, /^LIB10008/)
  assert.deepEqual(
    allowances.map((each: Record<string, unknown>) => [each.amount, each.status, each.reason]),
    [[30_000, 'waiting', '取消行程']],
  )
  assert.equal(platform.allowances.at(-1)?.AllowanceNo, allowances[0].platform_no)
})

test('an allowance waits for its buyer, is confirmed or cancelled, and is never begun twice', async () => {
  const id = await issued()
  const number = (await read(id)).number
  const begun = () => platform.allowances.filter(({ InvoiceNumber }) => InvoiceNumber === number)
  platform.treats('/allowance_issue', 'break')
  await act(id, 'allowances', { amount: 1_000, reason: '退差額' })
  await run()
  await later()
  await run()
  const [first] = (await read(id)).allowances
  assert.deepEqual([first.status, first.platform_no, begun().length], ['waiting', begun()[0]?.AllowanceNo, 1])
  await act(id, 'allowances', { amount: 1_000, reason: '再退', confirmed: true })
  await run()
  assert.deepEqual(
    (await read(id)).allowances.map((each: { status: string }) => each.status),
    ['waiting', 'confirmed'],
  )
  platform.treats('/allowance_touch_issue', 'half')
  await act(id, `allowances/${first.id}/confirm`)
  await run()
  await later()
  await run()
  assert.deepEqual(
    begun().map(({ AllowStatus }) => AllowStatus),
    ['1', '1'],
  )
  assert.deepEqual(
    (await read(id)).allowances.map((each: { status: string }) => each.status),
    ['confirmed', 'confirmed'],
  )
  await act(id, 'allowances', { amount: 500, reason: '誤開' })
  await run()
  const last = (await read(id)).allowances.at(-1)
  await act(id, `allowances/${last.id}/cancel`)
  await run()
  assert.deepEqual([(await read(id)).allowances.at(-1).status, begun().at(-1)?.AllowStatus], ['cancelled', '2'])
  platform.treats('/allowance_issue', { code: 'ALW10003' })
  await act(id, 'allowances', { amount: 700, reason: '退差額' })
  await run()
  const refused = (await read(id)).allowances.at(-1)
  assert.deepEqual([refused.status, refused.error], ['refused', 'ALW10003 訊息 ALW10003'])
})

test('a refresh hears of a receipt that was voided at the platform by hand; a mail is sent once more', async () => {
  const id = await issued()
  await act(id, 'resend')
  await run()
  assert.equal(platform.mails.at(-1)?.InvoiceNumber, (await read(id)).number)
  const receipt = atPlatform(id)[0] ?? assert.fail()
  Object.assign(receipt, { InvoiceStatus: '3' })
  await act(id, 'refresh')
  await run()
  assert.equal((await read(id)).status, 'void')
  assert.equal((await finance.post(`/legal-receipts/${id}/resend`, {})).status, 409)
})

test('nothing is sent while the platform is off, and what waits is sent once it is on again', async () => {
  const { id } = await asked(await aBooking())
  done(await admin.put('/receipt-platform', { is_on: false }))
  await run()
  assert.equal(atPlatform(id).length, 0)
  const refused = await finance.post(`/bookings/${await aBooking()}/legal-receipts`, { medium: 'electronic' })
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['medium']])
  done(await admin.put('/receipt-platform', { is_on: true }))
  await run()
  assert.equal((await read(id)).status, 'issued')
})

test('few numbers and refused receipts stand in the mornings of those who act', async () => {
  const groups = async (who: 'admin' | 'finance') =>
    (await as(who).get('/work')).data.map(({ key, count }: { key: string; count: number }) => [key, count])
  assert.ok(!Object.fromEntries(await groups('admin')).receipt_numbers_low)
  platform.state.surplus = 150
  await issued()
  assert.equal(Object.fromEntries(await groups('admin')).receipt_numbers_low, 1)
  const { id } = await asked(await aBooking())
  platform.treats('/invoice_issue', { code: 'INV20003' })
  await run()
  assert.equal((await read(id)).status, 'refused')
  assert.ok(Object.fromEntries(await groups('finance')).receipts_refused >= 1)
})
