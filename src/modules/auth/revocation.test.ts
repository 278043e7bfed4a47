import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'
import { until } from '../../../test/until.ts'
import type { Role } from '../roles.ts'
import { openSession } from './sessions.ts'

const { as, asBearer, database, db, another, ids } = await house()
const elsewhere = await another()
const password = 'correct horse battery'
const admin = as('admin')

let made = 0
/** A new account with a session that both processes have used, so that both have cached it. */
const remembered = async (role: Role = 'sales', given?: string) => {
  made += 1
  const email = `person${made}@office.example`
  const user = (await admin.post('/users', { name: `第 ${made} 位`, email, role, password: given })).data
  const session = () => database.transaction({}, (tx) => openSession(tx, user.id))
  const { token } = await session()
  const [here, there] = [asBearer(token), elsewhere.asBearer(token)]
  for (let round = 0; round < 2; round += 1)
    for (const caller of [here, there]) assert.equal((await caller.get('/me')).data.id, user.id)
  return { user, email, token, here, there, session }
}
type Caller = ReturnType<typeof asBearer>

/** The caller is refused for reads and writes at once, and gets no data. */
const assertDead = async (caller: Caller, code = 'unauthenticated') => {
  const asked = [
    caller.get('/me'),
    caller.get('/seasons'),
    caller.get('/seasons?no_such_key=1'),
    caller.get('/seasons/999'),
    caller.get('/users'),
    caller.put('/me', { name: 'written by the dead' }),
    caller.post('/me/tokens', { name: 'x', expires_at: '2100-01-01T00:00:00Z' }),
    ...Array.from({ length: 30 }, () => caller.get('/me')),
  ]
  for (const { status, body } of await Promise.all(asked))
    assert.deepEqual([status, body.code, body.data], [401, code, undefined])
}

test('logout ends one session in every process, and no other', async () => {
  const { session, here, there } = await remembered()
  const second = await session()
  assert.deepEqual((await here.post('/logout')).body, { success: true, data: null })
  await assertDead(there)
  await assertDead(here)
  assert.equal((await elsewhere.asBearer(second.token).get('/me')).status, 200)
})

test("logout-all ends every session and personal token of the caller, and nobody else's", async () => {
  const { session, here, there } = await remembered()
  const second = await session()
  const { data: own } = await here.post('/me/tokens', { name: '會計', expires_at: '2100-01-01T00:00:00Z' })
  assert.equal((await elsewhere.asBearer(own.token).get('/me')).status, 200)
  await here.post('/logout-all')
  for (const token of [second.token, own.token]) await assertDead(elsewhere.asBearer(token))
  await assertDead(there)
  assert.equal((await elsewhere.as('op').get('/me')).status, 200)
})

test('a new password ends all sessions but the one that set it', async () => {
  const { email, here, token, session } = await remembered('sales', password)
  const other = await session()
  assert.equal((await elsewhere.asBearer(other.token).get('/me')).status, 200)
  const wrong = await here.put('/me/password', { current_password: 'not this one', password: 'a new horse battery' })
  assert.deepEqual(
    [wrong.status, wrong.body.errors],
    [422, { current_password: ['This is not the current password.'] }],
  )
  assert.equal((await elsewhere.asBearer(other.token).get('/me')).status, 200)
  const change = { current_password: password, password: 'a new horse battery' }
  assert.deepEqual((await here.put('/me/password', change)).body, { success: true, data: null })
  await assertDead(elsewhere.asBearer(other.token))
  assert.equal((await elsewhere.asBearer(token).get('/me')).status, 200)
  assert.equal((await as().post('/login', { email, password })).status, 401)
  assert.equal((await as().post('/login', { email, password: 'a new horse battery' })).status, 200)
})

test('guesses at the current password are limited, and then the right one is refused too', async () => {
  const { here, user } = await remembered('sales', password)
  const guess = (current_password: string) =>
    here.put('/me/password', { current_password, password: 'a new horse battery' })
  assert.equal((await guess('wrong')).status, 422)
  await sql`update throttles set hits = 20 where key = ${`password ${user.id}`}`.execute(db)
  assert.equal((await guess(password)).status, 429)
})

