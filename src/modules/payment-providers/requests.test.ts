import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { ecpayTest, fakeProviders } from '../../../test/fixtures/payment-providers.ts'
import { browserOf, placeOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { unmarked } from '../../../test/page-text.ts'
import { tellPaymentRequest } from '../bookings/payment-requests/notices.ts'
import { makeLink } from '../links/links.ts'

const home = await house()
const { app, as, database, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const [admin, sales, finance] = [as('admin'), as('sales'), as('finance')]
const fake = fakeProviders(home)
done(
  await admin.put('/house/record', {
    bank: { name: '玉山', code: '808', account_name: '旗手', account_number: '00159401' },
  }),
)

let nth = 0
/** A confirmed booking that owes 60,000, of which 20,000 are the deposit. */
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
  const { id } = await book(on.id, ['王小美', '王大明'])
  done(await sales.post(`/bookings/${id}/confirm`))
  return id as number
}
const ask = (id: number, asking: object = {}) =>
  sales.post(`/bookings/${id}/payment-requests`, { purpose: 'deposit', ...asking })
const newest = async (id: number) => (await sales.get(`/bookings/${id}/payment-requests`)).data[0]
const english = { 'accept-language': 'en', 'sec-fetch-site': 'same-origin' }
const page = async (url: string) => {
  const { statusCode, body } = await app.inject({
    url: `${url}${url.includes('?') ? '&' : '?'}lang=en`,
    headers: english,
  })
  return { status: statusCode, body, text: unmarked(body) }
}
const valueIn = (body: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? ''
const press = async (url: string, method: string) => {
  const { statusCode, headers, body } = await browserOf(app).ask({
    ...{ method: 'POST', url, payload: `${new URLSearchParams({ form: 'pay-online', provider: 'ecpay', method })}` },
    headers: { ...english, 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(statusCode, 303, body)
  return String(headers.location)
}
/** What the customer is mailed about the newest request. */
const told = async (id: number) => {
  const { id: payment_request_id } = await newest(id)
  await tellPaymentRequest({ payment_request_id, actor_id: undefined }, { database })
  const { rows } = await sql<{ params: Record<string, string | null> }>`
    select params from deliveries where sentence = 'payment-request.asked' order by id desc limit 1`.execute(db)
  return rows[0]?.params ?? {}
}

test('without a provider nothing leads to it, and a request through it is refused', async () => {
  const id = await confirmed()
  const refused = await ask(id, { via: 'ecpay' })
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['via']])
  assert.match(refused.body.errors.via[0], /Customers cannot pay through ECPay yet/)
  const { data } = await ask(id)
  assert.deepEqual(
    [data.via, data.account_number, data.payment_url, data.trade_no],
    ['bank_transfer', '00159401', null, null],
  )
  assert.deepEqual((await told(id)).pay_path, null)
})

test('once a provider is on, the answer and the mail of any request carry its link', async () => {
  done(await admin.put('/payment-providers/ecpay', ecpayTest))
  await sql`update payment_provider_keys set proved_at = now()`.execute(db)
  done(await admin.put('/payment-providers/ecpay', { is_on: true }))
  const id = await confirmed()
  const { data } = await ask(id)
  assert.match(data.payment_url, /^\/l\/payment\/[0-9a-f]{32}$/)
  const { account_number, pay_path } = await told(id)
  assert.deepEqual([account_number, pay_path], ['00159401', data.payment_url])
  const shown = JSON.stringify(await admin.get('/audit?per_page=100'))
  assert.ok(!shown.includes(data.payment_url.slice(-32)), 'the history does not name it')
})

test('a request through a provider names no account; its page takes a card or gives a number without signing in', async () => {
  const id = await confirmed()
  const { data } = await ask(id, { via: 'ecpay' })
  assert.deepEqual([data.via, data.bank_name, data.bank_code, data.account_number], ['ecpay', null, null, null])
  const { account_number, reference, pay_path } = await told(id)
  assert.deepEqual([account_number, reference, pay_path], [null, null, data.payment_url])
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', id))
  const place = await placeOf(app, `/l/booking/${token}`)
  assert.match(unmarked((await place.open('')).body), /Please pay NT\$20,000 online by[\s\S]*Pay NT\$20,000 by card/)

  const { text, body } = await page(data.payment_url)
  assert.match(text, /Pay online[\s\S]*Hokkaido, three days[\s\S]*NT\$20,000[\s\S]*by card[\s\S]*by ATM/)
  for (const person of ['王小美', '王大明', 'mei@example.com']) assert.ok(!body.includes(person), 'it names nobody')

  const trade = await press(data.payment_url, 'atm')
  const leaving = (await page(trade)).body
  assert.equal(new URL(valueIn(leaving, 'ClientBackURL')).pathname, data.payment_url, 'the provider leads back to it')
  const no = valueIn(leaving, 'MerchantTradeNo')
  await fake.ecpayNumber(no, { TradeAmt: '20000' })
  assert.match((await page(data.payment_url)).body, /data-copy="99832700000017"/)
  await fake.ecpay(no, { TradeAmt: '20000', PaymentType: 'ATM_CHINATRUST' })
  assert.match((await page(data.payment_url)).text, /This is paid\. Thank you\./)
  const request = await newest(id)
  assert.deepEqual(
    [request.status, request.trade_no, request.provider_no, request.payment_url],
    ['paid', no, `2611301${no.slice(0, 10)}`, null],
  )
})

test('a request outside what a provider takes at once is refused', async () => {
  const id = await confirmed(150_000)
  const more = await ask(id, { purpose: 'balance', via: 'ecpay' })
  assert.match(more.body.errors.via[0], /From NT\$5 to NT\$199,999 can be paid online at once, and this is NT\$300,000/)
  const less = await ask(id, { purpose: 'other', amount: 4, via: 'ecpay' })
  assert.deepEqual([less.status, Object.keys(less.body.errors)], [422, ['amount']])
  const account = await sales.post('/bookings/1/payment-requests', {
    purpose: 'deposit',
    via: 'ecpay',
    receiving_account_id: 1,
  })
  assert.equal(account.status, 422)
  assert.equal((await ask(id, { via: 'ecpay' })).status, 201)
})

test('a change of price replaces it at the same provider, and the old address shows what is owed now', async () => {
  const id = await confirmed()
  const { data } = await ask(id, { purpose: 'balance', via: 'ecpay' })
  done(
    await sales.post(`/bookings/${id}/price-lines`, {
      kind: 'surcharge',
      description: '加價',
      unit_price: 1_000,
      quantity: 1,
    }),
  )
  const next = await newest(id)
  assert.deepEqual([next.via, next.amount, next.status], ['ecpay', 61_000, 'open'])
  assert.match((await page(data.payment_url)).text, /Pay NT\$61,000 by card/)

  done(await admin.put('/payment-providers/ecpay', { is_on: false }))
  assert.match((await page(data.payment_url)).text, /cannot be paid online at the moment/)
  assert.equal((await newest(id)).payment_url, null)
  done(await admin.put('/payment-providers/ecpay', { is_on: true }))
  done(await sales.post(`/payment-requests/${next.id}/cancel`))
  assert.match((await page(data.payment_url)).text, /need not be paid any more/)
  assert.doesNotMatch((await page(data.payment_url)).text, /by card/)
  assert.equal((await page('/l/payment/00000000000000000000000000000000')).status, 404)
})

test('a customer reads no address of its request in the API', async () => {
  const id = await confirmed()
  await ask(id)
  const { rows } = await sql<{ id: number }>`select id from users where role = 'customer' limit 1`.execute(db)
  await sql`update bookings set customer_user_id = ${rows[0]?.id} where id = ${id}`.execute(db)
  const { data } = await as('customer').get(`/bookings/${id}/payment-requests`)
  assert.deepEqual(
    data.map((each: { payment_url: string | null }) => each.payment_url),
    [null],
  )
  assert.match((await newest(id)).payment_url, /^\/l\/payment\//)
  assert.equal((await finance.get(`/bookings/${id}`)).status, 200)
})
