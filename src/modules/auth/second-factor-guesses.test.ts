import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { enrolled } from '../../../test/fixtures/second-factor.ts'
import { house } from '../../../test/house.ts'

const { as, asBearer, db, another } = await house()
const elsewhere = await another()
const password = 'correct horse battery'
const email = 'target@office.example'
await as('admin').post('/users', { name: 'target', email, role: 'sales', password })

const HOME = '198.51.100.7'
const login = (from: string) => as().post('/login', { email, password }, { 'x-forwarded-for': from })
const call = asBearer((await login(HOME)).data.token)
const app = await enrolled(db, call)

let asked = 0
/** Every second guess is sent to the other process. */
const guess = (challenge: string, code: string, from: string) => {
  asked += 1
  const caller = asked % 2 ? as() : elsewhere.as()
  return caller.post('/login/second-factor', { challenge, code }, { 'x-forwarded-for': from })
}
const pass = () => sql`update throttles set expires_at = now() where key like 'code %'`.execute(db)

test('of fifty guesses with one challenge or several, from fifty addresses, twenty are evaluated', async () => {
  const challenges = await Promise.all([1, 2, 3].map(async (n) => (await login(`203.0.113.${n}`)).data.challenge))
  const wrong = await app.wrong()
  await pass()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      guess(challenges[n % 3], n % 2 ? wrong : 'AAAA-BBBB-CCCC-DDDD', `192.0.2.${n}`),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(
    [401, 429].map((status) => statuses.filter((each) => each === status).length),
    [20, 30],
  )
})

test('afterwards the right code is refused elsewhere, and accepted from an address that the owner has used', async () => {
  const { challenge } = (await login('203.0.113.9')).data
  const refused = await guess(challenge, await app.code(), '192.0.2.200')
  assert.deepEqual([refused.status, refused.headers['ratelimit-policy']], [429, '"tries";q=20;w=900'])
  assert.equal((await guess(challenge, await app.code(), HOME)).status, 200)
})

test('a right password alone does not make an address known', async () => {
  const from = '203.0.113.77'
  const { challenge } = (await login(from)).data
  assert.equal((await guess(challenge, await app.code(1), from)).status, 429)
  await pass()
  assert.equal((await guess(challenge, await app.code(1), from)).status, 200)
})

test('attempts by somebody who is signed in count for the same account', async () => {
  await pass()
  const from = { 'x-forwarded-for': '203.0.113.78' }
  const wrong = { current_password: password, code: await app.wrong() }
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => call.post('/me/second-factor/recovery-codes', wrong, from)),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([422]))
  const { challenge } = (await login('203.0.113.10')).data
  const more = await Promise.all(Array.from({ length: 12 }, () => guess(challenge, wrong.code, '203.0.113.11')))
  assert.equal(more.filter(({ status }) => status === 401).length, 8)
})
