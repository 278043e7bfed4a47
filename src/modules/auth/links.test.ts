import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'
import { codeIn, outbox } from '../../../test/outbox.ts'

const here = await house()
const { as, asBearer, db } = here
const { mailTo, rest } = await outbox(here)
const password = 'correct horse battery'

let made = 0
const account = async (role: string, more: object = {}) => {
  made += 1
  const email = `${role}${made}@office.example`
  const body = { name: `Person ${made}`, email, role, locale: 'en', ...more }
  const { status, data } = await as('admin').post('/users', body)
  assert.equal(status, 201)
  return { id: data.id as number, email }
}
const from = () => ({ 'x-forwarded-for': `198.51.100.${made}` })
const login = (email: string, given: string) => as().post('/login', { email, password: given }, from())
const forget = (email: string) => as().post('/forgot-password', { email }, from())
const askIn = (email: string) => as().post('/sign-in-links', { email }, from())
const reset = (token: string, given: string) => as().post('/reset-password', { token, password: given })
const redeem = (token: string) => as().post('/sign-in-links/redeem', { token, device_name: '手機' })
const expire = (id: number) =>
  sql`update links set expires_at = now() - interval '1 second' where user_id = ${id}`.execute(db)

const assertWorthless = ({ status, body }: { status: number; body: { code: string; detail: string } }) =>
  assert.deepEqual(
    [status, body.code, body.detail],
    [401, 'invalid_credentials', 'The link was used, has expired or is wrong; ask for a new one.'],
  )

test('an invited person chooses a password, once', async () => {
  const { email } = await account('sales')
  assert.equal((await login(email, password)).status, 401)
  const mail = await mailTo(email)
  assert.match(mail, /^Subject: Welcome to Guidon$/m)
  assert.match(mail, /^https:\/\/guidon\.test\/l\/invitation\/[\w-]{43}$/m)
  assert.deepEqual((await reset(codeIn(mail), password)).body, { success: true, data: null })
  assert.equal((await login(email, password)).status, 200)
  assertWorthless(await reset(codeIn(mail), 'another horse battery'))
  assert.equal((await login(email, password)).status, 200)
})

test('an account created with a password gets no invitation', async () => {
  const { email } = await account('sales', { password })
  const { email: invited } = await account('sales')
  await mailTo(invited)
  assert.deepEqual(await rest(), [])
  assert.equal((await login(email, password)).status, 200)
})

test('a forgotten password is replaced, and all sessions end', async () => {
  const { email } = await account('sales', { password })
  const { data } = await login(email, password)
  assert.deepEqual((await forget(email.toUpperCase())).body, { success: true, data: null })
  const code = codeIn(await mailTo(email))
  assert.equal((await reset(code, 'short')).status, 422)
  assert.equal((await asBearer(data.token).get('/me')).status, 200)
  assert.equal((await reset(code, 'another horse battery')).status, 200)
  assert.equal((await asBearer(data.token).get('/me')).status, 401)
  assert.equal((await login(email, password)).status, 401)
  assert.equal((await login(email, 'another horse battery')).status, 200)
})

test('the answer is the same for everybody; a mail is sent only to an existing account', async () => {
  const suspended = await account('sales', { password })
  await as('admin').put(`/users/${suspended.id}`, { status: 'suspended' })
  const known = await account('sales', { password })
  const answers = []
  for (const email of ['nobody@office.example', suspended.email, known.email]) answers.push(await forget(email))
  for (const { status, body } of answers) assert.deepEqual([status, body], [200, { success: true, data: null }])
  await mailTo(known.email)
  assert.deepEqual(await rest(), [])
  const { rows } = await sql<{ data: object }>`select data from jobs.job where name = 'auth.password-reset'`.execute(db)
  for (const { data } of rows) assert.deepEqual(Object.keys(data), ['user_id'])
})

test('a customer signs in by a link; staff cannot', async () => {
  const [customer, staff] = [await account('customer', { password }), await account('sales', { password })]
  for (const email of [staff.email, customer.email]) assert.equal((await askIn(email)).status, 200)
  const mail = await mailTo(customer.email)
  assert.match(mail, /^Subject: Your sign-in link$/m)
  assert.deepEqual(await rest(), [])
  const signedIn = await redeem(codeIn(mail))
  assert.deepEqual([signedIn.status, Object.keys(signedIn.data)], [200, ['token', 'token_type', 'expires_at', 'user']])
  assert.equal(signedIn.data.user.id, customer.id)
  assert.equal((await asBearer(signedIn.data.token).get('/me')).data.id, customer.id)
  assertWorthless(await redeem(codeIn(mail)))
})

