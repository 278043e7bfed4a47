import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { house } from '../../../../test/house.ts'

const { app, tokens } = await house()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

test('the Location of a new record does not contain a host that the caller wrote into the request target', async () => {
  const body = JSON.stringify({ code: 'HOST', name: '測試季', starts_on: '2027-01-01', ends_on: '2027-01-31' })
  const headers = {
    authorization: `Bearer ${tokens.admin}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const asking = request({ port, host: '127.0.0.1', method: 'POST', path: 'http://evil.example/api/seasons', headers })
  asking.end(body)
  const [answer]: IncomingMessage[] = await once(asking, 'response')
  answer?.resume()
  assert.equal(answer?.statusCode, 201)
  assert.match(answer?.headers.location ?? '', /^\/api\/seasons\/\d+$/)
})
