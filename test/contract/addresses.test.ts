import assert from 'node:assert/strict'
import { test } from 'node:test'
import { house } from '../house.ts'

const { as, app, tokens } = await house()
const admin = as('admin')
const season = { code: 'SPRING', name: '春季', starts_on: '2027-03-01', ends_on: '2027-05-31' }
const { data: spring } = await admin.post('/seasons', season)

const raw = async (method: string, url: string, headers: Record<string, string> = {}) => {
  const always = { authorization: `Bearer ${tokens.admin}`, 'accept-language': 'en' }
  const answer = await app.inject({ method: method as 'GET', url, headers: { ...always, ...headers } })
  const isJson = /json/.test(String(answer.headers['content-type'])) && answer.body
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : answer.body }
}

const noIds = [
  '0',
  '-1',
  '2147483648',
  '99999999999999999999',
  'abc',
  '1abc',
  '1.0',
  '1e0',
  '0x1',
  '+1',
  '01',
  '%201',
  '1%20',
  '1%00',
  "1'",
  '1;2',
  'null',
  'undefined',
  'NaN',
  '%E5%96%AE',
  '..%2fusers',
  '1%2f2',
  encodeURI('❤'),
]
for (const id of noIds)
  test(`the id ${id} matches no record with any method`, async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await raw(method, `/api/seasons/${id}`)
      assert.deepEqual([status, body.code], [404, 'not_found'], method)
    }
    assert.equal((await admin.put(`/seasons/${id}`, { name: 'x' })).status, 404)
  })

test('reading, changing or removing a missing record answers 404', async () => {
  for (const answer of [
    admin.get('/seasons/999'),
    admin.put('/seasons/999', { name: 'x' }),
    admin.delete('/seasons/999'),
  ])
    assert.equal((await answer).body.code, 'not_found')
})

test('percent-encoded paths match the same routes and the same access checks', async () => {
  const { status, body } = await raw('GET', `/api/%73easons/%3${spring.id}`)
  assert.deepEqual([status, body.data], [200, spring])
  assert.equal((await app.inject({ url: '/api/%75sers' })).statusCode, 401, 'and is guarded the same')
  assert.equal((await app.inject({ url: '/api/%6de' })).statusCode, 401)
})

test('paths are exact: case matters, and doubled slashes do not match', async () => {
  for (const url of ['/api/Seasons', '/API/seasons', '//api/seasons', '/api//seasons', '/api/seasons.json'])
    assert.equal((await raw('GET', url)).status, 404, url)
})

test('a fixed path segment is never taken for an id', async () => {
  assert.equal((await raw('GET', '/api/seasons/list/options')).status, 200)
  assert.equal((await raw('GET', '/api/seasons/list')).status, 404)
})

const methods: [method: string, url: string, allow: string][] = [
  ['DELETE', '/api/seasons', 'GET, HEAD, POST'],
  ['PUT', '/api/seasons', 'GET, HEAD, POST'],
  ['POST', `/api/seasons/${spring.id}`, 'DELETE, GET, HEAD, PATCH, PUT'],
  ['GET', '/api/login', 'POST'],
  ['POST', '/healthz', 'GET, HEAD'],
  ['TRACE', '/api/me', 'GET, HEAD, PATCH, PUT'],
  ['PROPFIND', '/api/me', 'GET, HEAD, PATCH, PUT'],
]
for (const [method, url, allow] of methods)
  test(`${method} ${url} answers 405 and lists the allowed methods`, async () => {
    const refused = await raw(method, url)
    assert.deepEqual([refused.status, refused.body.code, refused.headers.allow], [405, 'method_not_allowed', allow])
    assert.equal(refused.body.detail, `This address takes: ${allow}.`)
  })

test('an unknown path answers 404 for every method, signed in or not', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
    for (const headers of [undefined, { authorization: '' }])
      assert.equal((await raw(method, '/api/nothing-here', headers)).status, 404, method)
})

const accepts: [accept: string, status: number][] = [
  ['*/*', 200],
  ['', 200],
  ['application/json', 200],
  ['application/problem+json', 200],
  ['application/*;q=0.5', 200],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 200],
  ['application/xml', 406],
  ['audio/mpeg, video/mp4', 406],
]
for (const [accept, status] of accepts)
  test(`Accept ${accept} is answered with ${status}`, async () => {
    const answer = await raw('GET', '/api/seasons', { accept })
    assert.equal(answer.status, status)
    if (status === 406) assert.equal(answer.body.code, 'not_acceptable')
  })

const queries: [query: string, field: string, sentence: string][] = [
  ['pages=2', 'pages', 'There is no such field here; check the spelling.'],
  ['filter[level]=peak', 'filter[level]', 'There is no such field here; check the spelling.'],
  ['__proto__=1', '__proto__', 'There is no such field here; check the spelling.'],
  ['constructor=1', 'constructor', 'There is no such field here; check the spelling.'],
  ['toString=1', 'toString', 'There is no such field here; check the spelling.'],
  ['page=1&page=2', 'page', 'Must be a whole number.'],
  ['q=a&q=b', 'q', 'Must be text.'],
  ['is_active=true&is_active=false', 'is_active', 'Must be yes or no (true or false).'],
  ['page=0', 'page', 'Not below 1.'],
  ['page=-1', 'page', 'Not below 1.'],
  ['page=', 'page', 'Must be a whole number.'],
  ['page=1.5', 'page', 'Must be a whole number.'],
  ['page=0x1', 'page', 'Must be a whole number.'],
  ['page=1e0', 'page', 'Must be a whole number.'],
  ['page=%201', 'page', 'Must be a whole number.'],
  ['page=2147483648', 'page', 'Not above 2147483647.'],
  ['per_page=101', 'per_page', 'Not above 100.'],
  ['per_page=0', 'per_page', 'Not below 1.'],
  ['is_active=1', 'is_active', 'Must be yes or no (true or false).'],
  ['is_active=', 'is_active', 'Must be yes or no (true or false).'],
  ['level=PEAK', 'level', 'Must be one of: low, shoulder, high, peak.'],
  ['level=', 'level', 'Must be one of: low, shoulder, high, peak.'],
  ['from=2027-02-30', 'from', 'Must be a real date, YYYY-MM-DD.'],
  ['updated_since=yesterday', 'updated_since', 'An ISO 8601 instant such as 2027-01-28T19:30:00+08:00.'],
  ['q=%00', 'q', 'No control characters.'],
  [`q=${'x'.repeat(101)}`, 'q', 'At most 100 characters.'],
]
for (const [query, field, sentence] of queries)
  test(`the query ${query.slice(0, 30)} is refused at ${field}`, async () => {
    const refused = await raw('GET', `/api/seasons?${query}`)
    assert.deepEqual([refused.status, refused.body.errors], [422, { [field]: [sentence] }])
  })

test('a route without query parameters refuses any, on reads and on writes', async () => {
  assert.deepEqual((await raw('GET', '/api/me?verbose=1')).body.errors, {
    verbose: ['There is no such field here; check the spelling.'],
  })
  assert.equal((await admin.put(`/seasons/${spring.id}?notify=1`, { name: 'x' })).status, 422)
  assert.equal((await admin.delete(`/seasons/${spring.id}?force=true`)).status, 422)
  assert.deepEqual((await admin.get(`/seasons/${spring.id}`)).data, spring)
})
