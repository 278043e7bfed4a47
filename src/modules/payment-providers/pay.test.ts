import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { ecpayTest, fakeProviders, newebpayTest } from '../../../test/fixtures/payment-providers.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { unmarked } from '../../../test/page-text.ts'
import { makeLink } from '../links/links.ts'
import { decrypted } from './newebpay.ts'

const home = await house()
const { app, as, database, db, ids } = home
const { trip, book, register } = await bookingFixtures(home)
const [admin, sales, finance] = [as('admin'), as('sales'), as('finance')]
const fake = fakeProviders(home)

/** Proves a provider with a test payment, and switches it on. */
const switchOn = async (provider: 'ecpay' | 'newebpay', account: object) => {
  done(await admin.put(`/payment-providers/${provider}`, account))
  const { data } = await admin.post(`/payment-providers/${provider}/test`)
  await fake[provider](numberIn(provider, (await app.inject({ url: data.url })).body))
  done(await admin.put(`/payment-providers/${provider}`, { is_on: true }))
}
const valueIn = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
const numberIn = (provider: 'ecpay' | 'newebpay', page: string) =>
  provider === 'ecpay'
    ? valueIn(page, 'MerchantTradeNo')
    : (decrypted(valueIn(page, 'TradeInfo'), newebpayTest).MerchantOrderNo ?? '')

let nth = 0
/** A confirmed booking that owes 60,000, of which 20,000 are the deposit, and the place of its contact. */
const confirmed = async (adult = 30_000) => {
  nth += 1
  const deposit = adult / 3
  const price = { adult, child_with_bed: adult, child_no_bed: adult, infant: 0, single_supplement: 0, deposit }
  const on = await trip(9, {
    ...{ price_overrides: price, departure_date: daysFromToday(90 + nth), sales_user_id: ids.sales },
  })
  const booking = await book(on.id, ['王小美', '王大明'])
  done(await sales.post(`/bookings/${booking.id}/confirm`))
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', booking.id))
  return { id: booking.id as number, place: await placeOf(app, `/l/booking/${token}`) }
}
type One = Awaited<ReturnType<typeof confirmed>>

/** Presses the button of a place, and opens the page that leads to the provider. */
const begin = async ({ place }: Pick<One, 'place'>, provider: 'ecpay' | 'newebpay' = 'ecpay') => {
  const sent = await place.send('', { form: 'pay-online', provider })
  assert.equal(sent.statusCode, 303, sent.body)
  const url = String(sent.headers.location)
  const page = await app.inject({ url })
  return { url, page: page.body, policy: page.headers['content-security-policy'], no: numberIn(provider, page.body) }
}
const moneyOf = async (id: number) => (await finance.get(`/bookings/${id}`)).data
const paymentsOf = async (id: number) => (await finance.get(`/bookings/${id}/payments`)).data
const outcomesOf = async (no: string) =>
  (
    await sql<{ outcome: string }>`select n.outcome from payment_notices n join provider_trades t on t.id = n.trade_id
      where t.trade_no = ${no} order by n.id`.execute(db)
  ).rows.map(({ outcome }) => outcome)
const shown = async ({ place }: Pick<One, 'place'>) => unmarked((await place.open('')).body)

test('without a provider that is on there is no button, and nothing is begun', async () => {
  const one = await confirmed()
  assert.doesNotMatch(await shown(one), /by card/)
  assert.equal((await one.place.send('', { form: 'pay-online', provider: 'ecpay' })).statusCode, 409)
  await switchOn('ecpay', ecpayTest)
  assert.match(await shown(one), /Pay NT\$20,000 by card/)
})

