import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schema } from '../../src/kit/http/openapi/schema.ts'
import { house } from '../house.ts'
import { sources } from '../sources.ts'

const { as, app, tokens } = await house()
const admin = as('admin')
const season = { code: 'SPRING', name: '春季', starts_on: '2027-03-01', ends_on: '2027-05-31' }
const { data: spring, headers: first } = await admin.post('/seasons', season)
const address = `/seasons/${spring.id}`

test('a record carries its version as ETag when created, read and changed', async () => {
  assert.equal(first.etag, '"1"')
  assert.equal((await admin.get(address)).headers.etag, '"1"')
  const changed = await admin.put(address, { name_en: 'Spring' })
  assert.deepEqual([changed.headers.etag, changed.data.version], ['"2"', 2])
})

const known: [header: string, status: number][] = [
  ['"2"', 304],
  ['W/"2"', 304],
  ['"1", "2"', 304],
  ['"x",W/"2" , "y"', 304],
  ['*', 304],
  ['"1"', 200],
  ['2', 200],
  ['"22"', 200],
  ['', 200],
]
for (const [header, status] of known)
  test(`If-None-Match ${header} is answered with ${status}`, async () => {
    const answer = await admin.get(address, { 'if-none-match': header })
    assert.deepEqual([answer.status, answer.headers.etag], [status, '"2"'])
    if (status === 304) assert.equal(answer.body, '')
    const headers = { authorization: `Bearer ${tokens.admin}`, 'if-none-match': header }
    assert.equal((await app.inject({ method: 'HEAD', url: `/api${address}`, headers })).statusCode, status)
  })

test('a caller without access gets no 304', async () => {
  assert.equal((await as().get(address, { 'if-none-match': '*' })).status, 401)
  assert.equal((await admin.get('/seasons/999', { 'if-none-match': '*' })).status, 404)
})

const stale = ['"1"', 'W/"1"', '"3"', '"1", "3"', '"abc"', 'nonsense', '', '""', '"2', '"99999999999999999999"']
for (const header of stale)
  test(`If-Match ${header} is stale: nothing is changed or removed`, async () => {
    for (const answer of [
      await admin.put(address, { name: 'stale' }, { 'if-match': header }),
      await admin.patch(address, { name: 'stale' }, { 'if-match': header }),
      await admin.delete(address, { 'if-match': header }),
    ])
      assert.deepEqual([answer.status, answer.body.code, answer.body.version], [412, 'stale', 2], header)
    assert.equal((await admin.get(address)).data.name, '春季')
  })

test('If-Match accepts the current version: alone, as a weak tag, in a list, or as *', async () => {
  let version = 2
  for (const header of ['"2"', 'W/"3"', '"1", "4"', '*', '6']) {
    const changed = await admin.put(address, { sort_order: version }, { 'if-match': header })
    assert.deepEqual([changed.status, changed.data.version], [200, version + 1], header)
    version += 1
  }
  assert.equal((await admin.put('/seasons/999', { name: 'x' }, { 'if-match': '"1"' })).status, 404)
})

test('of ten clients that change the same version one succeeds', async () => {
  const { headers } = await admin.get(address)
  const changes = Array.from({ length: 10 }, (_, n) =>
    admin.put(address, { name: `第 ${n}` }, { 'if-match': headers.etag ?? '' }),
  )
  const statuses = (await Promise.all(changes)).map(({ status }) => status).sort()
  assert.deepEqual(statuses, [200, ...Array(9).fill(412)])
})

test('an account has a version too: its owner and an administrator do not overwrite each other', async () => {
  const { headers } = await as('sales').get('/me')
  assert.equal(
    (await as('sales').put('/me', { phone: '+886 912 345 678' }, { 'if-match': headers.etag ?? '' })).status,
    200,
  )
  assert.equal((await as('sales').put('/me', { phone: null }, { 'if-match': headers.etag ?? '' })).status, 412)
})

test('lists and option lists carry an ETag of their content', async () => {
  for (const url of ['/seasons', '/seasons/list/options', '/seasons?sort=name&cursor=']) {
    const before = await admin.get(url)
    const tag = before.headers.etag ?? ''
    assert.match(tag, /^"[\w-]{27}"$/, url)
    const again = await admin.get(url, { 'if-none-match': tag })
    assert.deepEqual([again.status, again.body, again.headers.etag], [304, '', tag])
    await admin.put(address, { name: `改名 ${url}` })
    assert.equal((await admin.get(url, { 'if-none-match': tag })).status, 200)
  }
})

test('every write that answers a changed record checks If-Match', () => {
  const hasVersion = ({ properties = {}, anyOf = [] }: Schema): boolean =>
    !!properties.version || [...anyOf, ...(properties.data ? [properties.data] : [])].some(hasVersion)
  const changed = app.catalogue.filter(
    ({ methods, path, returns }) =>
      !methods.includes('GET') &&
      path.includes('{id}') &&
      hasVersion(returns.schema) &&
      (returns.status === '200' || path.endsWith('/file')),
  )
  const careless = changed.filter(({ path, refuses }) => !refuses.includes('stale') && !untagged.includes(path))
  assert.deepEqual(
    careless.map(({ methods, path }) => `${methods} ${path}`),
    [],
  )
  assert.ok(changed.length > 70, `${changed.length} routes`)
})

/** This answer has no ETag, because it is for the page of a mailed link. */
const untagged = ['/api/trip-registrations/{token}/documents/{id}/file']

/** This route changes several records, so its body contains the version of each. */
const versionsInBody = ['src/modules/planned-trips/copy-rooms.ts']

test('a route that declares a refusal of stale changes compares the version', () => {
  const declared = sources
    .filter(({ path }) => path.startsWith('src/modules'))
    .flatMap(({ path, text }) => text.split(/(?=\bon\.\w+\(|^const )/m).map((route) => ({ path, route })))
    .filter(({ route }) => /^on\.\w+\([\s\S]*?refuses: \[[^\]]*'stale'/.test(route))
  const careless = declared.filter(({ path, route }) => !route.includes('expected') && !versionsInBody.includes(path))
  assert.deepEqual(careless, [])
  assert.ok(declared.length > 40, `${declared.length} routes`)
})
