import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'

const { as, db, another } = await house()
const elsewhere = await another()
const password = 'correct horse battery'
for (const name of ['target', 'quiet', 'mistaken'])
  await as('admin').post('/users', { name, email: `${name}@office.example`, role: 'sales', password })

let asked = 0
/** Every second attempt is sent to the other process. */
const login = (name: string, given: string, from: string, more: object = {}) => {
  asked += 1
  const house = asked % 2 ? { as } : elsewhere
  const body = { email: `${name}@office.example`, password: given, ...more }
  return house.as().post('/login', body, { 'x-forwarded-for': from })
}
const statuses = async (tries: Promise<{ status: number }>[]) => (await Promise.all(tries)).map(({ status }) => status)
const hit = (prefix: string, hits: number) =>
  sql`update throttles set hits = ${hits} where key like ${`${prefix}%`}`.execute(db)
const pass = (prefix: string) =>
  sql`update throttles set expires_at = now() - interval '1 second' where key like ${`${prefix}%`}`.execute(db)
const forget = () => sql`delete from throttles where key not like 'home %'`.execute(db)

test('of fifty guesses at one account from fifty addresses, over two processes, twenty are evaluated', async () => {
  assert.equal((await login('target', password, '198.51.100.7')).status, 200)
  await forget()
  const guesses = Array.from({ length: 50 }, (_, n) =>
    login(n % 2 ? 'target' : 'TARGET', `wrong guess ${n}`, `203.0.113.${n}`, n % 3 ? {} : { device_name: `d${n}` }),
  )
  const answers = await statuses(guesses)
  assert.equal(answers.filter((status) => status === 429).length, 30)
  // A slow machine may evaluate some of them after their deadline, without a result.
  assert.deepEqual(
    answers.filter((status) => ![401, 429, 503].includes(status)),
    [],
  )
})

test('afterwards the right password is refused elsewhere and accepted from a known address', async () => {
  const refused = await login('target', password, '203.0.113.200')
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_requests'])
  const { retry_after } = refused.body
  assert.ok(retry_after > 850 && retry_after <= 900, String(retry_after))
  assert.equal(refused.headers['retry-after'], String(retry_after))
  assert.equal(refused.headers.ratelimit, `"tries";r=0;t=${retry_after}`)
  assert.equal(refused.headers['ratelimit-policy'], '"tries";q=20;w=900')
  assert.equal((await login('target', password, '198.51.100.7')).status, 200)
  assert.equal((await login('quiet', password, '203.0.113.200')).status, 200, 'another account is not meant')
})

test('guesses from a known address are limited too', async () => {
  const guesses = Array.from({ length: 25 }, (_, n) => login('target', `wrong ${n}`, '198.51.100.7'))
  const answers = await statuses(guesses)
  assert.ok(answers.filter((status) => status === 401).length <= 20)
  assert.equal((await login('target', password, '198.51.100.7')).status, 429)
})

test('after fifteen minutes the account accepts sign-ins again', async () => {
  await pass('login ')
  assert.equal((await login('target', password, '203.0.113.201')).status, 200)
})

test('an address that tries many accounts is blocked, whether the accounts exist or not', async () => {
  await login('mistaken', 'wrong', '192.0.2.1')
  await hit('login address', 99)
  assert.equal((await login('nobody1', 'wrong', '192.0.2.1')).status, 401)
  const refused = await login('nobody2', 'wrong', '192.0.2.1')
  assert.deepEqual([refused.status, refused.headers['ratelimit-policy']], [429, '"tries";q=100;w=900'])
  assert.equal((await login('mistaken', password, '192.0.2.1')).status, 429)
  assert.equal((await login('mistaken', password, '192.0.2.2')).status, 200)
})

test('attempts are counted by the real address or /64 network of the caller, whatever headers it forges', async () => {
  await forget()
  const from = [
    '2001:db8:7:1::1',
    '2001:db8:7:1:ffff::2',
    '198.51.100.66, 2001:db8:7:1::3',
    '::ffff:192.0.2.7',
    '192.0.2.7',
  ]
  for (const address of from) await login('nobody', 'wrong', address)
  const counted = await sql<{ hits: number }>`select hits from throttles where key like 'login address %'
    order by hits`.execute(db)
  assert.deepEqual(
    counted.rows.map(({ hits }) => hits),
    [2, 3],
  )
})

test('a known address is forgotten after a month without a sign-in', async () => {
  await forget()
  assert.equal((await login('quiet', password, '198.51.100.9')).status, 200)
  await hit('login account', 99)
  await sql`update throttles set expires_at = now() + interval '1 minute' where key like 'home %'`.execute(db)
  assert.equal((await login('quiet', password, '198.51.100.9')).status, 200)
  const { rows } = await sql<{ days: number }>`select round(extract(epoch from max(expires_at) - now()) / 86400) as days
    from throttles where key like 'home %'`.execute(db)
  assert.equal(rows[0]?.days, 30, 'each sign-in remembers it anew')
  await pass('home ')
  assert.equal((await login('quiet', password, '198.51.100.9')).status, 429)
})

test('link requests are limited per account and per address, whether they exist or not', async () => {
  for (const [path, name] of [
    ['/forgot-password', 'quiet'],
    ['/sign-in-links', 'nobody'],
  ]) {
    const ask = (from: string) => as().post(`${path}`, { email: `${name}@office.example` }, { 'x-forwarded-for': from })
    const answers = await statuses([1, 2, 3, 4, 5, 6].map((n) => ask(`192.0.2.${n}`)))
    assert.deepEqual(answers.sort(), [200, 200, 200, 200, 200, 429])
    assert.equal((await ask('192.0.2.7')).status, 429)
  }
  const many = (n: number) =>
    as().post('/forgot-password', { email: `n${n}@office.example` }, { 'x-forwarded-for': '192.0.2.99' })
  const answers = await statuses(Array.from({ length: 32 }, (_, n) => many(n)))
  assert.equal(answers.filter((status) => status === 200).length, 30)
})

test('the counters contain neither addresses nor accounts', async () => {
  const rows = await db.selectFrom('throttles').select('key').execute()
  assert.ok(rows.length > 0)
  for (const { key } of rows) assert.doesNotMatch(key, /office|\d+\.\d+\.\d+/)
})
