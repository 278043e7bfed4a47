import assert from 'node:assert/strict'
import { test } from 'node:test'
import { house } from '../../../test/house.ts'
import { browserName } from './browser-sessions.ts'

const { as, another } = await house()
const behindTls = await another({ publicUrl: 'https://guidon.test' })
const password = 'correct horse battery'
const { data: account } = await as('admin').post('/users', {
  name: 'Cookie',
  email: 'cookie@office.example',
  role: 'sales',
  password,
})

const ownPage = { 'sec-fetch-site': 'same-origin' }
const given = { email: 'cookie@office.example', password }
const signIn = (headers: Record<string, string> = ownPage, house = { as }) =>
  house.as().post('/me/session', given, headers)
const cookieOf = ({ headers }: { headers: Record<string, string | undefined> }) =>
  String(headers['set-cookie']).split(';')[0] ?? ''

test('a browser signs in: the token is in an HttpOnly cookie and nowhere in the answer', async () => {
  const answer = await signIn({
    ...ownPage,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0 Safari/537.36',
  })
  assert.deepEqual([answer.status, answer.data.id, answer.data.email], [200, account.id, 'cookie@office.example'])
  const cookie = String(answer.headers['set-cookie'])
  assert.match(cookie, /^guidon=gdn_[\w-]{43}; Path=\/; Expires=\w{3}, [^;]+ GMT; HttpOnly; SameSite=Strict$/)
  assert.doesNotMatch(JSON.stringify(answer.body), /gdn_/)

  const mine = await as().get('/me/sessions', { ...ownPage, cookie: cookieOf(answer) })
  assert.deepEqual([mine.data[0].name, mine.data[0].is_current], ['Chrome, Linux', true])
})

test('over https the cookie is Secure and bound to the host, and a cookie with the other name is ignored', async () => {
  const answer = await signIn(ownPage, behindTls)
  assert.match(String(answer.headers['set-cookie']), /^__Host-guidon=gdn_.*; Secure$/)
  const cookie = cookieOf(answer)
  assert.equal((await behindTls.as().get('/me', { ...ownPage, cookie })).status, 200)
  const renamed = cookie.replace('__Host-', '')
  assert.equal((await behindTls.as().get('/me', { ...ownPage, cookie: renamed })).status, 401)
  const forwarded = await signIn({ ...ownPage, 'x-forwarded-proto': 'https' })
  assert.match(String(forwarded.headers['set-cookie']), /^__Host-guidon=/)
})

test('the cookie is accepted only if the browser says that the request comes from a page of this site', async () => {
  const cookie = cookieOf(await signIn())
  const read = (headers: Record<string, string>) => as().get('/me', { cookie, ...headers })
  const write = (headers: Record<string, string>) => as().put('/me', { locale: 'en' }, { cookie, ...headers })
  for (const ask of [read, write]) {
    assert.equal((await ask(ownPage)).status, 200)
    assert.equal((await ask({})).status, 401, 'a program, or an old browser')
    for (const site of ['none', 'same-site', 'cross-site'])
      assert.equal((await ask({ 'sec-fetch-site': site })).status, 401, site)
  }
})

test('with an Authorization header the cookie is ignored', async () => {
  const cookie = cookieOf(await signIn())
  for (const authorization of ['Bearer gdn_0000000000000000000000', 'Basic Y29va2ll'])
    assert.equal((await as().get('/me', { ...ownPage, cookie, authorization })).status, 401, authorization)
})

test('a sign-in from another site is refused before the password is checked', async () => {
  for (const site of ['none', 'same-site', 'cross-site', undefined]) {
    const { status, body, headers } = await signIn(site === undefined ? {} : { 'sec-fetch-site': site })
    assert.deepEqual([status, body.code, headers['set-cookie']], [403, 'forbidden', undefined], site)
    assert.match(body.detail, /use https/)
  }
})

test('a wrong password gets the refusal of the sign-in, and no cookie', async () => {
  const { status, body, headers } = await as().post('/me/session', { ...given, password: 'wrong' }, ownPage)
  assert.deepEqual([status, body.code, headers['set-cookie']], [401, 'invalid_credentials', undefined])
})

test('signing out ends the token and removes the cookie', async () => {
  const headers = { ...ownPage, cookie: cookieOf(await signIn()) }
  const answer = await as().delete('/me/session', headers)
  assert.deepEqual([answer.status, answer.body], [200, { success: true, data: null }])
  assert.match(
    String(answer.headers['set-cookie']),
    /^guidon=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict$/,
  )
  assert.equal((await as().get('/me', headers)).status, 401)
  assert.equal((await as().delete('/me/session', headers)).status, 401)
})

test('a session is named after its browser, not after those it claims to be compatible with', () => {
  const names = {
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0': 'Edge, Windows',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1': 'Safari, iPhone',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:148.0) Gecko/20100101 Firefox/148.0': 'Firefox, Mac',
    'curl/8.5': 'Browser',
  }
  for (const [userAgent, name] of Object.entries(names)) assert.equal(browserName(userAgent), name)
})
