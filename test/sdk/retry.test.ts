import assert from 'node:assert/strict'
import { getEventListeners, once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { connect } from '../../sdk/src/index.ts'
import { pause } from '../../sdk/src/pause.ts'

// A service that answers the first requests with 503.
let asked = 0
let sent = ''
let busy = 0
let retryAfter = '0'
const server = createServer(async (request, response) => {
  asked += 1
  sent = await text(request)
  if (asked > busy) return response.end('{"success":true,"data":"done"}')
  response.writeHead(503, { 'retry-after': retryAfter })
  return response.end('{"code":"unavailable"}')
}).listen(0, '127.0.0.1')
after(() => server.close())
await once(server, 'listening')
const address = server.address()
assert.ok(typeof address === 'object' && address)
const guidon = connect({ url: `http://127.0.0.1:${address.port}` })

const given = (times: number, after = '0') => {
  asked = 0
  busy = times
  retryAfter = after
}

test('a read that a busy service refuses is repeated, twice at most', async () => {
  given(2)
  assert.equal(await guidon.data('GET', '/api/me'), 'done')
  assert.equal(asked, 3)
  given(3)
  await assert.rejects(guidon.data('GET', '/api/me'), { status: 503, code: 'unavailable' })
  assert.equal(asked, 3)
})

test('a write is not repeated, nor a read with a long Retry-After', async () => {
  given(1)
  await assert.rejects(guidon.data('POST', '/api/seasons'), { status: 503 })
  assert.equal(asked, 1)
  given(1, '60')
  await assert.rejects(guidon.data('GET', '/api/me'), { status: 503 })
  assert.equal(asked, 1)
})

test('a value that is not a number is sent as text and refused, not sent as null', async () => {
  given(0)
  await guidon.data('POST', '/api/seasons', {}, { body: { capacity: Number('４0 人'), seats: [1, null] } })
  assert.equal(sent, '{"capacity":"NaN","seats":[1,null]}')
})

test('a pause ends at once when its signal is aborted, and leaves no listener on the signal', async () => {
  await pause(60_000, AbortSignal.abort())
  const { signal } = new AbortController()
  await pause(1, signal)
  assert.deepEqual(getEventListeners(signal, 'abort'), [])
})
