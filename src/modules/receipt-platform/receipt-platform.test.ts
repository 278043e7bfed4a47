import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { done } from '../../../test/fixtures/bookings.ts'
import { fakeReceiptPlatform, platformTest } from '../../../test/fixtures/receipt-platform.ts'
import { house } from '../../../test/house.ts'
import { runTrial } from './trial.ts'

const home = await house()
const { as, database, db, keys, files, papers, outbound } = home
const admin = as('admin')
const platform = await fakeReceiptPlatform()
home.atEnd(platform.close)
home.allowed.push(platform.place)

const tools = {
  ...{ database, keys, files, papers, outbound, receiptPlatformUrl: platform.url },
  ...{
    zone: 'Asia/Taipei',
    publicUrl: 'https://guidon.test',
    mailer: undefined as never,
    log: pino({ level: 'fatal' }),
  },
}
const settings = async () => (await admin.get('/receipt-platform')).data
const put = (change: object) => admin.put('/receipt-platform', change)

/** Presses the test, and lets the job run as often as is said. */
const trial = async (runs = 1) => {
  done(await admin.post('/receipt-platform/test', {}))
  const { rows } = await sql<{ order_no: string }>`select order_no from receipt_trials`.execute(db)
  const { order_no } = rows[0] ?? assert.fail()
  for (let run = 0; run < runs; run += 1) await runTrial({ order_no }, tools)
  return { order_no, ...(await settings()).trial }
}

test('without keys the settings say what is missing, and nothing can be switched on or tested', async () => {
  const { environment, is_on, missing, keys, trial, surplus } = await settings()
  assert.deepEqual(
    { environment, is_on, missing, keys, trial, surplus },
    {
      ...{ environment: 'test', is_on: false, keys: [], trial: null, surplus: null },
      missing: ['merchant_ubn', 'hash_key', 'hash_iv', 'fallback_email', 'trial'],
    },
  )
  const on = await put({ is_on: true, fallback_email: 'receipts@agency.tw' })
  assert.deepEqual([on.status, Object.keys(on.body.errors)], [422, ['is_on']])
  assert.match(on.body.errors.is_on[0], /^This environment has no keys/)
  assert.equal((await admin.post('/receipt-platform/test', {})).status, 409)
})

test('keys are refused by field, sealed, and never shown', async () => {
  const some = await put({ hash_key: platformTest.hash_key })
  assert.deepEqual([some.status, Object.keys(some.body.errors).sort()], [422, ['hash_iv', 'merchant_ubn']])
  const short = await put({ ...platformTest, hash_iv: 'short' })
  assert.deepEqual(short.body.errors.hash_iv, [
    'Must have exactly 16 characters: copy the whole key from the pages of the platform.',
  ])
  const kept = await put(platformTest)
  assert.deepEqual(
    [kept.status, kept.data.merchant_ubn, kept.data.keys, kept.data.missing],
    [
      200,
      '54352706',
      [{ environment: 'test', merchant_ubn: '54352706', proved_at: null }],
      ['fallback_email', 'trial'],
    ],
  )
  const everything = [
    kept.body,
    await admin.get('/receipt-platform'),
    await admin.get('/audit?per_page=100'),
    (await sql`select * from receipt_platform_keys`.execute(db)).rows,
  ]
  for (const secret of [platformTest.hash_key, platformTest.hash_iv])
    assert.ok(!JSON.stringify(everything).includes(secret), 'a key is shown nowhere')
})

test('only administrators enter keys and test them; who reads money reads the settings', async () => {
  for (const who of ['sales', 'finance', 'manager'] as const) {
    assert.equal((await as(who).get('/receipt-platform')).status, 200, who)
    assert.equal((await as(who).put('/receipt-platform', { is_on: false })).status, 403, who)
    assert.equal((await as(who).post('/receipt-platform/test', {})).status, 403, who)
  }
  for (const who of ['leader', 'customer'] as const)
    assert.equal((await as(who).get('/receipt-platform')).status, 403, who)
})

test('a refused, a silent and a half answered test prove nothing, and say how far they came', async () => {
  platform.treats('/invoice_issue', { code: 'KEY10001' })
  const refused = await trial()
  assert.deepEqual([refused.step, refused.number, refused.error], ['refused', null, 'KEY10001 訊息 KEY10001'])
  platform.treats('/invoice_invalid', { code: 'LIB10008' })
  const kept = await trial()
  assert.deepEqual([kept.step, kept.number, kept.error], ['refused', 'T13671008', 'LIB10008 訊息 LIB10008'])
  platform.treats('/invoice_issue', 'down')
  assert.equal((await trial()).step, 'silent')
  assert.deepEqual((await settings()).missing, ['fallback_email', 'trial'])
  const on = await put({ is_on: true, fallback_email: 'receipts@agency.tw' })
  assert.match(on.body.errors.is_on[0], /^No receipt was issued and voided/)
})

test('a test whose answer was lost is asked for when the job starts anew, and proves the keys', async () => {
  platform.treats('/invoice_issue', 'break')
  const { step, number, order_no } = await trial(2)
  const made = platform.receipts.filter((each) => each.MerchantOrderNo === order_no)
  assert.deepEqual([step, made.length], ['voided', 1])
  assert.deepEqual([made[0]?.InvoiceNumber, made[0]?.InvoiceStatus], [number, '3'])
  const { missing, keys, surplus } = await settings()
  assert.deepEqual([missing, typeof keys[0].proved_at, surplus], [['fallback_email'], 'string', 2_002])
})

test('receipts are switched on once the test has come through, and an address is known', async () => {
  const without = await put({ is_on: true })
  assert.match(without.body.errors.fallback_email[0], /^The platform issues no receipt without a mail address/)
  const on = await put({ is_on: true, fallback_email: 'receipts@agency.tw' })
  assert.deepEqual([on.status, on.data.is_on, on.data.missing], [200, true, []])
  assert.match((await put({ fallback_email: null })).body.errors.fallback_email[0], /switch it off first/)
  const other = await put({ hash_iv: '1234567890123457' })
  assert.match(other.body.errors.is_on[0], /^No receipt was issued/, 'it is on in the test environment')
  assert.match((await put({ environment: 'production' })).body.errors.is_on[0], /^This environment has no keys/)
  const live = await put({ ...platformTest, environment: 'production' })
  assert.deepEqual([live.status, live.data.environment, live.data.is_on], [200, 'production', true])
  assert.equal((await put({ is_on: false, environment: 'test' })).status, 200)
  assert.deepEqual((await put({ hash_iv: '1234567890123457' })).data.missing, ['trial'], 'other keys are not proved')
  assert.equal((await admin.put('/receipt-platform', { is_on: false }, { 'if-match': '"1"' })).status, 412)
})

test('keys that were changed while a test ran are not proved by it', async () => {
  done(await put(platformTest))
  done(await admin.post('/receipt-platform/test', {}))
  const { rows } = await sql<{ order_no: string }>`select order_no from receipt_trials`.execute(db)
  done(await put({ hash_iv: '1234567890123457' }))
  await runTrial({ order_no: rows[0]?.order_no ?? '' }, tools)
  assert.deepEqual((await settings()).missing, ['trial'])
})
