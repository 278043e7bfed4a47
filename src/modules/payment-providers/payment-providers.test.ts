import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { ecpayTest, fakeProviders, newebpayTest } from '../../../test/fixtures/payment-providers.ts'
import { house } from '../../../test/house.ts'
import { decrypted } from './newebpay.ts'

const home = await house()
const { app, as, db } = home
const admin = as('admin')
const fake = fakeProviders(home)
const provider = async (name = 'ecpay') => (await admin.get(`/payment-providers/${name}`)).data
const put = (change: object, name = 'ecpay') => admin.put(`/payment-providers/${name}`, change)

/** Opens a test payment: its address, its page, and what its form posts where. */
const trial = async (name = 'ecpay') => {
  const begun = await admin.post(`/payment-providers/${name}/test`)
  assert.equal(begun.status, 200)
  return { url: begun.data.url as string, ...(await shown(begun.data.url)) }
}
const shown = async (url: string) => {
  const { body, headers } = await app.inject({ url, headers: { 'accept-language': 'en' } })
  const fields = Object.fromEntries(
    [...body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, field = '', value = '']) => [
      field,
      value,
    ]),
  )
  return {
    body,
    fields,
    action: /action="([^"]+)"/.exec(body)?.[1],
    policy: String(headers['content-security-policy']),
  }
}
const notices = async () => {
  const { rows } = await sql<{ outcome: string; is_genuine: boolean; body: object }>`
    select outcome, is_genuine, body from payment_notices order by id`.execute(db)
  return rows
}

test('without keys a provider says what is missing, and cannot be switched on', async () => {
  const { data } = await admin.get('/payment-providers')
  assert.deepEqual(
    data.map((each: Record<string, unknown>) => [each.provider, each.environment, each.is_on, each.missing, each.keys]),
    [
      ['ecpay', 'test', false, ['merchant_id', 'hash_key', 'hash_iv', 'test_payment'], []],
      ['newebpay', 'test', false, ['merchant_id', 'hash_key', 'hash_iv', 'test_payment'], []],
    ],
  )
  const on = await put({ is_on: true })
  assert.deepEqual([on.status, on.body.code, Object.keys(on.body.errors)], [422, 'invalid_input', ['is_on']])
  assert.equal((await admin.post('/payment-providers/ecpay/test')).status, 409)
  assert.equal((await fake.ecpay('UNKNOWN')).body, '0|CheckMacValue Error', 'nobody has signed it')
})

test('keys are refused by field, sealed, and never shown', async () => {
  const some = await put({ hash_key: ecpayTest.hash_key })
  assert.deepEqual([some.status, Object.keys(some.body.errors).sort()], [422, ['hash_iv', 'merchant_id']])
  const short = await put({ ...ecpayTest, hash_iv: 'short' })
  assert.deepEqual(short.body.errors.hash_iv, [
    'Must have exactly 16 characters: copy the whole key from the pages of the provider.',
  ])
  const kept = await put(ecpayTest)
  assert.equal(kept.status, 200)
  assert.deepEqual(
    [kept.data.merchant_id, kept.data.keys, kept.data.missing],
    ['3002607', [{ environment: 'test', merchant_id: '3002607', proved_at: null }], ['test_payment']],
  )
  await put({ ...newebpayTest, environment: 'production' }, 'newebpay')
  const everything = [
    kept.body,
    await admin.get('/payment-providers'),
    await admin.get('/audit?per_page=100'),
    (await sql`select * from payment_provider_keys`.execute(db)).rows,
  ]
  for (const secret of [ecpayTest.hash_key, ecpayTest.hash_iv, newebpayTest.hash_key, newebpayTest.hash_iv])
    assert.ok(!JSON.stringify(everything).includes(secret), 'a key is shown nowhere')
  const same = await put({ merchant_id: '3002607' })
  assert.deepEqual([same.status, same.data.merchant_id], [200, '3002607'], 'what is left out stays')
})