test('a customer pays the deposit by card, and fifty notices at once make one payment', async () => {
  const one = await confirmed()
  const { page, policy, no, url } = await begin(one)
  assert.match(String(policy), /form-action https:\/\/\*\.ecpay\.com\.tw;/)
  assert.match(page, /action="https:\/\/payment-stage\.ecpay\.com\.tw\/Cashier\/AioCheckOut\/V5"/)
  assert.deepEqual(
    [valueIn(page, 'TotalAmount'), valueIn(page, 'ChoosePayment'), valueIn(page, 'MerchantID')],
    ['20000', 'Credit', '3002607'],
  )
  assert.doesNotMatch(page, /<script|card_number|type="text"/)
  assert.match(await shown(one), /do not pay again/, 'what to do when the notice has not come')

  const answers = await Promise.all(Array.from({ length: 50 }, () => fake.ecpay(no, { TradeAmt: '20000' })))
  assert.deepEqual(new Set(answers.map(({ body }) => body)), new Set(['1|OK']))
  const [payment, ...more] = await paymentsOf(one.id)
  const { amount, method, source, reference, recorded_by } = payment
  assert.deepEqual(
    [amount, method, source, reference, recorded_by, more],
    [20_000, 'creditCard', 'ecpay', no, null, []],
  )
  assert.deepEqual(
    [(await moneyOf(one.id)).paid, (await outcomesOf(no)).filter((each) => each === 'paid')],
    [20_000, ['paid']],
  )
  assert.match((await app.inject({ url })).body, /We have received NT\$20,000/)
  assert.match(await shown(one), /Pay NT\$40,000 by card/, 'next the balance')
})

test('what was asked for is what the button pays, and the request is paid by it', async () => {
  done(
    await admin.put('/house/record', {
      bank: { name: '玉山', code: '808', account_name: '旗手', account_number: '00159401' },
    }),
  )
  const one = await confirmed()
  done(await sales.post(`/bookings/${one.id}/payment-requests`, { purpose: 'other', amount: 5_000 }))
  assert.match(await shown(one), /Pay NT\$5,000 by card/)
  const { no } = await begin(one)
  await fake.ecpay(no, { TradeAmt: '5000' })
  const [request] = (await sales.get(`/bookings/${one.id}/payment-requests`)).data
  assert.deepEqual([request.status, request.end_cause], ['paid', 'paid'])
})

test('two phones that pay at once: both payments are recorded, and what is too much is owed back', async () => {
  const one = await confirmed()
  done(await sales.post(`/bookings/${one.id}/payments`, await transfer(40_000)))
  const [first, second] = [await begin(one), await begin(one)]
  await Promise.all([first, second].map(({ no }) => fake.ecpay(no, { TradeAmt: '20000' })))
  assert.deepEqual((await moneyOf(one.id)).balance, -20_000)
  const [owed] = (await finance.get(`/bookings/${one.id}/obligations`)).data
  assert.deepEqual([owed.amount, owed.cause], [20_000, 'overpayment'])
  assert.doesNotMatch(await shown(one), /by card/)
})

test('a page that was left open leads nowhere once the amount is paid or its time is over', async () => {
  const one = await confirmed()
  const [paid, late] = [await begin(one), await begin(one)]
  await sql`update provider_trades set expires_at = now() where trade_no = ${late.no}`.execute(db)
  const over = (await app.inject({ url: late.url })).body
  assert.match(over, /has been open for too long/)
  assert.doesNotMatch(over, /ecpay\.com\.tw/)
  done(await sales.post(`/bookings/${one.id}/payments`, await transfer(60_000)))
  const nothing = (await app.inject({ url: paid.url })).body
  assert.match(nothing, /This amount is paid already/)
  assert.doesNotMatch(nothing, /ecpay\.com\.tw/)
  assert.equal((await fake.ecpay(late.no, { TradeAmt: '20000' })).body, '1|OK')
  assert.deepEqual(await outcomesOf(late.no), ['paid'], 'money that came all the same is recorded')
})

test('a notice for a cancelled booking is recorded and owed back; it promises no seat', async () => {
  const one = await confirmed()
  const { no } = await begin(one)
  done(await sales.post(`/bookings/${one.id}/cancel`, { cause: 'traveler', reason: '改變計畫' }))
  await fake.ecpay(no, { TradeAmt: '20000' })
  const { status, paid, balance } = await moneyOf(one.id)
  assert.deepEqual([status, paid], ['cancelled', 20_000])
  const obligations = (await finance.get(`/bookings/${one.id}/obligations`)).data
  const sum = obligations.reduce((all: number, { amount }: { amount: number }) => all + amount, 0)
  assert.deepEqual(sum, -balance)
})

