import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { authenticator, enrolled, forgetLastCode } from '../../../test/fixtures/second-factor.ts'
import { house } from '../../../test/house.ts'
import { codeIn, outbox } from '../../../test/outbox.ts'

const here = await house()
const { as, asBearer, db, ids } = here
const { mailTo, rest } = await outbox(here)
const password = 'correct horse battery'

let made = 0
const account = async (role = 'sales') => {
  made += 1
  const email = `${role}${made}@office.example`
  const body = { name: `Person ${made}`, email, role, locale: 'en', password }
  const { data } = await as('admin').post('/users', body)
  return { id: data.id as number, email }
}
const login = (email: string, given = password) =>
  as().post('/login', { email, password: given, device_name: 'Phone' }, { 'x-forwarded-for': `198.51.100.${made}` })
const second = (challenge: string, code: string) =>
  as().post('/login/second-factor', { challenge, code }, { 'x-forwarded-for': `198.51.100.${made}` })
/** An account with a second factor, and the session it was set up in. */
const protectedAccount = async (role?: string) => {
  const person = await account(role)
  const call = asBearer((await login(person.email)).data.token)
  const app = await enrolled(db, call)
  await mailTo(person.email)
  return { ...person, call, app }
}
const challengeFor = async (email: string) => (await login(email)).data.challenge as string

const WRONG = 'The code is wrong or was used; wait for the next one, or use a recovery code.'
const OVER = 'This sign-in was finished, has expired or is wrong; sign in again.'
const assertRefused = ({ status, body }: Awaited<ReturnType<typeof second>>, detail: string) =>
  assert.deepEqual([status, body.code, body.detail], [401, 'invalid_credentials', detail])