test('of five simultaneous uses of a link one succeeds', async () => {
  const { email } = await account('customer', { password })
  await askIn(email)
  const code = codeIn(await mailTo(email))
  const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(code)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401, 401])
})

test('a newer link invalidates the older one', async () => {
  const { email } = await account('customer', { password })
  await askIn(email)
  const first = codeIn(await mailTo(email))
  await askIn(email)
  const second = codeIn(await mailTo(email))
  assertWorthless(await redeem(first))
  assert.equal((await redeem(second)).status, 200)
})

test('a link expires', async () => {
  const spans = { invitation: 7 * 24 * 60, password: 60, 'sign-in': 15 }
  const { id, email } = await account('customer')
  const invitation = codeIn(await mailTo(email))
  await askIn(email)
  const signIn = codeIn(await mailTo(email))
  await forget(email)
  const forgotten = codeIn(await mailTo(email))
  const { rows } = await sql<{ kind: string; minutes: number }>`
    select kind, round(extract(epoch from expires_at - created_at) / 60)::integer as minutes
      from links where user_id = ${id}`.execute(db)
  assert.deepEqual(Object.fromEntries(rows.map(({ kind, minutes }) => [kind, minutes])), spans)
  await expire(id)
  assertWorthless(await redeem(signIn))
  for (const code of [invitation, forgotten]) assertWorthless(await reset(code, password))
})

test('a link works for its purpose only, and a wrong use does not consume it', async () => {
  const { email } = await account('customer', { password })
  await askIn(email)
  const signIn = codeIn(await mailTo(email))
  await forget(email)
  const forgotten = codeIn(await mailTo(email))
  assertWorthless(await reset(signIn, 'another horse battery'))
  assertWorthless(await redeem(forgotten))
  assert.equal((await redeem(signIn)).status, 200)
  assert.equal((await reset(forgotten, 'another horse battery')).status, 200)
})

test('a new password invalidates all older links', async () => {
  const { email } = await account('customer')
  const invitation = codeIn(await mailTo(email))
  await forget(email)
  const forgotten = codeIn(await mailTo(email))
  await askIn(email)
  const signIn = codeIn(await mailTo(email))
  assert.equal((await reset(forgotten, password)).status, 200)
  assertWorthless(await reset(invitation, 'another horse battery'))
  assertWorthless(await redeem(signIn))
})

test("changing one's own password invalidates all older links too", async () => {
  const { email } = await account('sales', { password })
  await forget(email)
  const forgotten = codeIn(await mailTo(email))
  const { data } = await login(email, password)
  await asBearer(data.token).put('/me/password', { current_password: password, password: 'another horse battery' })
  assertWorthless(await reset(forgotten, password))
})

test('links of a suspended account are invalid, also after its reactivation', async () => {
  const { id, email } = await account('customer', { password })
  await askIn(email)
  const signIn = codeIn(await mailTo(email))
  await as('admin').put(`/users/${id}`, { status: 'suspended' })
  assertWorthless(await redeem(signIn))
  await as('admin').put(`/users/${id}`, { status: 'active' })
  assertWorthless(await redeem(signIn))
})

test('a new mail address invalidates links sent to the old one, and the invitation is sent again', async () => {
  const known = await account('sales', { password })
  await forget(known.email)
  const forgotten = codeIn(await mailTo(known.email))
  await as('admin').put(`/users/${known.id}`, { email: 'moved@office.example' })
  assertWorthless(await reset(forgotten, 'another horse battery'))

  const invited = await account('sales')
  const misdirected = codeIn(await mailTo(invited.email))
  await as('admin').put(`/users/${invited.id}`, { email: 'corrected@office.example' })
  assertWorthless(await reset(misdirected, password))
  assert.equal((await reset(codeIn(await mailTo('corrected@office.example')), password)).status, 200)
  assert.deepEqual(await rest(), [])
})

test('an invented link is refused', async () => {
  assertWorthless(await redeem('a'.repeat(43)))
  for (const token of ['', 'short', 'a'.repeat(44), `${'a'.repeat(42)}'`, null, ['a'.repeat(43)]])
    assert.equal((await as().post('/sign-in-links/redeem', { token })).status, 422)
})

test('links are not stored in plain text', async () => {
  const { id, email } = await account('customer', { password })
  await askIn(email)
  const code = codeIn(await mailTo(email))
  const { rows } = await sql<{ text: string }>`
    select string_agg(row::text, ' ') as text from links row where user_id = ${id}`.execute(db)
  assert.ok(rows[0]?.text && !rows[0].text.includes(code))
  const { rows: jobs } = await sql<{
    text: string
  }>`select string_agg(row::text, ' ') as text from jobs.job row`.execute(db)
  assert.ok(!jobs[0]?.text.includes(code))
})
