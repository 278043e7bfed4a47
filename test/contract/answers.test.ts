import assert from 'node:assert/strict'
import { test } from 'node:test'
import { house } from '../house.ts'

const { as, app, tokens } = await house()
const admin = as('admin')
const season = { code: 'WINTER', name: '冬季', starts_on: '2027-12-01', ends_on: '2028-02-29' }

test('every success has the same envelope: a record, a list, an option list, a removal', async () => {
  const made = await admin.post('/seasons', season)
  assert.deepEqual([made.status, Object.keys(made.body), made.body.success], [201, ['success', 'data'], true])
  assert.equal(made.headers.location, `/api/seasons/${made.data.id}`)
  assert.equal(made.headers['content-type'], 'application/json; charset=utf-8')
  const there = await admin.get(made.headers.location ?? '')
  assert.deepEqual(there.data, made.data)
  const list = await admin.get('/seasons')
  assert.deepEqual(list.body, {
    success: true,
    data: [made.data],
    meta: { current_page: 1, per_page: 15, total: 1, last_page: 1, from: 1, to: 1 },
  })
  const options = await admin.get('/seasons/list/options')
  assert.deepEqual([Object.keys(options.body), options.data.length], [['success', 'data', 'meta'], 1])
  const removed = await admin.delete(`/seasons/${made.data.id}`)
  assert.deepEqual([removed.status, removed.body], [200, { success: true, data: null }])
})

const refusals = {
  'zh-TW': ['找不到', '沒有這筆資料，或您無權知道它是否存在。'],
  en: ['Not found', 'There is no such record, or you may not know of it.'],
}
for (const [language, [title, detail]] of Object.entries(refusals))
  test(`a refusal has problem+json and envelope members in one body, in ${language}`, async () => {
    const refused = await admin.get('/seasons/1', { 'accept-language': language, 'x-request-id': 'desk-7_A' })
    assert.deepEqual(refused.body, {
      success: false,
      type: '/api/problems/not_found',
      title,
      status: 404,
      detail,
      code: 'not_found',
      message: detail,
      request_id: 'desk-7_A',
    })
    assert.deepEqual(
      [refused.status, refused.headers['content-type'], refused.headers['x-request-id']],
      [404, 'application/problem+json; charset=utf-8', 'desk-7_A'],
    )
    assert.equal(refused.headers['cache-control'], 'no-store')
  })

test('the URL in the type of a refusal describes that refusal', async () => {
  const told = await as().get('/api/problems/not_found')
  assert.deepEqual(told.data, {
    code: 'not_found',
    status: 404,
    title: 'Not found',
    detail: 'There is no such record, or you may not know of it.',
  })
  assert.equal((await as().get('/api/problems/no_such_code')).status, 404)
})

const languages: [header: string | undefined, title: string][] = [
  [undefined, '找不到'],
  ['', '找不到'],
  ['en', 'Not found'],
  ['en-GB,en;q=0.9', 'Not found'],
  ['zh-CN', '找不到'],
  ['fr, de;q=0.9', '找不到'],
  ['fr, en;q=0.2, zh;q=0.1', 'Not found'],
  ['en;q=0.3, zh-TW;q=0.8', '找不到'],
  ['en;q=0', '找不到'],
  ['zh-TW;q=0, en;q=0.5', 'Not found'],
  [';;q=x,,', '找不到'],
]
for (const [header, title] of languages)
  test(`Accept-Language ${JSON.stringify(header)} is answered with ${title}`, async () => {
    const headers = { ...(header !== undefined && { 'accept-language': header }) }
    const { body } = await app.inject({ url: '/api/nothing-here', headers })
    assert.equal(JSON.parse(body).title, title)
  })

test('every answer has a request id; a given id is taken over only if it is plain', async () => {
  const own = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  const urls = ['/api/seasons', '/api/nothing-here', '/healthz', '/api/%zz', `/api/seasons/${'9'.repeat(300)}`]
  for (const url of urls) assert.match(String((await app.inject({ url })).headers['x-request-id']), own, url)
  for (const given of ['a b', 'x'.repeat(65), "1'; drop table users", '<b>', ''])
    assert.match(String((await as().get('/seasons', { 'x-request-id': given })).headers['x-request-id']), own, given)
})

test('a request that reaches no route is refused in the same format', async () => {
  const headers = { 'accept-language': 'en', 'x-request-id': 'r1' }
  for (const url of ['/api/%zz', '/api/seasons/%E0%A4%A', '/%']) {
    const refused = await app.inject({ url, headers })
    assert.deepEqual(
      [refused.statusCode, refused.headers['content-type'], JSON.parse(refused.body).code],
      [400, 'application/problem+json; charset=utf-8', 'bad_request'],
      url,
    )
    assert.deepEqual([JSON.parse(refused.body).title, refused.headers['x-request-id']], ['Bad request', 'r1'])
  }
})

test('401 names the scheme, and is the same without a token, with a wrong one and with one in the URL', async () => {
  const attempts = [
    as().get('/me'),
    as().get('/me', { authorization: `Bearer gdn_${'a'.repeat(43)}` }),
    as().get('/me', { authorization: 'Bearer short' }),
    as().get('/me', { authorization: `Basic ${tokens.admin}` }),
    as().get('/me', { authorization: `Bearer ${tokens.admin} x` }),
    as().get('/me', { cookie: `token=${tokens.admin}` }),
  ]
  for (const { status, body, headers } of await Promise.all(attempts))
    assert.deepEqual([status, body.code, headers['www-authenticate']], [401, 'unauthenticated', 'Bearer'])
  for (const name of ['token', 'access_token', 'api_token'])
    assert.equal((await as().get(`/me?${name}=${tokens.admin}`)).status, 401)
})

test('403 lists the roles that may use the route', async () => {
  const refused = await as('customer').post('/seasons', season)
  assert.deepEqual([refused.status, refused.body.code, refused.body.roles], [403, 'forbidden', ['department', 'admin']])
  assert.equal(
    refused.body.detail,
    'Only these roles may: Department, Administrator. Ask a colleague who has one of them.',
  )
})

test('personal answers may not be cached', async () => {
  for (const url of ['/me', '/me/sessions', '/seasons', '/seasons/list/options', '/users'])
    assert.equal((await admin.get(url)).headers['cache-control'], 'no-store', url)
})

test('HEAD is GET without a body, and a trailing slash is ignored', async () => {
  const headers = { authorization: `Bearer ${tokens.admin}` }
  const get = await app.inject({ method: 'GET', url: '/api/me', headers })
  const head = await app.inject({ method: 'HEAD', url: '/api/me', headers })
  const slash = await app.inject({ method: 'GET', url: '/api/me/', headers })
  assert.deepEqual([head.statusCode, head.body, head.headers.etag], [200, '', get.headers.etag])
  assert.equal(head.headers['content-length'], get.headers['content-length'])
  assert.deepEqual([slash.statusCode, slash.body], [200, get.body])
  const unseen = await app.inject({ method: 'HEAD', url: '/api/me' })
  assert.deepEqual([unseen.statusCode, unseen.body], [401, ''])
  const made = await admin.post('/seasons/', season)
  assert.equal(made.headers.location, `/api/seasons/${made.data.id}`)
})
