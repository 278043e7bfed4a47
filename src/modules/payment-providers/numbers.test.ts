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
const { trip, book } = await bookingFixtures(home)
const [admin, sales, finance] = [as('admin'), as('sales'), as('finance')]
const fake = fakeProviders(home)
const proved = (provider: string) =>
  sql`update payment_provider_keys set proved_at = now() where provider = ${provider}`.execute(db)
for (const [provider, account] of Object.entries({ ecpay: ecpayTest, newebpay: newebpayTest })) {
  done(await admin.put(`/payment-providers/${provider}`, account))
  await proved(provider)
}
done(await admin.put('/payment-providers/ecpay', { is_on: true }))

let nth = 0
/** A confirmed booking of two that owes twice the fare, of which a third is the deposit, and the place of its contact. */
const confirmed = async (adult = 30_000) => {
  nth += 1
  const price = {
    adult,
    child_with_bed: adult,
    child_no_bed: adult,
    infant: 0,
    single_supplement: 0,
    deposit: adult / 3,
  }
  const on = await trip(9, {
    ...{ price_overrides: price, departure_date: daysFromToday(90 + nth), sales_user_id: ids.sales },
  })
  const booking = await book(on.id, ['王小美', '王大明'])
  done(await sales.post(`/bookings/${booking.id}/confirm`))
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', booking.id))
  return { id: booking.id as number, place: await placeOf(app, `/l/booking/${token}`) }
}
type One = Awaited<ReturnType<typeof confirmed>>

const press = ({ place }: One, fields: Record<string, string> = {}) =>
  place.send('', { form: 'pay-online', provider: 'ecpay', method: 'atm', ...fields })