test('another amount, another merchant, a failure and a simulation record nothing; a failure is told with what to do', async () => {
  const one = await confirmed()
  const { no } = await begin(one)
  await fake.ecpay(no, { TradeAmt: '19999' })
  await fake.ecpay(no, { TradeAmt: '20000', MerchantID: '2000132' })
  await fake.ecpay(no, { TradeAmt: '20000', RtnCode: '10100248' })
  assert.match(await shown(one), /Your card was not charged/)
  assert.deepEqual([await outcomesOf(no), await paymentsOf(one.id)], [['other_amount', 'other_merchant', 'failed'], []])

  const live = { ...ecpayTest, merchant_id: '3333333', hash_iv: 'EkRm7iFT261dpevt' }
  done(await admin.put('/payment-providers/ecpay', { environment: 'production', ...live }))
  const real = await begin(one)
  assert.match(real.page, /action="https:\/\/payment\.ecpay\.com\.tw\//)
  await fake.ecpay(real.no, { TradeAmt: '20000', SimulatePaid: '1' }, live)
  await fake.ecpay(real.no, { TradeAmt: '20000' })
  assert.deepEqual([await outcomesOf(real.no), await paymentsOf(one.id)], [['simulated', 'other_merchant'], []])
  await fake.ecpay(real.no, { TradeAmt: '20000' }, live)
  assert.deepEqual(
    [await outcomesOf(real.no), (await moneyOf(one.id)).paid],
    [['simulated', 'other_merchant', 'paid'], 20_000],
  )
  done(await admin.put('/payment-providers/ecpay', { environment: 'test' }))
})

test('more than a card pays at once is paid in parts', async () => {
  const one = await confirmed(450_000)
  assert.match(await shown(one), /Pay NT\$199,999 by card[\s\S]*paid in parts/)
  const { no } = await begin(one)
  await fake.ecpay(no, { TradeAmt: '199999' })
  assert.match(await shown(one), /Pay NT\$100,001 by card/)
  assert.equal((await admin.put('/payment-providers/ecpay', { card_most: 1 })).status, 422)
  done(await admin.put('/payment-providers/ecpay', { card_most: 50_000 }))
  assert.match(await shown(one), /Pay NT\$50,000 by card/)
  done(await admin.put('/payment-providers/ecpay', { card_most: 199_999 }))
})

test('NewebPay: the same, at its own address', async () => {
  await switchOn('newebpay', newebpayTest)
  const one = await confirmed()
  assert.match(await shown(one), /ECPay[\s\S]*NewebPay/)
  const { no, page } = await begin(one, 'newebpay')
  assert.match(page, /action="https:\/\/ccore\.newebpay\.com\/MPG\/mpg_gateway"/)
  await Promise.all(Array.from({ length: 20 }, () => fake.newebpay(no, { Amt: '20000' })))
  const payments = await paymentsOf(one.id)
  assert.deepEqual(
    payments.map((each: Record<string, unknown>) => [each.amount, each.source]),
    [[20_000, 'newebpay']],
  )
  await fake.newebpay(no, { Amt: '20000', Status: 'TRA20001', PayTime: '' })
  assert.equal((await moneyOf(one.id)).paid, 20_000, 'a failure that comes late changes nothing')
})

test('who has just registered pays from the receipt; a traveler sees nothing of the money, and pays nothing', async () => {
  const price = {
    adult: 30_000,
    child_with_bed: 30_000,
    child_no_bed: 30_000,
    infant: 0,
    single_supplement: 0,
    deposit: 10_000,
  }
  const { id } = await trip(9, { price_overrides: price, departure_date: daysFromToday(150) })
  const receipt = done(await register(id, [{ name: '林小華', email: 'hua@example.com' }]))
  const place = await placeOf(app, receipt.manage_link.path)
  assert.match(unmarked((await place.open('')).body), /Pay NT\$10,000 by card/)
  const { no } = await begin({ place })
  await fake.ecpay(no, { TradeAmt: '10000' })
  const { id: booking } = await db
    .selectFrom('bookings')
    .select('id')
    .where('booking_number', '=', receipt.booking_number)
    .executeTakeFirstOrThrow()
  assert.equal((await moneyOf(booking)).paid, 10_000)
  const [{ id: traveler }] = (await sales.get(`/travelers?booking_id=${booking}`)).data
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'traveler', traveler))
  const theirs = await placeOf(app, `/l/traveler/${token}`)
  assert.doesNotMatch(unmarked((await theirs.open('')).body), /by card/)
  assert.equal((await theirs.send('', { form: 'pay-online', provider: 'ecpay' })).statusCode, 404)
})

const transfer = async (amount: number) => ({
  ...{ kind: 'payment', method: 'bankTransfer', amount, received_at: new Date(Date.now() - 60_000).toISOString() },
})
