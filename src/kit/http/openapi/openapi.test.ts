import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { sharedHouse } from '../../../../test/house.ts'
import { about } from '../../../about.ts'
import { documentOf } from './document.ts'

const { app, as } = await sharedHouse()
const document = (await as().get('/openapi.json')).body

type Operation = {
  operationId: string
  description: string
  security: object[]
  'x-roles': string[]
  'x-alias-of'?: string
  parameters: { name?: string; $ref?: string }[]
  responses: Record<string, { $ref?: string }>
}
const paths: Record<string, Record<string, Operation>> = document.paths
const operations = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
  ),
)
const named = (name: string) => operations.get(name) ?? assert.fail(`no ${name}`)
const lastOf = ($ref = '') => $ref.split('/').at(-1) ?? ''
const refusedBy = (name: string) =>
  Object.fromEntries(
    Object.entries(named(name).responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, { $ref }]) => [status, lastOf($ref)]),
  )
const parametersOf = (name: string) => named(name).parameters.map(({ name, $ref }) => name ?? lastOf($ref))

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors = [] } = await new Validator().validate(structuredClone(document))
  assert.deepEqual(errors, [])
  assert.equal(valid, true)
  assert.equal(document.openapi, '3.1.0')
  assert.deepEqual([document.info.title, document.info.version, document.servers], ['Guidon', '1.0.0', [{ url: '/' }]])
})