test('only administrators enter keys and begin test payments; who reads money reads the settings', async () => {
  for (const who of ['sales', 'finance', 'manager'] as const) {
    assert.equal((await as(who).get('/payment-providers')).status, 200, who)
    assert.equal((await as(who).put('/payment-providers/ecpay', { is_on: false })).status, 403, who)
    assert.equal((await as(who).post('/payment-providers/ecpay/test')).status, 403, who)
  }
  for (const who of ['leader', 'customer'] as const)
    assert.equal((await as(who).get('/payment-providers')).status, 403, who)
})

test('a provider is switched on once a payment in its test environment was heard of', async () => {
  const { url, fields, action, policy, body } = await trial()
  assert.equal(action, 'https://payment-stage.ecpay.com.tw/Cashier/AioCheckOut/V5')
  assert.match(policy, /form-action https:\/\/\*\.ecpay\.com\.tw;/)
  assert.doesNotMatch(policy, /form-action 'self'|script-src/)
  assert.match(body, /Go to ECPay/)
  const { MerchantTradeNo: no = '', TotalAmount, MerchantID, ReturnURL, CheckMacValue } = fields
  assert.match(no, /^[A-Z2-7]{20}$/)
  assert.deepEqual([TotalAmount, MerchantID, CheckMacValue?.length], ['100', '3002607', 64])
  assert.match(ReturnURL ?? '', /^http.*\/api\/payment-notices\/ecpay$/)

  const notProved = await put({ is_on: true })
  assert.match(notProved.body.errors.is_on[0], /^No notice of a test payment has come yet\./)
  assert.equal((await fake.ecpay(no, { TradeAmt: '1' })).body, '1|OK')
  assert.equal((await fake.ecpay(no, { RtnCode: '10100058' })).body, '1|OK')
  assert.match((await shown(url)).body, /ECPay says that the payment failed/)
  assert.deepEqual((await provider()).missing, ['test_payment'], 'neither was a payment')

  const paid = await fake.ecpay(no)
  assert.deepEqual([paid.status, paid.body, paid.type], [200, '1|OK', 'text/plain; charset=utf-8'])
  const heard = await shown(url)
  assert.match(heard.body, /The notice of ECPay has come/)
  assert.match(heard.policy, /form-action 'self';/)
  const { missing, keys, last_notice } = await provider()
  assert.deepEqual([missing, typeof keys[0].proved_at, last_notice.outcome], [[], 'string', 'paid'])
  const on = await put({ is_on: true })
  assert.deepEqual([on.status, on.data.is_on], [200, true])
})

test('a notice is taken once, however often and in whatever order it comes', async () => {
  const { fields } = await trial()
  const no = fields.MerchantTradeNo ?? ''
  const before = (await notices()).length
  const answers = await Promise.all(Array.from({ length: 20 }, () => fake.ecpay(no)))
  assert.deepEqual(new Set(answers.map(({ body }) => body)), new Set(['1|OK']))
  assert.equal((await fake.ecpay(no, { RtnCode: '10100058' })).body, '1|OK', 'a failure that comes later')
  const { rows } = await sql`select status from provider_trades where trade_no = ${no}`.execute(db)
  assert.deepEqual(rows, [{ status: 'paid' }])
  const outcomes = (await notices()).slice(before).map(({ outcome }) => outcome)
  assert.deepEqual(outcomes, ['paid', ...Array.from({ length: 20 }, () => 'repeated')])
})