test('suspension ends all sessions, and reactivation does not restore them', async () => {
  const { user, email, there } = await remembered('sales', password)
  assert.equal((await admin.put(`/users/${user.id}`, { status: 'suspended' })).status, 200)
  await assertDead(there)
  await admin.put(`/users/${user.id}`, { status: 'active' })
  await assertDead(there)
  assert.equal((await as().post('/login', { email, password })).status, 200)
})

test('a new role ends the sessions of the old one', async () => {
  const { user, there } = await remembered('sales')
  assert.equal((await admin.put(`/users/${user.id}`, { role: 'customer' })).status, 200)
  await assertDead(there)
})

test('the sessions of a removed account end', async () => {
  const { user, there } = await remembered()
  assert.equal((await admin.delete(`/users/${user.id}`)).status, 200)
  await assertDead(there)
})

test('a session ends after a month, or after three days without use', async () => {
  const { user, here, there } = await remembered()
  const move = (change: string) => sql`update tokens set ${sql.raw(change)} where user_id = ${user.id}`.execute(db)
  await move(`last_used_at = now() - interval '71 hours'`)
  assert.equal((await there.get('/me')).status, 200)
  await untilNoted(user.id)
  await move(`last_used_at = now() - interval '73 hours'`)
  await assertDead(there, 'token_expired')
  await move(`last_used_at = now()`)
  assert.equal((await here.get('/me')).status, 200)
  await move(`expires_at = now() - interval '1 second'`)
  await assertDead(there, 'token_expired')
  assert.equal((await here.get('/me')).headers['www-authenticate'], 'Bearer')
})

const untilNoted = (user: number) =>
  until(async () => {
    const { rows } =
      await sql`select 1 from tokens where user_id = ${user} and last_used_at > now() - interval '1 minute'`.execute(db)
    return rows.length
  }, 'the use of a session is noted')

// Reads are sent with the cached identity before it is confirmed. This makes the cache wrong on purpose.
const become = (person: number, change: string) =>
  sql`update users set ${sql.raw(change)} where id = ${person}`.execute(db)

test('a lost role allows no further read', async () => {
  const { user, there } = await remembered('admin')
  assert.equal((await there.get('/users')).status, 200)
  await become(user.id, `role = 'customer'`)
  for (const { status, body } of await Promise.all(Array.from({ length: 20 }, () => there.get('/users'))))
    assert.deepEqual([status, body.code, body.data], [403, 'forbidden', undefined])
  await become(user.id, `role = 'admin'`)
  assert.equal((await there.get('/users')).status, 200)
})

test('a gained role works at once', async () => {
  const { user, there } = await remembered('customer')
  assert.equal((await there.get('/users')).status, 403)
  await become(user.id, `role = 'admin'`)
  assert.equal((await there.get('/users')).status, 200)
  assert.equal((await there.get(`/users/${user.id}`)).data.role, 'admin')
})

test('a token that now belongs to another account reads what that account may see', async () => {
  const { user, there } = await remembered('sales')
  await sql`update tokens set user_id = ${ids.other_customer} where user_id = ${user.id}`.execute(db)
  const read = await Promise.all(Array.from({ length: 20 }, () => there.get('/me')))
  assert.deepEqual(new Set(read.map(({ data }) => data.id)), new Set([ids.other_customer]))
  assert.equal((await there.get('/users/list/options')).status, 403)
})

test('reads during a revocation: none succeeds after its answer', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { here, there } = await remembered()
    const racing = Array.from({ length: 10 }, () => there.get('/me'))
    const ended = here.post('/logout')
    for (const { status, body } of await Promise.all(racing))
      assert.ok(status === 200 || (status === 401 && body.data === undefined))
    assert.equal((await ended).status, 200)
    const after = await Promise.all(Array.from({ length: 10 }, () => there.get('/me')))
    assert.deepEqual(new Set(after.map(({ status }) => status)), new Set([401]))
  }
})

test("two simultaneous callers never get each other's answers", async () => {
  const both = [as('sales'), as('op')] as const
  const asked = Array.from({ length: 60 }, async (_, n) => {
    const caller = both[n % 2] ?? both[0]
    return [n % 2 ? ids.op : ids.sales, (await caller.get('/me')).data.id]
  })
  for (const [expected, id] of await Promise.all(asked)) assert.equal(id, expected)
})