test('every route is in the document with a unique operation id, except the reference itself', () => {
  const shown = app.catalogue
    .filter(({ summary }) => summary !== undefined)
    .flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`))
  assert.ok(shown.includes('PATCH /api/seasons/{id}'))
  assert.deepEqual([...operations.keys()].sort(), shown.sort())
  const ids = [...operations.values()].map(({ operationId }) => operationId)
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(
    [...operations.keys()].filter((name) => /^(HEAD|OPTIONS) | \/(api\/)?(docs|llms|openapi)/.test(name)),
    [],
  )
})

test('operations have short names that a person would choose', () => {
  const nameOf = (operation: string) => named(operation).operationId
  const chosen = {
    'GET /api/bookings': 'listBookings',
    'GET /api/bookings/{id}': 'getBooking',
    'POST /api/bookings/{id}/payments': 'createBookingPayment',
    'PUT /api/planned-trips/{id}': 'updatePlannedTrip',
    'PATCH /api/planned-trips/{id}': 'updatePlannedTripByPatch',
    'DELETE /api/seasons/{id}': 'deleteSeason',
    'POST /api/bookings/{id}/confirm-contact': 'confirmBookingContact',
    'GET /api/airlines/list/options': 'listAirlineOptions',
    'GET /api/me/sessions': 'listMySessions',
    'POST /api/addon-requests/{id}/communications/department-final': 'takeDepartmentFinal',
  }
  for (const [operation, name] of Object.entries(chosen)) assert.equal(nameOf(operation), name)
  for (const { operationId } of operations.values())
    assert.match(operationId, /^(?=.{3,45}$)[a-z]+([A-Z][a-z]*)*$/, operationId)
  assert.equal(named('PATCH /api/seasons/{id}')['x-alias-of'], 'updateSeason')
})

test('every tag has a name in both languages', () => {
  const tags: { name: string; description: string }[] = document.tags
  assert.deepEqual(
    tags.filter(({ name, description }) => description === `${name} ${name}`),
    [],
    'give it a name in src/about.ts',
  )
  assert.equal(tags.find(({ name }) => name === 'seasons')?.description, '季節 Seasons')
})

test('roles, bodies and refusals are derived from the route', () => {
  const change = named('PUT /api/seasons/{id}')
  assert.deepEqual([change.operationId, change['x-roles']], ['updateSeason', ['department', 'admin']])
  assert.match(change.description, /department, admin/)
  assert.deepEqual(change.security, [{ bearer: [] }, { cookie: [] }])
  assert.deepEqual(parametersOf('PUT /api/seasons/{id}'), [
    'id',
    'Idempotency-Key',
    'If-Match',
    'Accept-Language',
    'X-Request-Id',
  ])
  assert.deepEqual(refusedBy('PUT /api/seasons/{id}'), {
    400: 'malformed_json_or_bad_request',
    401: 'unauthenticated_or_token_expired',
    403: 'forbidden_or_second_factor_required',
    404: 'not_found',
    406: 'not_acceptable',
    409: 'duplicate_or_idempotency_in_progress',
    412: 'stale',
    413: 'too_large',
    415: 'unsupported_media_type',
    422: 'invalid_input_or_idempotency_mismatch',
    429: 'too_many_requests',
    500: 'internal',
    503: 'unavailable',
  })
  assert.ok(parametersOf('DELETE /api/seasons/{id}').includes('Idempotency-Key'))
  assert.equal(refusedBy('DELETE /api/seasons/{id}')[422], 'invalid_input_or_idempotency_mismatch')
  const alias = named('PATCH /api/seasons/{id}')
  assert.equal(alias.operationId, 'updateSeasonByPatch')
  assert.match(alias.description, /alias of PUT/)
})

test('forms and file answers are described like bodies', () => {
  const { requestBody, responses }: { requestBody: Content; responses: Record<string, Content> } =
    document.paths['/api/attachments'].post
  assert.deepEqual(Object.keys(requestBody.content), ['multipart/form-data'])
  assert.ok(responses[415])
  const { 200: list } = document.paths['/api/planned-trips/{id}/name-list'].get.responses
  assert.deepEqual(Object.keys(list.content), ['application/json'])
  assert.deepEqual(Object.keys(list['x-files']), [
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/pdf',
  ])
})
type Content = { content: object }

test('a public route needs no sign-in and has no refusals by role', () => {
  const { security, 'x-roles': roles } = named('GET /api/problems/{code}')
  assert.deepEqual([security, roles], [[], ['public']])
  assert.deepEqual(parametersOf('GET /api/problems/{code}'), [
    'code',
    'If-None-Match',
    'Accept-Language',
    'X-Request-Id',
  ])
  assert.deepEqual(refusedBy('GET /api/problems/{code}'), {
    400: 'bad_request',
    404: 'not_found',
    406: 'not_acceptable',
    413: 'too_large',
    422: 'invalid_input',
    429: 'too_many_requests',
    500: 'internal',
    503: 'unavailable',
  })
})

test('example refusals equal real ones, in Chinese', () => {
  const { content } = document.components.responses.not_found
  assert.deepEqual(content['application/problem+json'].examples.not_found.value, {
    success: false,
    type: '/api/problems/not_found',
    title: '找不到',
    status: 404,
    detail: '沒有這筆資料，或您無權知道它是否存在。',
    code: 'not_found',
    message: '沒有這筆資料，或您無權知道它是否存在。',
    request_id: '7d0f6c1e-2b1a-4f0e-9a55-0c1d2e3f4a5b',
  })
})

test('the document contains no internal keywords', () => {
  const text = JSON.stringify(document)
  assert.doesNotMatch(text, /"takes":|"format":"(day|line|text|query|mail|link|currency|timezone)"/)
  const { starts_on } = document.components.schemas.Season.properties
  assert.deepEqual(starts_on, { type: 'string', format: 'date', examples: ['2027-01-28'] })
})

test('a moment in a query is declared as it is accepted: an instant, or a day alone', async () => {
  const parameter = (name: string) => {
    const all: { name: string }[] = Object.values(document.components.parameters ?? {})
    return [...all, ...(named('GET /api/bookings').parameters as { name: string }[])].find((one) => one.name === name)
  }
  const either = {
    anyOf: [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date' },
    ],
  }
  assert.deepEqual(parameter('created_to'), {
    name: 'created_to',
    in: 'query',
    required: false,
    description:
      '時間點；沒有時差則以服務的時區計。An instant; without an offset it is in the time zone of the service. 只給日期時，指當天的結束。A day alone means its end. `2027-01-28T11:30:00Z`',
    schema: either,
  })
  for (const given of ['2026-01-01', '2026-01-01T08:00:00Z'])
    assert.equal((await as('admin').get(`/bookings?created_to=${given}`)).status, 200, given)
})

test('other requests are served while the document is built', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const { tags } = await documentOf(about, app.catalogue)
  clearImmediate(counting)
  assert.ok(turns >= tags.length, `${turns} turns of the event loop for ${tags.length} chapters`)
})

test('the document is the same until the service changes', async () => {
  const first = await as().get('/openapi.json')
  assert.match(String(first.headers.etag), /^W\/"[\w-]+"$/)
  const again = await as().get('/openapi.json', { 'if-none-match': String(first.headers.etag) })
  assert.deepEqual([again.status, again.body], [304, ''])
  const packed = await app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip, br' } })
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.deepEqual(JSON.parse(gunzipSync(packed.rawPayload).toString()), first.body)
})

test('the guide has one line for each route', async () => {
  const { status, headers, body } = await as().get('//llms.txt')
  assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8'])
  assert.match(body, /^# Guidon 1\.0\.0\n/)
  assert.match(body, /\/api\/openapi\.json/)
  assert.ok(body.includes('- PUT/PATCH /api/seasons/{id}: Change any of its fields: season (department, admin)\n'))
  assert.equal(
    body.match(/^- [A-Z/]+ \//gm).length,
    app.catalogue.filter(({ summary }) => summary !== undefined).length,
  )
})