test('a second factor is set up: a secret, its first code, recovery codes', async () => {
  const { email } = await account()
  const call = asBearer((await login(email)).data.token)
  assert.deepEqual((await call.get('/me/second-factor')).data, {
    is_required: false,
    factors: [],
    recovery_codes_left: 0,
  })
  const begun = await call.post('/me/second-factor')
  assert.deepEqual(Object.keys(begun.data), ['kind', 'secret', 'otpauth_uri'])
  assert.match(begun.data.secret, /^[A-Z2-7]{32}$/)
  assert.ok(begun.data.otpauth_uri.startsWith(`otpauth://totp/Guidon:${encodeURIComponent(email)}?secret=`))
  assert.equal((await login(email)).status, 200, 'until it is confirmed, sign-in does not ask for it')

  const app = authenticator(db, begun.data.secret)
  const wrong = await call.post('/me/second-factor/confirm', { code: await app.wrong() })
  assert.deepEqual([wrong.status, wrong.body.errors], [422, { code: [WRONG] }])
  const confirmed = await call.post('/me/second-factor/confirm', { code: await app.code() })
  assert.equal(confirmed.data.recovery_codes.length, 10)
  for (const code of confirmed.data.recovery_codes) assert.match(code, /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
  const { data } = await call.get('/me/second-factor')
  assert.deepEqual(
    { ...data, factors: data.factors.map(({ kind }: { kind: string }) => kind) },
    {
      is_required: false,
      factors: ['totp'],
      recovery_codes_left: 10,
    },
  )
  assert.match(await mailTo(email), /^Subject: Two-step verification is on$/m)
})

test('a second factor cannot be set up twice, nor confirmed or removed before its setup began', async () => {
  const { call } = await protectedAccount()
  const twice = await call.post('/me/second-factor')
  assert.deepEqual([twice.status, twice.body.code], [409, 'step_not_possible'])
  const other = asBearer((await login((await account()).email)).data.token)
  const both = { current_password: password, code: '123456' }
  for (const answer of [
    await other.post('/me/second-factor/confirm', { code: '123456' }),
    await other.post('/me/second-factor/recovery-codes', both),
    await removed(other, both),
  ])
    assert.deepEqual(
      [answer.status, answer.body.detail],
      [409, 'There is no second factor; begin with setting one up in your account.'],
    )
})

test('after the password, sign-in answers with a challenge and opens no session', async () => {
  const { id, email, app } = await protectedAccount()
  const sessions = () => db.selectFrom('tokens').select('id').where('user_id', '=', id).execute()
  const before = (await sessions()).length
  const begun = await login(email)
  assert.equal(begun.status, 202)
  assert.deepEqual(Object.keys(begun.data), ['status', 'challenge', 'expires_at', 'methods'])
  assert.deepEqual([begun.data.status, begun.data.methods], ['second_factor_required', ['totp', 'recovery_code']])
  assert.equal((await sessions()).length, before)
  assert.equal((await asBearer(begun.data.challenge).get('/me')).status, 401, 'a challenge is no token')

  const done = await second(begun.data.challenge, await app.code())
  assert.deepEqual([done.status, Object.keys(done.data)], [200, ['token', 'token_type', 'expires_at', 'user']])
  assert.equal(done.data.user.id, id)
  const [session] = (await asBearer(done.data.token).get('/me/sessions')).data
  assert.deepEqual([session.name, session.is_current], ['Phone', true])
})

test('an account without a second factor signs in as before', async () => {
  const { email } = await account()
  const begun = await login(email)
  assert.deepEqual([begun.status, Object.keys(begun.data)], [200, ['token', 'token_type', 'expires_at', 'user']])
})

test('a wrong password gets the same answer with and without a second factor', async () => {
  const { email } = await protectedAccount()
  const other = await account()
  const [one, two] = [await login(email, 'wrong horse'), await login(other.email, 'wrong horse')]
  assert.deepEqual([one.status, { ...one.body, request_id: '' }], [401, { ...two.body, request_id: '' }])
})

test('a code is accepted once, also when it is sent twice at the same time, and older codes are refused', async () => {
  const { email, app } = await protectedAccount()
  const code = await app.code()
  const challenges = await Promise.all([challengeFor(email), challengeFor(email), challengeFor(email)])
  const answers = await Promise.all(challenges.map((challenge) => second(challenge, code)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401])
  assertRefused(await second(await challengeFor(email), code), WRONG)
  assertRefused(await second(await challengeFor(email), await app.code(-1)), WRONG)
  assert.equal((await second(await challengeFor(email), await app.code(1))).status, 200)
})

test('a challenge is used once, lasts five minutes, and survives a wrong code', async () => {
  const { id, email, app } = await protectedAccount()
  const challenge = await challengeFor(email)
  assertRefused(await second(challenge, await app.wrong()), WRONG)
  assert.equal((await second(challenge, await app.code())).status, 200)
  await forgetLastCode(db, id)
  assertRefused(await second(challenge, await app.code()), OVER)

  const late = await challengeFor(email)
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from expires_at - created_at) / 60)::integer as minutes
      from sign_in_challenges where user_id = ${id}`.execute(db)
  assert.deepEqual(rows, [{ minutes: 5 }])
  await sql`update sign_in_challenges set expires_at = now() where user_id = ${id}`.execute(db)
  assertRefused(await second(late, await app.code()), OVER)
  assertRefused(await second('a'.repeat(43), await app.code()), OVER)
})

test('a suspension, a new password and a reset end an unfinished sign-in', async () => {
  const ways: ((person: { id: number; email: string }) => Promise<unknown>)[] = [
    ({ id }) => as('admin').put(`/users/${id}`, { status: 'suspended' }),
    ({ id }) => as('admin').delete(`/users/${id}/second-factor`),
    async ({ email }) => {
      await as().post('/forgot-password', { email })
      const token = codeIn(await mailTo(email))
      return as().post('/reset-password', { token, password: 'another horse battery' })
    },
  ]
  for (const end of ways) {
    const { id, email, app } = await protectedAccount()
    const challenge = await challengeFor(email)
    await end({ id, email })
    assertRefused(await second(challenge, await app.code()), OVER)
  }
  await rest()
})

test('a new password and a link from a mail do not replace the second factor', async () => {
  const { email, app } = await protectedAccount('customer')
  await as().post('/forgot-password', { email })
  await as().post('/reset-password', { token: codeIn(await mailTo(email)), password: 'another horse battery' })
  assert.equal((await login(email, 'another horse battery')).status, 202)
  await as().post('/sign-in-links', { email })
  const begun = await as().post('/sign-in-links/redeem', { token: codeIn(await mailTo(email)) })
  assert.deepEqual([begun.status, begun.data.status], [202, 'second_factor_required'])
  assert.equal((await second(begun.data.challenge, await app.code())).status, 200)
})

test('a browser gets its cookie only after the second step', async () => {
  const { id, email, app } = await protectedAccount()
  const ownPage = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '198.51.100.1' }
  const begun = await as().post('/me/session', { email, password }, ownPage)
  assert.deepEqual([begun.status, begun.data.status], [202, 'second_factor_required'])
  assert.equal(begun.headers['set-cookie'], undefined)
  const finish = async (code: string, headers: Record<string, string> = ownPage) =>
    as().post('/me/session/second-factor', { challenge: begun.data.challenge, code }, headers)
  assert.equal((await finish(await app.code(), {})).status, 403, 'from a page of another site')
  const wrong = await finish(await app.wrong())
  assertRefused(wrong, WRONG)
  assert.equal(wrong.headers['set-cookie'], undefined)
  const done = await finish(await app.code())
  assert.deepEqual([done.status, done.data.id], [200, id])
  const cookie = String(done.headers['set-cookie']).split(';')[0] ?? ''
  assert.equal((await as().get('/me', { ...ownPage, cookie })).data.id, id)
})

test('a recovery code opens a session once, in upper or lower case, and its owner gets a mail', async () => {
  const { email, app } = await protectedAccount()
  const [code = '', another = ''] = app.recoveryCodes
  const answers = await Promise.all(
    (await Promise.all([challengeFor(email), challengeFor(email)])).map((challenge) => second(challenge, code)),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
  assert.match(await mailTo(email), /^Subject: A recovery code was used$/m)
  assert.equal((await second(await challengeFor(email), another.toLowerCase().replaceAll('-', ''))).status, 200)
  await mailTo(email)
  const token = answers.find(({ status }) => status === 200)?.data.token
  assert.equal((await asBearer(token).get('/me/second-factor')).data.recovery_codes_left, 8)
})

test('when the last recovery code is used, the challenge no longer offers them', async () => {
  const { id, email } = await protectedAccount()
  await sql`delete from recovery_codes where user_id = ${id}`.execute(db)
  assert.deepEqual((await login(email)).data.methods, ['totp'])
})

test('new recovery codes need password and code, and replace the former ones', async () => {
  const { id, email, call, app } = await protectedAccount()
  const ask = (body: object) => call.post('/me/second-factor/recovery-codes', body)
  const wrong = await ask({ current_password: 'wrong horse', code: await app.code() })
  assert.deepEqual(Object.keys(wrong.body.errors), ['current_password'])
  assert.deepEqual(Object.keys((await ask({ code: await app.code() })).body.errors), ['current_password'])
  const guessed = await ask({ current_password: password, code: await app.wrong() })
  assert.deepEqual(guessed.body.errors, { code: [WRONG] })
  const renewed = await ask({ current_password: password, code: await app.code() })
  assert.equal(renewed.data.recovery_codes.length, 10)
  await forgetLastCode(db, id)
  assertRefused(await second(await challengeFor(email), app.recoveryCodes[0] ?? ''), WRONG)
  assert.equal((await second(await challengeFor(email), renewed.data.recovery_codes[0])).status, 200)
  await mailTo(email)
})

test('the second factor is removed with password and code, and sign-in no longer asks for it', async () => {
  const { email, call, app } = await protectedAccount()
  assert.equal((await removed(call, { current_password: 'wrong horse', code: await app.code() })).status, 422)
  assert.equal((await removed(call, { current_password: password, code: await app.wrong() })).status, 422)
  assert.equal((await login(email)).status, 202)
  assert.equal((await removed(call, { current_password: password, code: await app.code() })).status, 200)
  assert.match(await mailTo(email), /^Subject: Two-step verification was removed$/m)
  assert.equal((await login(email)).status, 200)
})

test('an account without a password removes the second factor with a code alone', async () => {
  const { id, call, app } = await protectedAccount('customer')
  await sql`update users set password_hash = null where id = ${id}`.execute(db)
  assert.equal((await removed(call, { code: await app.wrong() })).status, 422)
  assert.equal((await removed(call, { code: await app.code() })).status, 200)
  await rest()
})

test('the confirmation ends sessions that were opened without it, and keeps personal tokens', async () => {
  const { email } = await account()
  const [one, other] = [asBearer((await login(email)).data.token), asBearer((await login(email)).data.token)]
  const { data } = await one.post('/me/tokens', { name: 'ERP', expires_at: '2099-01-01T00:00:00Z' })
  await enrolled(db, one)
  assert.equal((await one.get('/me')).status, 200)
  assert.equal((await other.get('/me')).status, 401)
  assert.equal((await asBearer(data.token).get('/me')).status, 200)
  await rest()
})

test('an administrator resets the second factor of another account: its sessions end, a mail is sent, the audit records it', async () => {
  const { id, email, call } = await protectedAccount()
  assert.equal((await as('admin').get(`/users/${id}/second-factor`)).data.recovery_codes_left, 10)
  assert.equal((await as('sales').delete(`/users/${id}/second-factor`)).status, 403)
  const reset = await as('admin').delete(`/users/${id}/second-factor`, { 'x-request-id': 'reset-1' })
  assert.deepEqual(reset.body, { success: true, data: null })
  assert.equal((await call.get('/me')).status, 401)
  assert.match(await mailTo(email), /^Subject: An administrator reset your two-step verification$/m)
  assert.equal((await login(email)).status, 200)
  assert.equal((await as('admin').delete(`/users/${id}/second-factor`)).status, 404)
  assert.equal((await as('admin').delete('/users/999999/second-factor')).status, 404)
  const { rows } = await sql<{ action: string; actor_id: number; changes: object }>`
    select action, actor_id, changes from audit
     where table_name = 'second_factors' and request_id = 'reset-1'`.execute(db)
  assert.deepEqual(
    rows.map(({ action, actor_id }) => [action, actor_id]),
    [['removed', ids.admin]],
  )
  assert.deepEqual(Reflect.get(rows[0]?.changes ?? {}, 'sealed'), ['•••', '•••'])
})

test('administrators cannot reset their own second factor that way', async () => {
  const refused = await as('admin').delete(`/users/${ids.admin}/second-factor`)
  assert.deepEqual([refused.status, refused.body.detail], [409, 'Remove your own second factor in your account.'])
})

test('neither secrets, recovery codes nor challenges are stored in plain text', async () => {
  const { email, app } = await protectedAccount()
  const secrets = [app.secret, ...app.recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')])]
  secrets.push(await challengeFor(email))
  for (const table of ['second_factors', 'recovery_codes', 'sign_in_challenges', 'audit', 'jobs.job']) {
    const { rows } = await sql<{
      text: string
    }>`select coalesce(string_agg(row::text, ' '), '') as text from ${sql.table(table)} row`.execute(db)
    for (const secret of secrets) {
      assert.ok(!rows[0]?.text.includes(secret), table)
      assert.ok(!rows[0]?.text.includes(Buffer.from(secret).toString('hex')), table)
    }
  }
})

const removed = async (call: ReturnType<typeof asBearer>, body: object) => call.deleteWith('/me/second-factor', body)
