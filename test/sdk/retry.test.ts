import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { connect } from '../../sdk/src/index.ts'

// A service that is busy for the first requests.
let asked = 0
let busy = 0
let retryAfter = '0'
const server = createServer((_request, response) => {
  asked += 1
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

test('a read that a busy service puts off is asked again, twice at most', async () => {
  given(2)
  assert.equal(await guidon.data('GET', '/api/me'), 'done')
  assert.equal(asked, 3)
  given(3)
  await assert.rejects(guidon.data('GET', '/api/me'), { status: 503, code: 'unavailable' })
  assert.equal(asked, 3)
})

test('a write is not repeated, nor a read that is put off for long', async () => {
  given(1)
  await assert.rejects(guidon.data('POST', '/api/seasons'), { status: 503 })
  assert.equal(asked, 1)
  given(1, '60')
  await assert.rejects(guidon.data('GET', '/api/me'), { status: 503 })
  assert.equal(asked, 1)
})
