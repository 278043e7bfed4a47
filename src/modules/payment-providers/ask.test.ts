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
import { placeOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { unmarked } from '../../../test/page-text.ts'
import { makeLink } from '../links/links.ts'
import { askForTrades } from './ask.ts'
import { checkMacValue } from './ecpay.ts'
import { newebpay } from './newebpay.ts'
import type { Fields } from './protocol.ts'

const home = await house()
const { as, database, db, keys, files, papers, outbound } = home
const { trip, book } = await bookingFixtures(home)
const fake = fakeProviders(home)
done(await as('admin').put('/payment-providers/ecpay', ecpayTest))
done(await as('admin').put('/payment-providers/newebpay', newebpayTest))

/** The provider: what it was asked, and what it answers. */
const asked: { path: string; fields: Fields }[] = []
let answer: (fields: Fields) => { status?: number; body: string } = () => ({ status: 500, body: '' })
const server = createServer(async (request, reply) => {
  const fields = Object.fromEntries(new URLSearchParams(await text(request)))
  asked.push({ path: request.url ?? '', fields })
  const { status = 200, body } = answer(fields)
  reply.writeHead(status).end(body)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
home.atEnd(() => server.close())
const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
home.allowed.push(place)

const providerUrls = { ecpay: `http://${place}`, newebpay: `http://${place}` }
const zone = 'Asia/Taipei'
const tools = { database, keys, files, papers, outbound, providerUrls, zone, publicUrl: 'https://guidon.test' }
const run = () => askForTrades({}, { ...tools, mailer: undefined as never, log: pino({ level: 'fatal' }) })

let nth = 0
/** A try to pay 10,000 of a booking, begun so many minutes ago. */
const begun = async (minutes: number, provider: 'ecpay' | 'newebpay' = 'ecpay') => {
  nth += 1
  const price = { adult: 30_000, child_with_bed: 0, child_no_bed: 0, infant: 0, single_supplement: 0, deposit: 10_000 }
  const on = await trip(9, { price_overrides: price, departure_date: daysFromToday(90 + nth) })
  const { id } = await book(on.id, ['王小美'])
  const no = `ASKED${nth}`
  const { merchant_id } = provider === 'ecpay' ? ecpayTest : newebpayTest
  await sql`insert into provider_trades (trade_no, provider, environment, merchant_id, amount, expires_at, booking_id, created_at)
    values (${no}, ${provider}, 'test', ${merchant_id}, 10000, now(), ${id}, now() - ${minutes} * interval '1 minute')`.execute(
    db,
  )
  return { id: id as number, no }
}
/** The same to a number, of a confirmed booking, with the place of its contact. The notice of the number is lost. */
const begunFor = async (method: 'atm' | 'cvs', minutes: number, provider: 'ecpay' | 'newebpay' = 'ecpay') => {
  const { id, no } = await begun(minutes, provider)
  done(await as('sales').post(`/bookings/${id}/confirm`))
  await sql`update provider_trades set method = ${method} where trade_no = ${no}`.execute(db)
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', id))
  return { id, no, place: await placeOf(home.app, `/l/booking/${token}`) }
}
const paidOf = async (id: number) => (await as('finance').get(`/bookings/${id}`)).data.paid
const signed = (fields: Fields) =>
  `${new URLSearchParams({ ...fields, CheckMacValue: checkMacValue(fields, ecpayTest) })}`
const stateOf = (no: string, TradeStatus: string) =>
  signed({
    MerchantID: '3002607',
    MerchantTradeNo: no,
    TradeNo: `N${no}`,
    TradeAmt: '10000',
    TradeStatus,
    HandlingCharge: '20',
  })
const timePasses = () =>
  sql`update provider_trades set asked_at = asked_at - interval '10 minutes', created_at = created_at - interval '10 minutes'`.execute(
    db,
  )

test('a payment of which no notice came is asked for after ten minutes, and recorded once', async () => {
  const [early, due] = [await begun(9), await begun(11)]
  answer = ({ MerchantTradeNo = '' }) => ({ body: stateOf(MerchantTradeNo, '1') })
  await run()
  assert.deepEqual(
    asked.splice(0).map(({ path, fields }) => [path, fields.MerchantTradeNo, fields.MerchantID]),
    [['/Cashier/QueryTradeInfo/V5', due.no, '3002607']],
  )
  assert.deepEqual([await paidOf(early.id), await paidOf(due.id)], [0, 10_000])
  await fake.ecpay(due.no, { TradeAmt: '10000', TradeNo: `N${due.no}` })
  await Promise.all([run(), run()])
  assert.deepEqual(
    [await paidOf(due.id), asked.length],
    [10_000, 0],
    'the late notice changes nothing, and nothing is asked again',
  )
  await fake.ecpay(early.no, { TradeAmt: '10000' })
})

test('money to a number is asked for after a day, not after ten minutes', async () => {
  const [young, old] = [await begun(1_400), await begun(1_450)]
  await sql`update provider_trades set method = 'atm', number = '99832700000017' where trade_no in (${young.no}, ${old.no})`.execute(
    db,
  )
  answer = ({ MerchantTradeNo = '' }) => ({ body: stateOf(MerchantTradeNo, '1') })
  await run()
  assert.deepEqual(
    asked.splice(0).map(({ fields }) => fields.MerchantTradeNo),
    [old.no],
  )
  assert.deepEqual([await paidOf(young.id), await paidOf(old.id)], [0, 10_000])
  await fake.ecpay(young.no, { TradeAmt: '10000' })
})

test('what is not paid is asked for again, with pauses and not for ever; a wrong answer counts for nothing', async () => {
  const { id, no } = await begun(11)
  answer = () => ({ body: stateOf(no, '0') })
  for (let round = 0; round < 40; round += 1) {
    await run()
    await timePasses()
  }
  assert.equal(asked.splice(0).length, 4)
  const other = await begun(11)
  for (const body of ['', 'TradeStatus=1', stateOf(other.no, '1').replace('TradeAmt=10000', 'TradeAmt=1')]) {
    answer = () => ({ body })
    await run()
    await timePasses()
  }
  answer = () => ({ status: 500, body: stateOf(other.no, '1') })
  await run()
  assert.deepEqual([await paidOf(id), await paidOf(other.id)], [0, 0])
  await timePasses()
  answer = () => ({ body: stateOf(other.no, '1') })
  await run()
  assert.equal(await paidOf(other.id), 10_000, 'a provider that was down is asked again')
  asked.length = 0
})

test('a provider that is asked too fast is left alone until the next run', async () => {
  await begun(11)
  await begun(11)
  answer = () => ({ status: 403, body: '' })
  await run()
  assert.equal(asked.splice(0).length, 1)
  await sql`delete from provider_trades where status <> 'paid'`.execute(db)
})

test('NewebPay is asked with its own signature, and answers with one', async () => {
  // The two values are those of the manual and of the provider's sample: what is asked, and what is answered.
  const sample = { merchant_id: '1422967', hash_key: 'abcdefg', hash_iv: '1234567' }
  const form = newebpay.asking.form({ trade_no: '840f022', amount: 100, at: new Date(0) }, sample)
  assert.equal(form.CheckValue, '379BF1DB8948EE79D8ED77A1EBCB2F57B0FD45D0376B6DA9CF85F539CEF1C127')
  const Result = {
    MerchantID: 'MS127874575',
    Amt: 30,
    TradeNo: '23092714215835071',
    MerchantOrderNo: 'Vanespl_ec_1695795668',
  }
  const CheckCode = '79C5227AF869AE4F25FDF4E22B928D5B52E415D9905EC6912D7807E18C3FFACA'
  const told = (more: object) =>
    JSON.stringify({ Status: 'SUCCESS', Result: { ...Result, CheckCode, TradeStatus: '1', ...more } })
  assert.deepEqual(newebpay.asking.answered(told({}), newebpayTest)?.is_paid, true)
  assert.deepEqual(newebpay.asking.answered(told({ TradeStatus: '0' }), newebpayTest)?.is_paid, false)
  for (const wrong of [told({ Amt: 3000 }), '', '[]', '{"Result":[]}'])
    assert.equal(newebpay.asking.answered(wrong, newebpayTest), undefined, wrong)

  const { no } = await begun(11, 'newebpay')
  answer = () => ({ body: '{"Status":"TRA10021","Result":[]}' })
  await run()
  const [{ path, fields } = { path: '', fields: {} as Fields }] = asked.splice(0)
  assert.deepEqual(
    [path, fields.MerchantOrderNo, fields.Amt, fields.Version],
    ['/API/QueryTradeInfo', no, '10000', '1.3'],
  )
})

test('a number whose notice was lost is asked for, and shown; then the payment to it is asked for after a day', async () => {
  await sql`delete from provider_trades where status <> 'paid'`.execute(db)
  const one = await begunFor('atm', 11)
  const { place } = one
  assert.doesNotMatch(unmarked((await place.open('')).body), /99832700000017/)
  const number = {
    ...{ MerchantID: '3002607', MerchantTradeNo: one.no, TradeNo: `N${one.no}`, TradeAmt: '10000' },
    ...{ RtnCode: '2', RtnMsg: 'Get VirtualAccount Succeeded', PaymentType: 'ATM_CHINATRUST' },
    ...{ BankCode: '118', vAccount: '99832700000017', ExpireDate: '2083/12/03' },
  }
  for (const body of [signed({ ...number, TradeAmt: '9999' }), `${new URLSearchParams(number)}`, '']) {
    answer = () => ({ body })
    await run()
    await timePasses()
  }
  assert.doesNotMatch(unmarked((await place.open('')).body), /99832700000017/, 'another amount, and nobody has signed')
  answer = () => ({ body: signed(number) })
  await run()
  assert.deepEqual(
    asked.splice(0).map(({ path, fields }) => [path, fields.MerchantTradeNo]),
    Array.from({ length: 4 }, () => ['/Cashier/QueryPaymentInfo', one.no]),
  )
  assert.match(unmarked((await place.open('')).body), /Bank code[\s\S]*118[\s\S]*Account number[\s\S]*99832700000017/)

  await timePasses()
  await run()
  assert.deepEqual(asked, [], 'the number is not asked for again, and the payment not yet')
  await sql`update provider_trades set created_at = now() - interval '1441 minutes', asked_at = null where trade_no = ${one.no}`.execute(
    db,
  )
  answer = () => ({ body: stateOf(one.no, '1') })
  await run()
  assert.deepEqual(
    asked.splice(0).map(({ path }) => path),
    ['/Cashier/QueryTradeInfo/V5'],
  )
  assert.equal(await paidOf(one.id), 10_000)
})

test('a payment is asked for although its number never came; a code of a convenience store is asked for too', async () => {
  const silent = await begunFor('cvs', 11)
  answer = () => ({ body: '' })
  for (let round = 0; round < 60; round += 1) {
    await run()
    await timePasses()
  }
  await sql`update provider_trades set created_at = now() - interval '1441 minutes', answers = 4, asked_at = null where trade_no = ${silent.no}`.execute(
    db,
  )
  asked.length = 0
  answer = () => ({ body: stateOf(silent.no, '1') })
  await run()
  assert.deepEqual(
    asked.splice(0).map(({ path }) => path),
    ['/Cashier/QueryTradeInfo/V5'],
  )
  assert.equal(await paidOf(silent.id), 10_000)

  const code = await begunFor('cvs', 11)
  const told = { RtnCode: '10100073', PaymentNo: 'GW150126100013', ExpireDate: '2083/12/03 18:30:00' }
  answer = () => ({
    body: signed({ MerchantID: '3002607', MerchantTradeNo: code.no, TradeNo: 'N1', TradeAmt: '10000', ...told }),
  })
  await run()
  assert.match(unmarked((await code.place.open('')).body), /Payment code[\s\S]*GW150126100013/)
  asked.length = 0
})

test('NewebPay tells the number in its answer about the trade', async () => {
  const one = await begunFor('atm', 11, 'newebpay')
  const Result = { MerchantID: 'MS127874575', Amt: 10_000, TradeNo: '23', MerchantOrderNo: one.no }
  const signature = `HashIV=${newebpayTest.hash_iv}&Amt=10000&MerchantID=MS127874575&MerchantOrderNo=${one.no}&TradeNo=23&HashKey=${newebpayTest.hash_key}`
  const CheckCode = hash('sha256', signature).toUpperCase()
  const number = { PaymentType: 'VACC', PayInfo: '(017)9103522175887271', ExpireDate: '2083-12-03 23:59:59' }
  answer = () => ({
    body: JSON.stringify({ Status: 'SUCCESS', Result: { ...Result, CheckCode, TradeStatus: '0', ...number } }),
  })
  await run()
  assert.deepEqual(
    asked.splice(0).map(({ path }) => path),
    ['/API/QueryTradeInfo'],
  )
  assert.match(
    unmarked((await one.place.open('')).body),
    /Bank code[\s\S]*017[\s\S]*Account number[\s\S]*9103522175887271/,
  )
})

test('what the provider keeps is stored as its notice or its answer tells', async () => {
  const [told, found] = [await begun(11), await begun(11)]
  await fake.ecpay(told.no, { TradeAmt: '10000', TradeNo: `N${told.no}`, PaymentTypeChargeFee: '275' })
  answer = () => ({ body: stateOf(found.no, '1') })
  await run()
  const feeOf = async ({ id }: { id: number }) => done(await as('finance').get(`/bookings/${id}/payments`))[0].fee
  assert.deepEqual([await feeOf(told), await feeOf(found)], [275, 20])
  asked.length = 0
})
