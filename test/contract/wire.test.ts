import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { house } from '../house.ts'
import { until } from '../until.ts'

const { app, tokens } = await house()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const port = Number(new URL(address).port)

/** Sends raw bytes and returns everything received until the other side closes. */
const send = (text: string) =>
  new Promise<string>((done) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    socket.on('data', (piece) => {
      answer += piece
    })
    socket.on('close', () => done(answer)).on('error', () => done(answer))
    socket.write(text)
  })

const unreadable: [what: string, text: string, status: number, code: string][] = [
  ['another protocol', 'EHLO mail.example.com\r\n\r\n', 400, 'bad_request'],
  ['another version', 'GET /api/me HTTP/9.9\r\n\r\n', 400, 'bad_request'],
  [
    'two lengths',
    'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'bad_request',
  ],
  ['a NUL in a header', 'GET /api/me HTTP/1.1\r\nHost: x\r\nX-A: \0\r\n\r\n', 400, 'bad_request'],
  ['a header without end', `GET /api/me HTTP/1.1\r\nHost: x\r\nX-A: ${'y'.repeat(20_000)}\r\n\r\n`, 413, 'too_large'],
]
for (const [what, text, status, code] of unreadable)
  test(`${what} is refused in the usual format`, async () => {
    const [head = '', body = ''] = (await send(text)).split('\r\n\r\n')
    const lines = head.split('\r\n')
    const told = JSON.parse(body)
    assert.match(lines[0] ?? '', new RegExp(`^HTTP/1.1 ${status} `))
    assert.ok(lines.includes('Content-Type: application/problem+json; charset=utf-8'))
    assert.ok(lines.includes(`X-Request-Id: ${told.request_id}`))
    assert.deepEqual([told.success, told.status, told.code], [false, status, code])
  })

test('headers that do not arrive in time are refused; a connection that has sent nothing is closed without an answer', async () => {
  const { headersTimeout } = app.server
  assert.equal(headersTimeout, 10_000)
  const held: Socket[] = []
  const hold = (socket: Socket) => held.push(socket)
  app.server.on('connection', hold)
  const begun = 'GET /api/me HTTP/1.1\r\nHost: x\r\n'
  const both = Promise.all([send(begun), send('')])
  const received = () => held.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  await until(() => held.length === 2 && received() === begun.length, 'both are connected, and one has begun')
  app.server.off('connection', hold).headersTimeout = 100
  const [slow, unused] = await both
  app.server.headersTimeout = headersTimeout
  assert.match(slow, /^HTTP\/1.1 400 /)
  assert.equal(unused, '')
})

test('a malformed request does not affect other connections', async () => {
  const answer = await fetch(`${address}/api/me`, { headers: { authorization: `Bearer ${tokens.admin}` } })
  assert.equal(answer.status, 200)
})

test('content-length counts bytes, in any script', async () => {
  const headers = { authorization: `Bearer ${tokens.admin}` }
  for (const path of ['/api/me', '/api/users', '/api/users/list/options', '/api/problems', '/api/nothing']) {
    const answer = await fetch(address + path, { headers })
    assert.equal((await answer.arrayBuffer()).byteLength, Number(answer.headers.get('content-length')), path)
  }
})

test('several requests on one connection are answered in order', async () => {
  const ask = (id: number) => `GET /api/nothing${id} HTTP/1.1\r\nHost: x\r\nX-Request-Id: r${id}\r\n`
  const answers = await send(`${ask(1)}\r\n${ask(2)}\r\n${ask(3)}Connection: close\r\n\r\n`)
  assert.deepEqual(
    [...answers.matchAll(/"request_id":"(\w+)"/g)].map(([, id]) => id),
    ['r1', 'r2', 'r3'],
  )
})

test('a connection whose client does not read is closed; one whose client reads stays open', async () => {
  const connected = once(app.server, 'connection')
  const client = connect(port, '127.0.0.1').pause()
  const [held]: Socket[] = await connected
  const ask = 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'
  client.write(ask.repeat(20))
  await until(() => held?.writableLength, 'the answers wait for the client')
  // The check runs every two seconds.
  await until(() => held?.timeout === 8_000, 'it may stand still for 8 s')
  client.resume()
  await until(() => !held?.writableLength && (held?.timeout ?? 0) > 60_000, 'all is sent, and it may rest for longer')
  client.destroy()
})