const valueIn = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
/** Presses the button, and opens the page that leads to the provider. */
const begin = async (one: One, fields: Record<string, string> = {}) => {
  const sent = await press(one, fields)
  assert.match(String(sent.headers.location), /^\/l\/payment\//, sent.body)
  const url = String(sent.headers.location)
  const page = (await app.inject({ url, headers: { 'accept-language': 'en' } })).body
  return { url, page, no: valueIn(page, 'MerchantTradeNo') }
}
const shown = async ({ place }: Pick<One, 'place'>) => unmarked((await place.open('')).body)
const moneyOf = async (id: number) => (await finance.get(`/bookings/${id}`)).data
const outcomesOf = async (no: string) =>
  (
    await sql<{ outcome: string }>`select n.outcome from payment_notices n join provider_trades t on t.id = n.trade_id
      where t.trade_no = ${no} order by n.id`.execute(db)
  ).rows.map(({ outcome }) => outcome)

test('a number to transfer to is shown until it is paid, and a second press shows the same one', async () => {
  const one = await confirmed()
  assert.match(await shown(one), /Pay NT\$20,000 by card[\s\S]*Transfer NT\$20,000 by ATM/)
  const { page, no, url } = await begin(one)
  assert.deepEqual(
    ['ChoosePayment', 'TotalAmount', 'ExpireDate', 'PaymentInfoURL'].map((name) =>
      valueIn(page, name).replace(/^https?:\/\/[^/]+/, ''),
    ),
    ['ATM', '20000', '7', '/api/payment-notices/ecpay-numbers'],
  )
  assert.match(page, /gives you a number for this payment alone/)

  assert.equal((await fake.ecpayNumber(no, { TradeAmt: '20000' })).body, '1|OK')
  const place = await shown(one)
  assert.match(place, /Please transfer NT\$20,000 by ATM or online banking by .*3 Dec 2083/)
  assert.match(place, /Bank code[\s\S]*118[\s\S]*Account number[\s\S]*99832700000017/)
  assert.doesNotMatch(place, /Transfer NT\$20,000 by ATM\b(?! or)/, 'the button is gone')
  const { body } = await one.place.open('')
  for (const copied of ['20000', '118', '99832700000017']) assert.match(body, new RegExp(`data-copy="${copied}"`))
  assert.match((await app.inject({ url, headers: { 'accept-language': 'en' } })).body, /You have a number to pay to/)

  const again = await press(one)
  assert.deepEqual([again.statusCode, again.headers.location], [303, '?done=pay-online#done'])
  const { rows } = await sql`select id from provider_trades where booking_id = ${one.id}`.execute(db)
  assert.equal(rows.length, 1, 'there is no second number')

  await Promise.all(
    Array.from({ length: 20 }, () => fake.ecpay(no, { TradeAmt: '20000', PaymentType: 'ATM_CHINATRUST' })),
  )
  const payments = (await finance.get(`/bookings/${one.id}/payments`)).data
  assert.deepEqual(
    payments.map((each: Record<string, unknown>) => [each.amount, each.method, each.source, each.reference]),
    [[20_000, 'bankTransfer', 'ecpay', no]],
  )
  assert.doesNotMatch(await shown(one), /99832700000017/)
  assert.match(await shown(one), /Transfer NT\$40,000 by ATM/, 'next the balance')
})

test('a number that comes again, late, forged, or for another amount changes nothing', async () => {
  const one = await confirmed()
  const { no } = await begin(one)
  await fake.ecpayNumber(no, { TradeAmt: '19999' })
  const forged = await fake.ecpayNumber(no, { TradeAmt: '20000' }, { ...ecpayTest, hash_iv: 'EkRm7iFT261dpevt' })
  assert.match(forged.body, /^0\|/)
  assert.doesNotMatch(await shown(one), /99832700000017/)
  await fake.ecpayNumber(no, { TradeAmt: '20000' })
  await fake.ecpayNumber(no, { TradeAmt: '20000', vAccount: '11111111111111' })
  assert.match(await shown(one), /99832700000017/)
  await fake.ecpay(no, { TradeAmt: '20000' })
  await fake.ecpayNumber(no, { TradeAmt: '20000' })
  assert.deepEqual(await outcomesOf(no), ['other_amount', 'number', 'repeated', 'paid', 'repeated'])
  const { rows } = await sql<{ body: Record<string, string> }>`
    select body from payment_notices where outcome = 'number' order by id desc limit 1`.execute(db)
  assert.deepEqual(Object.keys(rows[0]?.body ?? {}).sort(), [
    ...[
      'BankCode',
      'ExpireDate',
      'MerchantID',
      'MerchantTradeNo',
      'PaymentType',
      'RtnCode',
      'RtnMsg',
      'TradeAmt',
      'TradeNo',
    ],
    'vAccount',
  ])
})

test('a number that has expired is not shown; the next press gets another one, and money to the first is booked', async () => {
  const one = await confirmed()
  const { no } = await begin(one)
  await fake.ecpayNumber(no, { TradeAmt: '20000' })
  await sql`update provider_trades set pays_until = now() where trade_no = ${no}`.execute(db)
  const place = await shown(one)
  assert.match(place, /has expired: do not pay to it any more[\s\S]*Transfer NT\$20,000 by ATM/)
  assert.doesNotMatch(place, /99832700000017/)
  const next = await begin(one)
  await fake.ecpayNumber(next.no, { TradeAmt: '20000', vAccount: '99832700000025' })
  assert.match(await shown(one), /99832700000025/)
  await fake.ecpay(no, { TradeAmt: '20000' })
  assert.equal((await moneyOf(one.id)).paid, 20_000)
})

test('when less is owed the number is not shown, and what comes to it all the same is owed back', async () => {
  const one = await confirmed()
  const { no } = await begin(one)
  await fake.ecpayNumber(no, { TradeAmt: '20000' })
  const received_at = new Date(Date.now() - 60_000).toISOString()
  done(
    await sales.post(`/bookings/${one.id}/payments`, {
      ...{ kind: 'payment', method: 'bankTransfer', amount: 50_000, received_at },
    }),
  )
  const place = await shown(one)
  assert.match(place, /Another amount is owed now: do not pay the NT\$20,000[\s\S]*Transfer NT\$10,000 by ATM/)
  await fake.ecpay(no, { TradeAmt: '20000' })
  const [owed] = (await finance.get(`/bookings/${one.id}/obligations`)).data
  assert.deepEqual([(await moneyOf(one.id)).balance, owed.amount, owed.cause], [-10_000, 10_000, 'overpayment'])
})

test('money to the number of a cancelled booking is booked and owed back', async () => {
  const one = await confirmed()
  const { no } = await begin(one)
  await fake.ecpayNumber(no, { TradeAmt: '20000' })
  done(await sales.post(`/bookings/${one.id}/cancel`, { cause: 'traveler', reason: '改變計畫' }))
  assert.doesNotMatch(await shown(one), /99832700000017/)
  await fake.ecpay(no, { TradeAmt: '20000' })
  const { status, paid } = await moneyOf(one.id)
  assert.deepEqual([status, paid], ['cancelled', 20_000])
})

test('each way has its limits: a part leaves enough for the rest, and a convenience store takes what fits', async () => {
  const one = await confirmed(90_000)
  assert.match(await shown(one), /Pay NT\$60,000 by card[\s\S]*Transfer NT\$49,999 by ATM[\s\S]*paid in parts/)
  assert.equal((await admin.put('/payment-providers/ecpay', { atm_most: 10 })).status, 422)
  done(await admin.put('/payment-providers/ecpay', { atm_most: 59_995, takes_cvs: true }))
  assert.match(await shown(one), /Transfer NT\$59,989 by ATM/, 'the rest of 6 would be less than an ATM takes')
  assert.doesNotMatch(await shown(one), /convenience store/)
  done(await admin.put('/payment-providers/ecpay', { cvs_most: 60_000, takes_atm: false }))
  assert.match(await shown(one), /Pay NT\$60,000 at a convenience store/)
  assert.doesNotMatch(await shown(one), /by ATM/)
  assert.equal((await press(one)).statusCode, 409)
  const { no } = await begin(one, { method: 'cvs' })
  await fake.ecpayNumber(no, {
    ...{ TradeAmt: '60000', RtnCode: '10100073', BankCode: '', vAccount: '', PaymentNo: 'GW150126100013' },
    ExpireDate: '2083/12/03 18:30:00',
  })
  assert.match(await shown(one), /at a convenience store by .*3 Dec 2083 18:30[\s\S]*Payment code[\s\S]*GW150126100013/)
  done(
    await admin.put('/payment-providers/ecpay', {
      atm_most: 49_999,
      cvs_most: 6_000,
      takes_atm: true,
      takes_cvs: false,
    }),
  )
  assert.match(await shown(one), /GW150126100013/, 'a number is good although no other one is given')
})

test('NewebPay: the browser of the customer brings the number, and is led back to the place', async () => {
  done(await admin.put('/payment-providers/newebpay', { is_on: true }))
  const one = await confirmed()
  const { page } = await begin(one, { provider: 'newebpay' })
  const { VACC, MerchantOrderNo: no = '', CustomerURL = '' } = decrypted(valueIn(page, 'TradeInfo'), newebpayTest)
  assert.equal(VACC, '1')
  const { pathname, search } = new URL(CustomerURL)
  const led = await fake.newebpayNumber(no, pathname + search, { Amt: '20000' })
  assert.deepEqual([led.statusCode, led.headers.location], [303, one.place.at])
  assert.match(await shown(one), /Bank code[\s\S]*017[\s\S]*Account number[\s\S]*9103522175887271/)
  const elsewhere = await fake.newebpayNumber(no, `${pathname}?back=//evil.example/my/X`, { Amt: '20000' })
  assert.equal(elsewhere.statusCode, 422)
  await fake.newebpay(no, { Amt: '20000', PaymentType: 'VACC' })
  assert.equal((await moneyOf(one.id)).paid, 20_000)
})
