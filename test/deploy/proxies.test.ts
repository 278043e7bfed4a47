import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:http2'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { clientOf } from '../../drills/kit/client.ts'
import { freePort } from '../../drills/kit/service.ts'
import { Refusal, type RefusalCode } from '../../src/kit/errors.ts'
import { problem } from '../../src/kit/http/server/problem.ts'
import type { Locale } from '../../src/kit/words/words.ts'
import { notify } from '../../src/modules/notifications/notify.ts'
import { house } from '../house.ts'
import { listen } from '../stream.ts'
import { missing } from '../tools.ts'
import { said } from './programs.ts'
import { makeCertificate, type ProxyName, proxies, type Setup, startProxy } from './proxies.ts'

const home = await house()
const { atEnd } = home
const address = await home.app.listen({ port: 0, host: '127.0.0.1' })
const servicePort = Number(new URL(address).port)

const emptyDirectory = () => {
  const path = mkdtempSync(join(tmpdir(), 'guidon-proxy-'))
  atEnd(() => rmSync(path, { recursive: true, force: true }))
  return path
}
const before = async (name: ProxyName, target: number, speaks: Setup['speaks'] = 'http') => {
  const home = emptyDirectory()
  const proxy = await startProxy(name, { home, targets: [target], speaks })
  atEnd(proxy.stop)
  const client = clientOf(`http://127.0.0.1:${proxy.port}`)
  atEnd(client.close)
  return { ...proxy, home, ask: client.ask, url: `http://127.0.0.1:${proxy.port}` }
}
/** The whole answer to a path, which is sent without normalization. */
const answerTo = (port: number, path: string) => {
  const socket = connectTcp(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
  return text(socket)
}

/** A server in place of the service that answers with the request that it received. */
const echo = async () => {
  const server = createServer((request, response) => response.end(JSON.stringify(request.headers))).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  atEnd(() => server.close())
  const bound = server.address()
  return typeof bound === 'object' && bound ? bound.port : 0
}

for (const name of ['nginx', 'haproxy'] as const) {
  const given = { skip: missing(name, 'openssl'), timeout: 30_000 }

  test(`${name} accepts its file in deploy/`, given, () => {
    const setup: Setup = { home: emptyDirectory(), targets: [3001, 3002], speaks: 'tls' }
    makeCertificate(setup.home)
    const path = proxies[name].write(setup, { port: 4430, plain: 8000 })
    const run = said(name, ...proxies[name].checks(path))
    assert.equal(run.status, 0, run.text)
    assert.doesNotMatch(run.text, /warn|deprecated/i)
  })

  test(`${name} replaces headers in which callers claim an address`, given, async () => {
    const { ask } = await before(name, await echo())
    const forged = {
      'x-forwarded-for': '192.0.2.66, 192.0.2.67',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-port': '1',
      'x-real-ip': '192.0.2.66',
      forwarded: 'for=192.0.2.66',
      host: 'api.example.com',
    }
    const arrived: IncomingHttpHeaders = JSON.parse((await ask('GET', '/', { headers: forged })).text)
    const named = Object.entries(arrived).filter(([header]) => /forwarded|real/.test(header))
    const proto = name === 'haproxy' ? 'https' : 'http'
    assert.deepEqual(Object.fromEntries(named), { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': proto })
    assert.equal(arrived.host, 'api.example.com')
  })

  test(`${name} allows /metrics only from this machine, in any spelling`, given, async () => {
    const { port } = await before(name, servicePort)
    assert.match(await answerTo(port, '/healthz'), /^HTTP\/1.1 200 /)
    const spellings = ['/metrics', '/metrics/', '/metrics?x=1', '/%6detrics', '/%6D%65trics', '//metrics', '/./metrics']
    for (const path of [...spellings, '/x/../metrics', '/metrics%2f', '/metrics;x', 'http://localhost/metrics']) {
      const answer = await answerTo(port, path)
      assert.match(answer, /^HTTP\/1.1 40[04] /, path)
      assert.doesNotMatch(answer, /guidon_/, path)
    }
  })

  test(`${name} serves no name but its own`, given, async () => {
    const { ask } = await before(name, servicePort)
    for (const host of ['evil.example', 'api.example.com.evil.example', '192.0.2.1']) {
      const answer = await ask('GET', '/robots.txt', { headers: { host } })
      assert.deepEqual(
        [answer.status, answer.text.trim()],
        [421, '這個名稱不在這裡。 This name is not served here.'],
        host,
      )
    }
    assert.equal((await ask('GET', '/healthz', { headers: { host: 'API.example.com' } })).status, 200)
  })

  test(`${name} logs no secret of an address`, given, async () => {
    const secret = 'm3JcUe0c7h1q2W8sX4vT9yB6nK5pL0rD3fG7jH2aZQE'
    const paths = [
      '/l/booking/',
      '/en/l/traveler/',
      '/register/TYO261205A/',
      '/register/TYO261205A-LONG-SERIAL/',
      '/my/x?k=',
    ]
    for (const target of [servicePort, await freePort()]) {
      const { ask, home, log, stop } = await before(name, target)
      for (const path of paths) await ask('GET', path + secret)
      await ask('GET', '/healthz')
      await stop()
      const files = readdirSync(home).filter((file) => file.endsWith('.log'))
      const logged = [log(), ...files.map((file) => readFileSync(join(home, file), 'utf8'))].join('')
      assert.doesNotMatch(logged, new RegExp(secret.slice(0, 8)))
      if (name === 'nginx') assert.match(logged, /"GET \/l\/booking\/\*\*\*" \d+ .*\n.*"GET \/healthz" /s)
    }
  })

  test(`${name} refuses a body that is too large with the service's refusal`, given, async () => {
    const { ask } = await before(name, servicePort)
    const json = { 'content-type': 'application/json', connection: 'close' }
    const smaller = { body: Buffer.alloc(1_500_000, ' '), headers: json }
    for (let n = 0; n < 30; n += 1)
      assert.equal(
        (await ask('POST', '/api/login', smaller)).body.code,
        'too_large',
        'by the service itself, heard each time',
      )
    await told(ask, 'too_large', (language) => ({
      ...json,
      ...language,
      'content-length': '11534337',
      connection: 'close',
    }))
  })

  test(`${name} answers with the service's refusal while the service is down`, given, async () => {
    const { ask } = await before(name, await freePort())
    const answer = await told(ask, 'unavailable', (language) => language, { retry_after: 2 })
    assert.equal(answer?.headers['retry-after'], '2')
    const page = await ask('GET', '/', { headers: { accept: 'text/html,*/*;q=0.8' } })
    assert.deepEqual([page.status, page.headers['content-type']], [503, 'text/html; charset=utf-8'])
    assert.match(page.text, /<h1>服務暫時無法使用<\/h1>.*Reload this page in a little while\./)
  })

  test(`${name} forwards a notification while the stream is open`, given, async () => {
    const { url } = await before(name, servicePort)
    const stream = await listen(url, home.tokens.sales)
    await home.database.transaction({}, (tx) =>
      notify(tx, {
        who: [home.ids.sales],
        event: 'trip-message',
        params: { serial: '', title: '一', words: '' },
        about: { type: 'trial', id: 1 },
      }),
    )
    await stream.until(() => stream.told.length > 0, 'it is heard')
    assert.equal(stream.isOver(), false)
    stream.hangUp()
  })

  test(`${name} speaks TLS and HTTP/2, and tells browsers to use only TLS`, given, async () => {
    const { port, plainPort, certificate } = await before(name, servicePort, 'tls')
    const session = connect(`https://localhost:${port}`, { ca: certificate() })
    atEnd(() => session.destroy())
    for (const [path, status] of [
      ['/healthz', 200],
      ['/api/nothing', 404],
      ['/metrics', 404],
    ] as const) {
      const [answer] = await once(session.request({ ':path': path }), 'response')
      assert.deepEqual([answer[':status'], answer['strict-transport-security']], [status, 'max-age=31536000'], path)
    }
    const plain = await fetch(`http://127.0.0.1:${plainPort}/docs`, { redirect: 'manual' })
    assert.equal(plain.status, 308)
    assert.match(plain.headers.get('location') ?? '', /^https:\/\/.+\/docs$/)
  })
}

const languages: [Record<string, string>, Locale][] = [
  [{ 'accept-language': 'zh-TW,zh;q=0.9,en;q=0.8' }, 'zh-TW'],
  [{ 'accept-language': 'en-GB,en;q=0.9' }, 'en'],
  [{ 'accept-language': 'fr, en;q=0.5' }, 'en'],
  [{ 'accept-language': 'de' }, 'zh-TW'],
]
type Ask = ReturnType<typeof clientOf>['ask']

const told = async (
  ask: Ask,
  code: RefusalCode,
  headers: (language: Record<string, string>) => Record<string, string>,
  also = {},
) => {
  let answer: Awaited<ReturnType<Ask>> | undefined
  for (const [language, locale] of languages) {
    answer = await ask('POST', '/api/login', { headers: headers(language) })
    assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8')
    assert.equal(answer.headers['cache-control'], 'no-store')
    const id = `${answer.headers['x-request-id']}`
    assert.match(id, /^[\w-]{32,36}$/)
    assert.deepEqual(answer.body, problem(new Refusal(code, { also }), locale, id))
    assert.equal(answer.status, answer.body.status)
  }
  return answer
}
