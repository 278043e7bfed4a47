import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pg } from '../../src/kit/db/client.ts'
import { house } from '../house.ts'

const { as, db, another, ids, settings } = await house()
const admin = as('admin')
const key = (name: string) => ({ 'idempotency-key': name })
const season = (code: string) => ({ code, name: code, starts_on: '2027-03-01', ends_on: '2027-05-31' })
const howMany = async (code: string) => (await admin.get(`/seasons?q=${code}`)).body.meta.total

test('a repeated key with the same body returns the same answer and does nothing again', async () => {
  const first = await admin.post('/seasons', season('ONCE'), key('k1'))
  const again = await admin.post('/seasons', season('ONCE'), key('k1'))
  assert.deepEqual([first.status, first.headers['idempotency-replayed']], [201, undefined])
  assert.deepEqual([again.status, again.headers['idempotency-replayed']], [201, 'true'])
  assert.deepEqual(
    [again.body, again.headers.location, again.headers.etag],
    [first.body, first.headers.location, first.headers.etag],
  )
  assert.notEqual(again.headers['x-request-id'], first.headers['x-request-id'])
  assert.equal(await howMany('ONCE'), 1)
})

test('the answer is replayed unchanged, also if the record has changed since', async () => {
  const { data, body } = await admin.post('/seasons', season('THEN'), key('k2'))
  await admin.put(`/seasons/${data.id}`, { name: 'changed' })
  await admin.delete(`/seasons/${data.id}`)
  assert.deepEqual((await admin.post('/seasons', season('THEN'), key('k2'))).body, body)
  assert.equal(await howMany('THEN'), 0)
})

test('answers to changes are replayed too', async () => {
  const { data } = await admin.post('/seasons', season('CHANGED'))
  for (const method of ['put', 'patch'] as const) {
    const first = await admin[method](`/seasons/${data.id}`, { name: method }, key(`k3 ${method}`.replace(' ', '-')))
    const again = await admin[method](`/seasons/${data.id}`, { name: method }, key(`k3 ${method}`.replace(' ', '-')))
    assert.deepEqual([again.body, again.headers['idempotency-replayed']], [first.body, 'true'])
  }
  assert.equal((await admin.get(`/seasons/${data.id}`)).data.version, 3)
})

test('the same key with another body, path or method is refused', async () => {
  const { data } = await admin.post('/seasons', season('FIRST'), key('k4'))
  const others = [
    admin.post('/seasons', season('SECOND'), key('k4')),
    admin.post('/seasons', { ...season('FIRST'), name_en: null }, key('k4')),
    admin.post('/users', { name: 'x', email: 'x@example.com', role: 'sales' }, key('k4')),
    admin.put(`/seasons/${data.id}`, season('FIRST'), key('k4')),
  ]
  for (const { status, body } of await Promise.all(others))
    assert.deepEqual([status, body.code], [422, 'idempotency_mismatch'])
  assert.equal(await howMany('SECOND'), 0)
})

test('a key belongs to its caller', async () => {
  const mine = await admin.post('/seasons', season('MINE'), key('k5'))
  const theirs = await as('op').post('/seasons', season('THEIRS'), key('k5'))
  assert.deepEqual([mine.status, theirs.status, theirs.headers['idempotency-replayed']], [201, 201, undefined])
})

test('of ten simultaneous requests in two processes one is executed and the others get its answer', async () => {
  const other = await another()
  const twins = Array.from({ length: 10 }, (_, n) =>
    (n % 2 ? other.as('admin') : admin).post('/seasons', season('TWINS'), key('k6')),
  )
  const answers = await Promise.all(twins)
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
  assert.equal(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true').length, 9)
  assert.equal(await howMany('TWINS'), 1)
})

test('a request that waits too long for another one with its key is refused and may be repeated', async () => {
  const impatient = await another({ options: '-c lock_timeout=200ms -c timezone=UTC' })
  const first = new pg.Client(settings)
  await first.connect()
  await first.query('begin')
  await first.query(`insert into idempotency_keys (caller_id, key, fingerprint) values ($1, 'slow', '')`, [ids.admin])
  const refused = await impatient.as('admin').post('/seasons', season('SLOW'), key('slow'))
  assert.deepEqual(
    [refused.status, refused.body.code, refused.headers['retry-after'], refused.body.retry_after],
    [409, 'idempotency_in_progress', '2', 2],
  )
  await first.query('rollback')
  await first.end()
  assert.equal((await impatient.as('admin').post('/seasons', season('SLOW'), key('slow'))).status, 201)
})

test('refusals are not stored: after a correction the same key succeeds', async () => {
  const invalid = await admin.post('/seasons', { ...season('LATER'), name: null }, key('k7'))
  assert.equal(invalid.status, 422)
  const { data } = await admin.post('/seasons', season('TAKEN'))
  assert.equal((await admin.post('/seasons', season('TAKEN'), key('k7'))).status, 409)
  await admin.delete(`/seasons/${data.id}`)
  const taken = await admin.post('/seasons', season('TAKEN'), key('k7'))
  assert.deepEqual([taken.status, taken.headers['idempotency-replayed']], [201, undefined])
  const stale = await admin.put(taken.headers.location ?? '', { name: 'x' }, { ...key('k8'), 'if-match': '"9"' })
  assert.equal(stale.status, 412)
  assert.equal((await admin.put(taken.headers.location ?? '', { name: 'x' }, key('k8'))).status, 200)
})

test('a refusal after the commit is not stored either', async () => {
  const change = { current_password: 'not this one', password: 'a new one, long' }
  const refused = await as('op').put('/me/password', change, key('k9'))
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['current_password']])
  const again = await as('op').put('/me/password', change, key('k9'))
  assert.deepEqual([again.status, again.headers['idempotency-replayed']], [422, undefined])
})

