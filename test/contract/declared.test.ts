import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inBatches } from '../batches.ts'
import { house } from '../house.ts'

const { app, as, tokens } = await house()
const { paths, components } = (await as().get('/openapi.json')).body
type Responses = Record<string, { $ref?: string }>

/** The codes that the document declares for a status of an operation. */
const declared = (responses: Responses, status: number): string[] => {
  const name = responses[status]?.$ref?.split('/').at(-1) ?? ''
  const content = components.responses[name]?.content['application/problem+json']
  return content?.schema.allOf[1].properties.code.enum ?? []
}

const operations = Object.entries<Record<string, { responses: Responses }>>(paths).flatMap(([address, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({ address, method, responses })),
)

const json = { 'content-type': 'application/json' }
const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
type Sent = { path?: (path: string) => string; headers?: Record<string, string>; payload?: Buffer | string }

/** Requests that are malformed for every route. */
const malformed: Record<string, Sent> = {
  'half an object': { headers: json, payload: '{"name": ' },
  'an empty body': { headers: json, payload: '' },
  'bytes that are no UTF-8': { headers: json, payload: Buffer.from([0x22, 0xff, 0x22]) },
  'a body that is too long': { headers: json, payload: `{"name": "${'x'.repeat(1_100_000)}"}` },
  'another media type': { headers: { 'content-type': 'text/plain' }, payload: 'name' },
  'no media type': { headers: {}, payload: 'name' },
  'a form that is cut off': { headers: multipart, payload: '--x\r\ncontent-disposition: form-data; name="a' },
  'a form without an end': { headers: multipart, payload: 'name' },
  'JSON of the wrong kind': { headers: json, payload: '[1]' },
  'an unknown query key': { path: (path) => `${path}?nobody_knows=1` },
  'a broken escape in the path': { path: (path) => path.replace(/\{\w+\}/, '%ZZ') },
  'a word for an id': { path: (path) => path.replace(/\{\w+\}/, 'one') },
  'a very long id': { path: (path) => path.replace(/\{\w+\}/, '9'.repeat(300)) },
  'an unknown format': { headers: { accept: 'image/gif' } },
  'a key that is none': { headers: { 'idempotency-key': 'two words' } },
  'a version that is none': { headers: { 'if-match': 'three' } },
}
const noId = (path: string) => path.replace(/\{\w+\}/g, '2000000000')

for (const [what, { path = noId, headers = {}, payload }] of Object.entries(malformed))
  test(`every refusal of ${what} is declared by its operation`, async () => {
    const undeclared: string[] = []
    let refused = 0
    await inBatches(operations, async ({ address, method, responses }) => {
      // LINE is answered without a body.
      if (/stream|log(in|out)|line\/events/.test(address) || (method === 'get' && payload !== undefined)) return
      const { statusCode, body } = await app.inject({
        method: method.toUpperCase() as 'GET',
        url: noId(path(address)),
        headers: { authorization: `Bearer ${tokens.admin}`, ...headers },
        ...(payload !== undefined && { payload }),
      })
      if (statusCode < 400) return
      refused += 1
      const { code } = JSON.parse(body)
      if (!declared(responses, statusCode).includes(code))
        undeclared.push(`${method} ${address}: ${statusCode} ${code}`)
    })
    assert.deepEqual(undeclared, [])
    assert.ok(refused > 10, `${refused} were refused`)
  })
