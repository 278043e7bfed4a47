import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { ecpayTest, fakeProviders, newebpayTest } from '../../../test/fixtures/payment-providers.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const [admin, finance] = [as('admin'), as('finance')]
const { trip, book } = await bookingFixtures(home)
const fake = fakeProviders(home)
done(await admin.put('/payment-providers/ecpay', ecpayTest))
done(await admin.put('/payment-providers/newebpay', newebpayTest))

const { id: trip_id } = await trip(9, { departure_date: daysFromToday(90) })
const booking = await book(trip_id, ['王小美'])
/** A try to pay 10,000 of the booking, whose page ends after so many minutes. */
const begun = async (no: string, minutes = 60) => {
  await sql`insert into provider_trades (trade_no, provider, environment, merchant_id, amount, expires_at, booking_id)
    values (${no}, 'ecpay', 'test', ${ecpayTest.merchant_id}, 10000, now() + ${minutes} * interval '1 minute', ${booking.id})`.execute(
    db,
  )
}
type Notice = Record<string, unknown> & { id: number; seer: { id: number } | null; trade: { booking: object } | null }
const listed = async (query = ''): Promise<Notice[]> => done(await finance.get(`/payment-notices?per_page=100${query}`))
const waiting = async () => {
  const groups = done(await finance.get('/work'))
  const group = groups.find(({ key }: { key: string }) => key === 'payment_notices_to_see')
  return (group?.items ?? []).map(({ record, amount }: { record: Record<string, unknown>; amount: number }) => [
    record.number,
    record.name_en,
    amount,
  ])
}

test('what was signed and made no payment waits for finance, with what it tells; all else does not', async () => {
  await begun('OTHERAMOUNT')
  await begun('PAIDLATE', -5)
  await fake.ecpay('OTHERAMOUNT', { TradeAmt: '9999' })
  await fake.ecpay('PAIDLATE', { TradeAmt: '10000', TradeNo: 'E1' })
  await fake.ecpay('PAIDLATE', { TradeAmt: '10000', TradeNo: 'E1' })
  await fake.ecpay('NOTOURS')
  await fake.newebpay('NOTOURSEITHER', { Amt: '700' })
  await fake.send('ecpay', { MerchantTradeNo: 'MADEUP', TradeAmt: '1; drop table', RtnMsg: '<b>' })
  const shown = (await listed()).map(({ outcome, is_genuine, told_trade_no, told_amount, is_late, to_see }) => [
    outcome,
    is_genuine,
    told_trade_no,
    told_amount,
    is_late,
    to_see,
  ])
  assert.deepEqual(shown, [
    ['forged', false, 'MADEUP', null, false, false],
    ['unknown', true, 'NOTOURSEITHER', 700, false, true],
    ['unknown', true, 'NOTOURS', 100, false, true],
    ['repeated', true, 'PAIDLATE', 10_000, false, false],
    ['paid', true, 'PAIDLATE', 10_000, true, false],
    ['other_amount', true, 'OTHERAMOUNT', 9_999, false, true],
  ])
  const [other] = await listed('&outcome=other_amount')
  assert.deepEqual(other?.trade, {
    trade_no: 'OTHERAMOUNT',
    amount: 10_000,
    booking: { id: booking.id, booking_number: booking.booking_number, contact_name: '王小美' },
  })
  assert.deepEqual(
    (await listed('&provider=newebpay')).map(({ told_trade_no }) => told_trade_no),
    ['NOTOURSEITHER'],
  )
  assert.deepEqual(await waiting(), [
    ['OTHERAMOUNT', 'Another amount', 9_999],
    ['NOTOURS', 'Unknown payment', 100],
    ['NOTOURSEITHER', 'Unknown payment', 700],
  ])
  const today = done(await finance.get('/money/today'))
  assert.deepEqual(
    today.filter(({ what }: { what: string }) => what === 'notices_to_see'),
    [{ what: 'notices_to_see', currency: 'TWD', records: 3, amount: 10_799 }],
  )
})

test('whoever has found out says what became of it, which settles the same told again', async () => {
  await fake.ecpay('OTHERAMOUNT', { TradeAmt: '9999' })
  const [one, same] = await listed('&outcome=other_amount')
  const path = `/payment-notices/${one?.id}/seen`
  assert.equal((await finance.post(path, { remark: '' })).status, 422)
  const seen = done(await finance.post(path, { remark: '綠界已退款' }))
  assert.deepEqual([seen.remark, seen.seer.id, seen.to_see], ['綠界已退款', ids.finance, false])
  assert.deepEqual(
    (await listed('&outcome=other_amount')).map(({ id, remark, to_see }) => [id, remark, to_see]),
    [one, same].map((each) => [each?.id, '綠界已退款', false]),
  )
  assert.deepEqual(
    (await waiting()).map(([number]: string[]) => number),
    ['NOTOURS', 'NOTOURSEITHER'],
  )
  const again = await admin.post(path, { remark: '再看一次' })
  assert.deepEqual(
    [again.status, again.body.detail],
    [409, 'This notice needs no look, or a colleague has looked at it already.'],
  )
  const [paid] = await listed('&outcome=paid')
  assert.equal((await finance.post(`/payment-notices/${paid?.id}/seen`, { remark: '已入帳' })).status, 409)
  assert.equal((await finance.post('/payment-notices/999999/seen', { remark: '沒有' })).status, 404)
})

test('finance and administrators look at notices, and nobody else', async () => {
  for (const who of ['sales', 'manager', 'leader', 'customer'] as const)
    assert.equal((await as(who).get('/payment-notices')).status, 403, who)
  assert.equal((await admin.get('/payment-notices')).status, 200)
})
