import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csv, mover } from '../../test/fixtures/moving.ts'
import { enrolled } from '../../test/fixtures/second-factor.ts'
import { fixtures } from '../../test/fixtures/travelers.ts'
import { house } from '../../test/house.ts'
import { terminal } from '../../test/terminal.ts'
import { keysFrom } from '../kit/secrets/keys.ts'

const home = await house()
const { as, another } = home
const { trip, book, enter, leader } = await fixtures(home)
const { guidon } = await terminal(home)

// The installation is sealed with the old key.
const [old, fresh] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
const passport = { fields: ['passport_number'], reason: '開票' }

test('a new master key is added while the service runs, and replaces the old one', async () => {
  const booking = await book(await trip('2087-06-01', '2087-06-05'))
  const mei = await enter(booking, '王小美', { passport_number: 'Z11122233', birth_date: '1990-01-02' })
  const guide = await leader('陳志明', { passport_number: 'TW3001234' })
  const season = { code: 'REWRAP', name: '季', starts_on: '2087-01-01', ends_on: '2087-01-02', level: 'low' }
  const once = { 'idempotency-key': 'before' }
  assert.equal((await as('admin').post('/seasons', season, once)).status, 201)
  assert.equal((await as('admin').post('/webhooks', { name: '會計', url: 'https://example.com/' })).status, 201)

  const provider = { merchant_id: '3002607', hash_key: 'pwFHCqoQZGmho4w6', hash_iv: 'EkRm7iFT261dpevs' }
  assert.equal((await as('admin').put('/payment-providers/ecpay', provider)).status, 200)

  const receipts = { merchant_ubn: '54352706', hash_key: 'a'.repeat(32), hash_iv: 'b'.repeat(16) }
  assert.equal((await as('admin').put('/receipt-platform', receipts)).status, 200)

  const line = {
    basic_id: '@guidon',
    channel_id: '2001234567',
    channel_secret: 'a'.repeat(32),
    access_token: 'b'.repeat(40),
  }
  assert.equal((await as('admin').put('/line/channel', line)).status, 200)

  const imported = await mover(home).send('branches.csv', csv(['代碼', '名稱'], ['TAINAN', '台南分公司']), {
    kind: 'branches',
  })
  assert.equal(imported.status, 201)
  const draft = await as().post('/registration-drafts', {
    planned_trip_id: await trip('2087-06-11', '2087-06-15'),
    travelers: [{ name: '高小美' }],
  })
  assert.equal(draft.status, 201)

  const app = await enrolled(home.db, as('sales'))

  const both = await another({ keys: keysFrom(fresh, old) })
  const revealed = async (service: Pick<typeof both, 'as'>, id: number) =>
    (await service.as('op').post(`/tour-leaders/${id}/reveal`, passport)).data?.passport_number
  assert.equal(await revealed(both, guide), 'TW3001234')
  const again = await both.as('admin').post('/seasons', season, once)
  assert.deepEqual([again.status, again.headers['idempotency-replayed']], [201, 'true'])
  const late = await both.as('op').post('/tour-leaders', { name: '林領隊', passport_number: 'TW7777777' })

  const env = { MASTER_KEY: [fresh, old].map((key) => key.toString('base64')).join() }
  const rewrapped = async () => JSON.parse((await guidon('rewrap --json', { env })).out)
  assert.deepEqual(await rewrapped(), {
    imports: { rows: 1, renewed: 1 },
    line_channel: { rows: 1, renewed: 1 },
    payment_provider_keys: { rows: 1, renewed: 1 },
    person_keys: { rows: 3, renewed: 2 },
    receipt_platform_keys: { rows: 1, renewed: 1 },
    registration_drafts: { rows: 1, renewed: 1 },
    second_factors: { rows: 1, renewed: 1 },
    webhook_secrets: { rows: 1, renewed: 1 },
    'traveler marks': { rows: 1, renewed: 1 },
    'leader marks': { rows: 2, renewed: 1 },
    'refund account marks': { rows: 0, renewed: 0 },
  })
  assert.deepEqual(await rewrapped(), {
    imports: { rows: 1, renewed: 0 },
    line_channel: { rows: 1, renewed: 0 },
    payment_provider_keys: { rows: 1, renewed: 0 },
    person_keys: { rows: 3, renewed: 0 },
    receipt_platform_keys: { rows: 1, renewed: 0 },
    registration_drafts: { rows: 1, renewed: 0 },
    second_factors: { rows: 1, renewed: 0 },
    webhook_secrets: { rows: 1, renewed: 0 },
    'traveler marks': { rows: 1, renewed: 0 },
    'leader marks': { rows: 2, renewed: 0 },
    'refund account marks': { rows: 0, renewed: 0 },
  })
  assert.equal(await revealed(both, guide), 'TW3001234')

  const alone = await another({ keys: keysFrom(fresh) })
  assert.equal(await revealed(alone, guide), 'TW3001234')
  assert.equal(await revealed(alone, late.data.id), 'TW7777777')
  assert.equal((await alone.as('admin').post('/payment-providers/ecpay/test')).status, 200)
  assert.equal((await alone.as('admin').put('/receipt-platform', { merchant_ubn: '54352706' })).status, 200)
  const continued = await alone.as().get(`/registration-drafts/${draft.data.token}`)
  assert.deepEqual(continued.data.travelers, [{ name: '高小美' }])
  assert.equal((await alone.as('admin').post(`/imports/${imported.data.id}/run`)).status, 202)
  const code = { code: await app.code() }
  assert.equal((await alone.as('sales').post('/me/second-factor/recovery-codes', code)).status, 200)
  // The same passport is recognized, although its fingerprint was made with the old key.
  const elsewhere = await book(await trip('2088-06-01', '2088-06-05'))
  const twin = { booking_id: elsewhere, name: '王小美', passport_number: 'Z11122233' }
  assert.equal((await alone.as('sales').post('/travelers', twin)).status, 201)
  const kept = await alone.as('sales').post(`/travelers/${mei.id}/export`, { reason: '當事人請求' })
  assert.deepEqual([kept.data.passport_number, kept.data.other_trips.length], ['Z11122233', 1])

  // With the old key alone nothing can be decrypted any more.
  const gone = await another({ keys: keysFrom(old) })
  assert.equal((await gone.as('op').post(`/tour-leaders/${guide}/reveal`, passport)).status, 500)
})
