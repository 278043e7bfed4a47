import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { type TestContext, test } from 'node:test'
import bcrypt from 'bcryptjs'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'
import { comes, until, untilLocked } from '../../../test/until.ts'
import { pg } from '../../kit/db/client.ts'

const { as, asBearer, database, db, settings } = await house()
const password = 'correct horse battery'
const login = (email: string, given = password, more: object = {}) =>
  as().post('/login', { email, password: given, ...more })
const account = async (name: string) => {
  const made = await as('admin').post('/users', { name, email: `${name}@Office.example`, role: 'sales', password })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.data
}
const hashOf = async (id: number) => {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return password_hash ?? ''
}
const mei = await account('mei')

test('the right password opens a session for a month', async () => {
  const { status, data, headers } = await login('mei@office.example', password, { device_name: '櫃台 iPad' })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(data), ['token', 'token_type', 'expires_at', 'user'])
  assert.match(data.token, /^gdn_[\w-]{43}$/)
  assert.equal(data.token_type, 'Bearer')
  const days = (Date.parse(data.expires_at) - Date.now()) / 86_400_000
  assert.ok(days > 29.9 && days < 30.1, data.expires_at)
  assert.deepEqual([headers['cache-control'], headers.etag], ['no-store', undefined])
  const me = await asBearer(data.token).get('/me')
  assert.deepEqual([me.data.id, me.data.email], [mei.id, 'mei@Office.example'])
  assert.deepEqual(data.user, me.data)
  assert.ok(Math.abs(Date.parse(data.user.last_login_at) - Date.now()) < 60_000)
  const [session] = (await asBearer(data.token).get('/me/sessions')).data
  assert.deepEqual([session.name, session.is_current], ['櫃台 iPad', true])
})

test('mail addresses are case-insensitive', async () => {
  assert.equal((await login('MEI@OFFICE.EXAMPLE')).status, 200)
})

test('wrong, unknown, suspended and password-less accounts get the same answer', async () => {
  const { id } = await account('suspended')
  await as('admin').put(`/users/${id}`, { status: 'suspended' })
  const same = { 'x-request-id': 'same' }
  const ask = (email: string, given: string) => as().post('/login', { email, password: given }, same)
  const answers = await Promise.all([
    ask('mei@office.example', 'wrong horse battery'),
    ask('nobody@office.example', password),
    ask('suspended@office.example', password),
    ask('sales@example.com', password),
  ])
  for (const { status, body, headers } of answers) {
    assert.deepEqual([status, headers['www-authenticate']], [401, 'Bearer'])
    assert.deepEqual(body, {
      success: false,
      type: '/api/problems/invalid_credentials',
      title: 'Wrong email or password',
      status: 401,
      detail: 'Check both, or ask for a password reset.',
      code: 'invalid_credentials',
      message: 'Check both, or ask for a password reset.',
      request_id: 'same',
    })
  }
})

test('an unknown account costs as much hashing as a wrong password', async (t) => {
  await account('known')
  const hashing = t.mock.method(crypto, 'argon2')
  const hashed = async (email: string) => {
    const before = hashing.mock.callCount()
    assert.equal((await login(email, 'wrong horse battery')).status, 401)
    return hashing.mock.calls.slice(before).map(({ arguments: [algorithm, given] }) => {
      const { memory, passes, parallelism, tagLength } = given
      return { algorithm, memory, passes, parallelism, tagLength, nonce: (given.nonce as Buffer).length }
    })
  }
  const once = { algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1, tagLength: 32, nonce: 16 }
  assert.deepEqual(await hashed('known@office.example'), [once])
  assert.deepEqual(await hashed('unknown@office.example'), [once])
})

test('an invalid body answers 422, and is neither counted nor hashed', async () => {
  for (const body of [
    {},
    { email: 'mei@office.example' },
    { password },
    { email: 'mei', password },
    { email: ['mei@office.example'], password },
  ])
    assert.equal((await as().post('/login', body)).status, 422, JSON.stringify(body))
  const refused = await as().post('/login', { email: 'mei@office.example', password: 7, role: 'admin' })
  assert.deepEqual(Object.keys(refused.body.errors).sort(), ['password', 'role'])
})