test('what is forged, of another merchant or unknown is kept as such, and nothing of a card or a key is stored', async () => {
  const { fields } = await trial()
  const no = fields.MerchantTradeNo ?? ''
  const before = (await notices()).length
  assert.equal((await fake.ecpay(no, {}, { ...ecpayTest, hash_iv: 'EkRm7iFT261dpevt' })).body, '0|CheckMacValue Error')
  assert.equal(
    (await fake.send('ecpay', { MerchantTradeNo: no, RtnMsg: '\0\\u0000'.repeat(300) })).body,
    '0|CheckMacValue Error',
  )
  assert.equal((await fake.ecpay(no, { MerchantID: '2000132' })).body, '1|OK')
  assert.equal((await fake.ecpay('NOBODYKNOWSTHIS')).body, '1|OK')
  const twice = await app.inject({
    ...{ method: 'POST', url: '/api/payment-notices/ecpay', payload: 'a=1&a=2' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.deepEqual([twice.statusCode, twice.body], [200, '0|CheckMacValue Error'])
  const kept = (await notices()).slice(before)
  assert.deepEqual(
    kept.map(({ outcome, is_genuine }) => [outcome, is_genuine]),
    [
      ['forged', false],
      ['forged', false],
      ['other_merchant', true],
      ['unknown', true],
      ['forged', false],
    ],
  )
  assert.doesNotMatch(JSON.stringify(kept), /2222|card4no|CheckMacValue|Store/)
  const metrics = (await app.inject({ url: '/metrics' })).body
  assert.match(metrics, /^guidon_payment_notices_forged [4-9]$/m)
  assert.match(metrics, /^guidon_payment_notices_refused [3-9]$/m)
})

test('other keys have to be proved again, and a provider that is on keeps those that it needs', async () => {
  const other = await put({ hash_iv: 'EkRm7iFT261dpevt' })
  assert.match(
    other.body.errors.is_on[0],
    /^No notice of a test payment has come yet\./,
    'it is on in the test environment',
  )
  const production = await put({ environment: 'production' })
  assert.match(production.body.errors.is_on[0], /^This environment has no keys/)
  const live = await put({ environment: 'production', ...ecpayTest, merchant_id: '3333333' })
  assert.deepEqual([live.status, live.data.environment, live.data.is_on], [200, 'production', true])
  assert.equal((await put({ is_on: false, environment: 'test' })).status, 200)
  assert.deepEqual((await put({ hash_iv: 'EkRm7iFT261dpevt' })).data.missing, ['test_payment'])
  const stale = await admin.put('/payment-providers/ecpay', { is_on: false }, { 'if-match': '"1"' })
  assert.equal(stale.status, 412)
})

test('NewebPay: the page posts what is encrypted, and the notice proves the keys', async () => {
  await put({ ...newebpayTest, environment: 'test' }, 'newebpay')
  const { url, fields, action, policy } = await trial('newebpay')
  assert.equal(action, 'https://ccore.newebpay.com/MPG/mpg_gateway')
  assert.match(policy, /form-action https:\/\/\*\.newebpay\.com;/)
  const { MerchantOrderNo: no = '', Amt, NotifyURL } = decrypted(fields.TradeInfo ?? '', newebpayTest)
  assert.equal(Amt, '100')
  assert.match(NotifyURL ?? '', /\/api\/payment-notices\/newebpay$/)
  assert.equal(
    (await fake.newebpay(no, {}, { ...newebpayTest, hash_iv: 'C6AcmfqJILwgnhIQ' })).body,
    '0|CheckMacValue Error',
  )
  assert.equal((await fake.newebpay(no)).body, '1|OK')
  assert.match((await shown(url)).body, /The notice of NewebPay has come/)
  assert.deepEqual((await put({ is_on: true }, 'newebpay')).data.missing, [])
  assert.doesNotMatch(JSON.stringify(await notices()), /1111|400022|Card4No|Card6No/)
})

test('a test payment ends after its time, and its address is a secret', async () => {
  const { url } = await trial()
  await sql`update provider_trades set expires_at = now() where status = 'started'`.execute(db)
  const over = (await shown(url)).body
  assert.match(over, /This test payment has ended/)
  assert.doesNotMatch(over, /ecpay\.com\.tw/)
  assert.equal((await app.inject({ url: `/l/payment/${'x'.repeat(43)}` })).statusCode, 404)
})

test('an address that replaces that of a provider is the only one its form may post to', async () => {
  home.providerUrls.ecpay = 'http://127.0.0.1:9999'
  const { action, policy } = await trial()
  assert.equal(action, 'http://127.0.0.1:9999/Cashier/AioCheckOut/V5')
  assert.match(policy, /form-action http:\/\/127\.0\.0\.1:9999;/)
})
