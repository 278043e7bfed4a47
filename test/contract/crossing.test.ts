import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedHouse } from '../house.ts'

const { app, tokens } = await sharedHouse()
const ours = 'https://office.example'
const ask = (method: string, url: string, headers: Record<string, string>) =>
  app.inject({ method: method as 'GET', url, headers })

test('a browser on an allowed origin may use every method and the needed headers', async () => {
  const wanted = 'authorization,content-type,if-match,idempotency-key'
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await ask('OPTIONS', '/api/seasons/1', {
      origin: ours,
      'access-control-request-method': method,
      'access-control-request-headers': wanted,
    })
    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    assert.equal(answer.headers['access-control-allow-origin'], ours)
    assert.ok(String(answer.headers['access-control-allow-methods']).split(', ').includes(method), method)
    assert.equal(answer.headers['access-control-allow-headers'], wanted)
    assert.ok(answer.headers['x-request-id'])
  }
})

test('a browser on an allowed origin may read the exposed headers, also of refusals', async () => {
  for (const authorization of [`Bearer ${tokens.admin}`, 'Bearer none']) {
    const { headers } = await ask('GET', '/api/me', { origin: ours, authorization })
    assert.equal(headers['access-control-allow-origin'], ours)
    assert.match(String(headers.vary), /\bOrigin\b/)
    for (const name of ['ETag', 'Location', 'Retry-After', 'X-Request-Id', 'Idempotency-Replayed'])
      assert.ok(String(headers['access-control-expose-headers']).split(', ').includes(name), name)
    assert.equal(headers['access-control-allow-credentials'], undefined)
  }
})

test('a browser on another origin gets no CORS headers', async () => {
  for (const origin of [
    'https://evil.example',
    'https://office.example.evil.example',
    'http://office.example',
    'null',
  ]) {
    const preflight = await ask('OPTIONS', '/api/me', { origin, 'access-control-request-method': 'GET' })
    const answer = await ask('GET', '/api/me', { origin, authorization: `Bearer ${tokens.admin}` })
    for (const { headers } of [preflight, answer])
      assert.equal(headers['access-control-allow-origin'], undefined, origin)
  }
})

test('OPTIONS without an Origin is answered, and does not reveal which paths exist', async () => {
  assert.equal((await ask('OPTIONS', '/api/me', {})).statusCode, 204)
  assert.equal((await ask('GET', '/api/nothing-here', {})).statusCode, 404)
})
