import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enrolled } from '../../test/fixtures/second-factor.ts'
import { fixtures } from '../../test/fixtures/travelers.ts'
import { house, type Person } from '../../test/house.ts'
import { terminal } from '../../test/terminal.ts'

const home = await house()
const { as, tokens } = home
const { trip, book, enter, leader } = await fixtures(home)
const { really, serving } = await terminal(home)

const [old, fresh] = [Buffer.alloc(32, 7).toString('base64'), Buffer.alloc(32, 8).toString('base64')]
type Told = { id: number; passport_number: string; other_trips: unknown[] }
const caller =
  (address: string) =>
  async (who: Person, path: string, body: object, headers: Record<string, string> = {}) => {
    const sent = { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json', ...headers }
    const answer = await fetch(`${address}/api${path}`, { method: 'POST', headers: sent, body: JSON.stringify(body) })
    const { data } = (await answer.json()) as { data: Told }
    return { status: answer.status, data, isReplayed: answer.headers.get('idempotency-replayed') === 'true' }
  }
const passport = { fields: ['passport_number'], reason: '開票' }

test('a new master key is added while the service runs, and replaces the old one', async () => {
  const booking = await book(await trip('2087-06-01', '2087-06-05'))
  const mei = await enter(booking, '王小美', { passport_number: 'Z11122233', birth_date: '1990-01-02' })
  const guide = await leader('陳志明', { passport_number: 'TW3001234' })
  const season = { code: 'REWRAP', name: '季', starts_on: '2087-01-01', ends_on: '2087-01-02', level: 'low' }
  const once = { 'idempotency-key': 'before' }
  assert.equal((await as('admin').post('/seasons', season, once)).status, 201)
  assert.equal((await as('admin').post('/webhooks', { name: '會計', url: 'https://example.com/' })).status, 201)

  const app = await enrolled(home.db, as('sales'))

  const both = await serving({ MASTER_KEY: `${fresh},${old}` })
  const ask = caller(both.address)
  assert.equal((await ask('op', `/tour-leaders/${guide}/reveal`, passport)).data.passport_number, 'TW3001234')
  const again = await ask('admin', '/seasons', season, once)
  assert.deepEqual([again.status, again.isReplayed], [201, true])
  const late = await ask('op', '/tour-leaders', { name: '林領隊', passport_number: 'TW7777777' })

  const rewrapped = async () => JSON.parse((await really('rewrap --json', { MASTER_KEY: `${fresh},${old}` })).out)
  assert.deepEqual(await rewrapped(), {
    person_keys: { rows: 3, renewed: 2 },
    second_factors: { rows: 1, renewed: 1 },
    webhook_secrets: { rows: 1, renewed: 1 },
    'traveler marks': { rows: 1, renewed: 1 },
    'leader marks': { rows: 2, renewed: 1 },
  })
  assert.deepEqual(await rewrapped(), {
    person_keys: { rows: 3, renewed: 0 },
    second_factors: { rows: 1, renewed: 0 },
    webhook_secrets: { rows: 1, renewed: 0 },
    'traveler marks': { rows: 1, renewed: 0 },
    'leader marks': { rows: 2, renewed: 0 },
  })
  assert.equal((await ask('op', `/tour-leaders/${guide}/reveal`, passport)).data.passport_number, 'TW3001234')
  assert.equal(await both.stop(), 0)

  const alone = await serving({ MASTER_KEY: fresh })
  const then = caller(alone.address)
  for (const [id, number] of [
    [guide, 'TW3001234'],
    [late.data.id, 'TW7777777'],
  ])
    assert.equal((await then('op', `/tour-leaders/${id}/reveal`, passport)).data.passport_number, number)
  const code = { code: await app.code() }
  assert.equal((await then('sales', '/me/second-factor/recovery-codes', code)).status, 200)
  // The same passport is recognized, although its fingerprint was made with the old key.
  const elsewhere = await book(await trip('2088-06-01', '2088-06-05'))
  const twin = { booking_id: elsewhere, name: '王小美', passport_number: 'Z11122233' }
  assert.equal((await then('sales', '/travelers', twin)).status, 201)
  const kept = await then('sales', `/travelers/${mei.id}/export`, { reason: '當事人請求' })
  assert.deepEqual([kept.data.passport_number, kept.data.other_trips.length], ['Z11122233', 1])
  assert.equal(await alone.stop(), 0)

  // With the old key alone nothing can be decrypted any more.
  const gone = await serving({ MASTER_KEY: old })
  assert.equal((await caller(gone.address)('op', `/tour-leaders/${guide}/reveal`, passport)).status, 500)
  assert.equal(await gone.stop(), 0)
})
