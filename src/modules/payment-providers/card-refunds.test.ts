import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { ecpayTest, fakeProviders, newebpayTest } from '../../../test/fixtures/payment-providers.ts'
import { house } from '../../../test/house.ts'
import { actsFor, cards, sealedData } from './cards.ts'
import { checkMacValue } from './ecpay.ts'
import { decrypted } from './newebpay.ts'
import { refundCard } from './refund-by-card.ts'

const home = await house()
const { as, database, db, keys, files, papers, outbound } = home
const [finance, manager, admin] = [as('finance'), as('manager'), as('admin')]
const { trip, book } = await bookingFixtures(home)
const fake = fakeProviders(home)
done(await admin.put('/payment-providers/ecpay', ecpayTest))
done(await admin.put('/payment-providers/newebpay', newebpayTest))

/** The provider: how a payment stands, what it was told to do, and how it answers that. */
let stands: Record<string, unknown> | undefined
let acted: Record<string, string>[] = []
let answer: (fields: Record<string, string>) => string | undefined = () => undefined
const server = createServer(async (request, reply) => {
  const body = await text(request)
  if (/QueryTrade/.test(request.url ?? '')) return stands ? reply.end(told(body)) : reply.destroy()
  const fields = Object.fromEntries(new URLSearchParams(body))
  const said = fields.PostData_ ? { ...fields, ...decrypted(fields.PostData_, newebpayTest) } : fields
  acted.push({ path: request.url ?? '', ...said })
  const words = answer(said)
  return words === undefined ? reply.destroy() : reply.end(words)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
home.atEnd(() => server.close())
const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
home.allowed.push(place)

const told = (body: string) => {
  if (body.startsWith('{'))
    return JSON.stringify({ TransCode: 1, Data: sealedData({ RtnMsg: '', ...stands }, ecpayTest) })
  const { Amt = '', MerchantID = '', MerchantOrderNo = '' } = Object.fromEntries(new URLSearchParams(body))
  const of = { Amt, MerchantID, MerchantOrderNo, TradeNo: `N${MerchantOrderNo}` }
  const signed = `HashIV=${newebpayTest.hash_iv}&${new URLSearchParams(of)}&HashKey=${newebpayTest.hash_key}`
  const CheckCode = hash('sha256', signed).toUpperCase()
  return JSON.stringify({ Status: 'SUCCESS', Result: { ...of, TradeStatus: '1', ...stands, CheckCode } })
}
const authorised = (amount: number) => ({ RtnValue: { Amount: amount, Status: '已授權' }, CloseData: [] })
const closed = (amount: number, status: string, ...more: { Status: string; Amount: number }[]) => ({
  RtnValue: { Amount: amount, Status: status },
  CloseData: [{ Status: status, Amount: amount }, ...more],
})
const yes = ({ MerchantTradeNo = '' }) =>
  `MerchantID=3002607&MerchantTradeNo=${MerchantTradeNo}&TradeNo=E&RtnCode=1&RtnMsg=OK`

const providerUrls = { ecpay: `http://${place}`, newebpay: `http://${place}` }
const tools = {
  database,
  keys,
  files,
  papers,
  outbound,
  providerUrls,
  zone: 'Asia/Taipei',
  publicUrl: 'https://guidon.test',
}
const run = (id: number) => refundCard({ id }, { ...tools, mailer: undefined as never, log: pino({ level: 'fatal' }) })

let nth = 0
/** An approved order over an amount of a cancelled booking that has paid 10,000 by card. */
const approved = async (amount = 10_000, provider: 'ecpay' | 'newebpay' = 'ecpay') => {
  nth += 1
  const price = { adult: 30_000, child_with_bed: 0, child_no_bed: 0, infant: 0, single_supplement: 0, deposit: 10_000 }
  const on = await trip(9, { price_overrides: price, departure_date: daysFromToday(90 + nth) })
  const booking = await book(on.id, ['王小美'])
  const no = `CARD${nth}`
  const { merchant_id } = provider === 'ecpay' ? ecpayTest : newebpayTest
  await sql`insert into provider_trades (trade_no, provider, environment, merchant_id, amount, expires_at, booking_id)
    values (${no}, ${provider}, 'test', ${merchant_id}, 10000, now() + interval '1 hour', ${booking.id})`.execute(db)
  if (provider === 'ecpay') await fake.ecpay(no, { TradeAmt: '10000', TradeNo: `E${no}` })
  else await fake.newebpay(no, { Amt: '10000', TradeNo: `N${no}` })
  done(await admin.post(`/bookings/${booking.id}/cancel`, { reason: '行程取消', cause: 'house_fault' }))
  const [{ id: obligation_id }] = done(await finance.get(`/bookings/${booking.id}/obligations`))
  const order = done(await finance.post('/refund-orders', { obligation_id, payee: '王小美', amount }))
  done(await manager.post(`/refund-orders/${order.id}/approve`, {}))
  return { order: order.id as number, booking: booking.id as number, no }
}
const byCard = (refund_order_id: number) => finance.post('/card-refunds', { refund_order_id })
const stateOf = async (id: number) => {
  const { status, hindrance, message } = done(await finance.get(`/card-refunds/${id}`))
  return [status, hindrance, message]
}
const orderOf = async (id: number) => done(await finance.get(`/refund-orders/${id}`))
const refunds = async (booking: number) =>
  done(await finance.get(`/bookings/${booking}/payments`))
    .filter(({ kind }: { kind: string }) => kind === 'refund')
    .map(({ amount, method, source }: Record<string, unknown>) => [amount, method, source])

test('what is only authorised is given up, and the order is paid by it', async () => {
  const { order, booking, no } = await approved()
  assert.equal((await orderOf(order)).card_provider, 'ecpay')
  assert.equal((await manager.post('/card-refunds', { refund_order_id: order })).status, 403)
  const { id } = done(await byCard(order))
  assert.equal((await byCard(order)).status, 409, 'it is under way')
  const byHand = await finance.post(`/refund-orders/${order}/paid`, {
    ...{ method: 'bankTransfer', received_at: new Date().toISOString() },
  })
  assert.match(byHand.body.detail, /^This refund is on its way back to the card/)
  ;[stands, answer, acted] = [authorised(10_000), yes, []]
  await run(id)
  const [{ CheckMacValue, ...sent } = {} as Record<string, string>] = acted
  assert.deepEqual(sent, {
    ...{ path: '/CreditDetail/DoAction', MerchantID: '3002607', MerchantTradeNo: no, TradeNo: `E${no}` },
    ...{ Action: 'N', TotalAmount: '10000' },
  })
  const { path, ...signed } = sent
  assert.equal(CheckMacValue, checkMacValue(signed, ecpayTest))
  assert.deepEqual(await stateOf(id), ['paid', null, null])
  assert.deepEqual([(await orderOf(order)).status, await refunds(booking)], ['paid', [[10_000, 'creditCard', 'ecpay']]])
  await run(id)
  assert.equal(acted.length, 1, 'a second run of the job sends nothing')
})

test('what is to be captured is taken back first; of what is captured a part is refunded', async () => {
  const [all, part] = [await approved(), await approved(4_000)]
  ;[stands, answer, acted] = [closed(10_000, '要關帳'), yes, []]
  const { id } = done(await byCard(all.order))
  await run(id)
  assert.deepEqual(
    acted.map(({ Action }) => Action),
    ['E', 'N'],
  )
  ;[stands, acted] = [closed(10_000, '已關帳'), []]
  const { id: second } = done(await byCard(part.order))
  await run(second)
  assert.deepEqual(
    acted.map(({ Action, TotalAmount }) => [Action, TotalAmount]),
    [['R', '4000']],
  )
  assert.deepEqual(await refunds(part.booking), [[4_000, 'creditCard', 'ecpay']])
})

test('a refund that the provider refuses leaves the order approved, to be paid by another way', async () => {
  const { order, booking } = await approved(4_000)
  ;[stands, answer] = [authorised(10_000), yes]
  const { id: early } = done(await byCard(order))
  await run(early)
  assert.deepEqual(await stateOf(early), ['failed', 'too_early', null])
  stands = closed(10_000, '已關帳')
  answer = ({ MerchantTradeNo = '' }) => `MerchantTradeNo=${MerchantTradeNo}&RtnCode=10000017&RtnMsg=帳戶餘額不足`
  const { id } = done(await byCard(order))
  await run(id)
  assert.deepEqual(await stateOf(id), ['failed', 'balance_too_small', '帳戶餘額不足'])
  const there = await orderOf(order)
  assert.deepEqual([there.status, there.card_refund.hindrance], ['approved', 'balance_too_small'])
  done(
    await finance.post(`/refund-orders/${order}/paid`, {
      ...{ method: 'bankTransfer', received_at: new Date().toISOString() },
    }),
  )
  assert.deepEqual(await refunds(booking), [[4_000, 'bankTransfer', 'staff']])
})

test('after an answer that was lost nothing is sent before it is asked how the payment stands', async () => {
  const { order, booking } = await approved(4_000)
  ;[stands, answer, acted] = [closed(10_000, '已關帳'), () => undefined, []]
  const { id } = done(await byCard(order))
  await run(id)
  assert.deepEqual([await stateOf(id), acted.length], [['sent', null, null], 1])
  stands = undefined
  await run(id)
  assert.equal(acted.length, 1, 'nobody answers, so nothing is sent')
  stands = closed(10_000, '已關帳', { Status: '要關帳', Amount: -4_000 })
  await run(id)
  assert.deepEqual([await stateOf(id), acted.length], [['paid', null, null], 1], 'it was refunded')
  assert.deepEqual(await refunds(booking), [[4_000, 'creditCard', 'ecpay']])

  const other = await approved(4_000)
  stands = closed(10_000, '已關帳')
  const { id: next } = done(await byCard(other.order))
  await run(next)
  await run(next)
  assert.deepEqual([await stateOf(next), acted.length], [['asked', null, null], 2], 'it stands as before')
  answer = yes
  await run(next)
  assert.deepEqual([await stateOf(next), acted.length], [['paid', null, null], 3])
})

test('what has changed in another way is left to a person, who looks at the provider', async () => {
  const { order } = await approved(4_000)
  ;[stands, answer] = [closed(10_000, '已關帳'), () => undefined]
  const { id } = done(await byCard(order))
  await run(id)
  stands = closed(10_000, '已關帳', { Status: '要關帳', Amount: -1 })
  await run(id)
  assert.deepEqual(await stateOf(id), ['unclear', 'no_answer', null])
  assert.equal((await byCard(order)).status, 409)
  const settled = done(
    await finance.post(`/card-refunds/${id}/settle`, { is_refunded: false, remark: '綠界顯示未退款' }),
  )
  assert.deepEqual([settled.status, settled.message], ['failed', '綠界顯示未退款'])
  assert.equal((await finance.post(`/card-refunds/${id}/settle`, { is_refunded: true, remark: '已退' })).status, 409)
  const { id: again } = done(await byCard(order))
  await sql`update card_refunds set status = 'unclear' where id = ${again}`.execute(db)
  done(await finance.post(`/card-refunds/${again}/settle`, { is_refunded: true, remark: '綠界顯示已退' }))
  assert.equal((await orderOf(order)).status, 'paid')
})

test('NewebPay: the authorisation is cancelled, and what is captured is refunded, with its own encrypted part', async () => {
  const [all, part] = [await approved(10_000, 'newebpay'), await approved(4_000, 'newebpay')]
  ;[stands, answer, acted] = [
    { CloseStatus: '0' },
    () => '{"Status":"SUCCESS","Message":"放棄授權成功","Result":[]}',
    [],
  ]
  const { id } = done(await byCard(all.order))
  await run(id)
  assert.deepEqual(
    acted.map(({ path, MerchantOrderNo, Amt, IndexType, Version }) => [path, MerchantOrderNo, Amt, IndexType, Version]),
    [['/API/CreditCard/Cancel', all.no, '10000', '1', '1.0']],
  )
  ;[stands, acted] = [{ CloseStatus: '3', BackBalance: '10000', BackStatus: '0' }, []]
  const { id: second } = done(await byCard(part.order))
  await run(second)
  assert.deepEqual(
    acted.map(({ path, Amt, CloseType, Version }) => [path, Amt, CloseType, Version]),
    [['/API/CreditCard/Close', '4000', '2', '1.1']],
  )
  assert.deepEqual(await refunds(part.booking), [[4_000, 'creditCard', 'newebpay']])
})

test('an order that may be transferred already, or has no payment by card, does not go to a card', async () => {
  const { order, booking } = await approved()
  await sql`update refund_orders set in_file_at = now() where id = ${order}`.execute(db)
  assert.match((await byCard(order)).body.detail, /^This order is in a bank file/)
  assert.equal((await orderOf(order)).card_provider, null)
  await sql`update refund_orders set in_file_at = null where id = ${order}`.execute(db)
  assert.equal((await orderOf(order)).card_provider, 'ecpay')
  await sql`update provider_trades set method = 'atm' where booking_id = ${booking}`.execute(db)
  assert.equal((await orderOf(order)).card_provider, null)
  assert.match((await byCard(order)).body.detail, /^No payment by card of this booking has so much left/)
  assert.equal((await byCard(999_999)).status, 404)
})

test('instalments and bonus points are given back as a whole; what is being processed waits', () => {
  const card = { stage: 'captured', left: 10_000, is_whole: true, mark: '' } as const
  assert.equal(actsFor(cards.newebpay, card, 4_000), 'whole_only')
  assert.deepEqual(actsFor(cards.newebpay, card, 10_000), ['refund'])
  assert.equal(actsFor(cards.newebpay, { ...card, stage: 'processing' }, 10_000), 'too_early')
  assert.equal(actsFor(cards.ecpay, { ...card, left: 3_000, is_whole: false }, 4_000), 'too_much')
  assert.equal(actsFor(cards.newebpay, { ...card, stage: 'to_capture', is_whole: false }, 4_000), 'too_early')
  assert.deepEqual(actsFor(cards.ecpay, { ...card, stage: 'to_capture', is_whole: false }, 4_000), ['refund'])
})