for (const prefix of ['$2y$', '$2b$', '$2a$'])
  test(`a password imported as ${prefix} works, and is stored as argon2id afterwards`, async () => {
    const { id } = await account(`imported${prefix[2]}`)
    const imported = bcrypt.hashSync('from the old house', 4).replace('$2b$', prefix)
    await sql`update users set password_hash = ${imported} where id = ${id}`.execute(db)
    const email = `imported${prefix[2]}@office.example`
    assert.equal((await login(email, 'from the new house')).status, 401)
    assert.equal(await hashOf(id), imported)
    assert.equal((await login(email, 'from the old house')).status, 200)
    assert.match(await hashOf(id), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.equal((await login(email, 'from the old house')).status, 200)
    assert.equal((await login(email, 'from the new house')).status, 401)
  })

const meanwhile: [what: string, change: string][] = [
  ['the account is suspended', `status = 'suspended'`],
  ['the password is changed', `password_hash = 'another'`],
]
for (const [what, change] of meanwhile)
  test(`no session is opened when ${what} while the password is hashed`, async () => {
    const name = change.slice(0, 6).trim()
    const { id } = await account(name)
    const other = new pg.Client(settings)
    await other.connect()
    await other.query('begin')
    await other.query(`update users set ${change} where id = ${id}`)
    const signingIn = login(`${name}@office.example`)
    await untilLocked(db)
    await other.query('commit')
    await other.end()
    assert.equal((await signingIn).body.code, 'invalid_credentials')
    assert.deepEqual(await db.selectFrom('tokens').select('id').where('user_id', '=', id).execute(), [])
  })

test('a sign-in that waits for a lock until its deadline is answered 503 and opens no session', async () => {
  const { id } = await account('waiting')
  const { transaction } = database
  database.transaction = (who, work) => transaction({ ...who, deadline: who.deadline && performance.now() + 500 }, work)
  const other = new pg.Client(settings)
  await other.connect()
  await other.query('begin')
  await other.query(`select from users where id = ${id} for update`)
  const { status } = await comes(login('waiting@office.example'), 'the answer, while the account is locked')
  await other.query('rollback')
  await other.end()
  database.transaction = transaction
  assert.equal(status, 503)
  assert.deepEqual(await db.selectFrom('tokens').select('id').where('user_id', '=', id).execute(), [])
})

test('neither passwords nor tokens are stored in plain text', async () => {
  const { data } = await login('mei@office.example')
  const secrets = [password, data.token, data.token.slice(4)]
  const { rows: tables } = await sql<{ name: string }>`select table_schema || '.' || table_name as name
    from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'jobs')`.execute(db)
  for (const { name } of tables) {
    const { rows } = await sql<{
      text: string
    }>`select coalesce(string_agg(row::text, ' '), '') as text from ${sql.table(name)} row`.execute(db)
    for (const secret of secrets) assert.ok(!rows[0]?.text.includes(secret), name)
  }
})

test('a flood of attempts is bounded, and accounts known at the address of the caller go first', async (t) => {
  const home = { 'x-forwarded-for': '203.0.113.7' }
  await account('lin')
  const signIn = (email: string, given: string, headers: Record<string, string>) =>
    as().post('/login', { email, password: given }, headers)
  assert.equal((await signIn('lin@office.example', password, home)).status, 200)

  // No password is hashed before all attempts are queued or refused.
  const gate = Promise.withResolvers<void>()
  const { argon2 } = crypto
  const hashing = t.mock.method(crypto, 'argon2', (...given: Parameters<typeof argon2>) => {
    gate.promise.then(() => argon2(...given))
  })
  let ended = 0
  const guesses = Array.from({ length: 70 }, async (_, n) => {
    const headers = { 'x-forwarded-for': `198.51.100.${n}` }
    const guess = await signIn(`guess${n}@office.example`, 'wrong horse battery', headers)
    ended += 1
    return guess
  })
  const hashed = () => hashing.mock.callCount()
  await until(() => hashed() + 40 + ended === 70, 'some are hashed, 40 wait, and the others are refused')
  const ahead = hashed()
  const queued = accountIsRead(t)
  const known = signIn('lin@office.example', password, home)
  await queued
  gate.resolve()
  assert.equal((await known).status, 200)
  assert.equal(hashing.mock.calls[ahead]?.arguments[1].message, password, 'it is hashed next')

  const refused = (await Promise.all(guesses)).filter(({ status }) => status === 503)
  assert.equal(refused.length, 70 - 40 - ahead)
  for (const { body, headers } of refused) assert.deepEqual([body.code, headers['retry-after']], ['unavailable', '2'])
})

/** Waits until a sign-in has read its account. Its password is queued immediately afterwards. */
const accountIsRead = (t: TestContext) =>
  new Promise<void>((resolve) => {
    const { statement } = database.observer
    t.mock.method(database.observer, 'statement', (text: string, seconds: number) => {
      statement(text, seconds)
      if (/where lower\(email\)/.test(text)) setImmediate(resolve)
    })
  })