test('a key may be used again after 72 hours', async () => {
  const move = (hours: number) =>
    sql`update idempotency_keys set created_at = now() - ${hours} * interval '1 hour' where key = 'k10'`.execute(db)
  const { data } = await admin.post('/seasons', season('OLD'), key('k10'))
  await admin.delete(`/seasons/${data.id}`)
  await move(71)
  assert.equal((await admin.post('/seasons', season('OLD'), key('k10'))).headers['idempotency-replayed'], 'true')
  await move(73)
  const anew = await admin.post('/seasons', season('NEW'), key('k10'))
  assert.deepEqual([anew.status, anew.headers['idempotency-replayed'], anew.data.code], [201, undefined, 'NEW'])
  assert.equal((await admin.post('/seasons', season('NEW'), key('k10'))).headers['idempotency-replayed'], 'true')
})

test('a key has 1 to 200 visible characters', async () => {
  for (const name of ['', ' ', 'a b', 'x'.repeat(201), '鍵', 'tab\t'])
    assert.deepEqual(
      Object.keys((await admin.post('/seasons', season('KEYS'), key(name))).body.errors ?? {}),
      ['Idempotency-Key'],
      JSON.stringify(name),
    )
  assert.equal((await admin.post('/seasons', season('KEYS'), key('x'.repeat(200)))).status, 201)
})

test('no answer is replayed to a caller who has lost the right or was deleted', async () => {
  const made = await as('line_control').post('/seasons', season('GONE'), key('k11'))
  assert.equal(made.status, 201)
  await sql`update users set role = 'sales', departments = '{}' where email = 'line_control@example.com'`.execute(db)
  assert.equal((await as('line_control').post('/seasons', season('GONE'), key('k11'))).status, 403)
  await sql`delete from tokens where user_id = ${(await as('line_control').get('/me')).data.id}`.execute(db)
  assert.equal((await as('line_control').post('/seasons', season('GONE'), key('k11'))).status, 401)
})

test('stored answers are encrypted', async () => {
  await admin.post('/me/tokens', { name: 'marker-in-answer', expires_at: '2100-01-01T00:00:00Z' }, key('k12'))
  const { rows } = await sql<{ n: number }>`select count(*) as n from idempotency_keys
    where encode(answer, 'escape') like '%marker%' or encode(fingerprint, 'escape') like '%marker%'`.execute(db)
  assert.equal(rows[0]?.n, 0)
})

test('callers without an account have separate keys for each address', async () => {
  const ask = (email: string, from: string) =>
    as().post('/forgot-password', { email }, { ...key('same'), 'x-forwarded-for': from })
  const first = await ask('a@example.com', '203.0.113.1')
  const other = await ask('b@example.com', '203.0.113.2')
  const again = await ask('a@example.com', '203.0.113.1')
  assert.deepEqual([first.status, other.status, again.status], [200, 200, 200])
  assert.deepEqual(
    [first, other, again].map(({ headers }) => headers['idempotency-replayed']),
    [undefined, undefined, 'true'],
  )
  assert.equal((await ask('b@example.com', '203.0.113.1')).body.code, 'idempotency_mismatch')
})

test('a caller without an account repeats its request from another address and gets the same answer', async () => {
  const ask = (from: string) =>
    as().post('/forgot-password', { email: 'c@example.com' }, { ...key('moving'), 'x-forwarded-for': from })
  const [first, again] = [await ask('203.0.113.3'), await ask('203.0.113.4')]
  assert.deepEqual([again.body, again.headers['idempotency-replayed']], [first.body, 'true'])
})

test('an answer with a secret is not stored under its key', async () => {
  const body = { name: 'ERP', expires_at: '2099-01-01T00:00:00Z' }
  const [first, again] = [
    await admin.post('/me/tokens', body, key('secret')),
    await admin.post('/me/tokens', body, key('secret')),
  ]
  assert.deepEqual([first.status, again.status, again.headers['idempotency-replayed']], [201, 201, undefined])
  assert.notEqual(first.data.token, again.data.token)
})
