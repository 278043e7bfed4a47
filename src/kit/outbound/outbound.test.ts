import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { after, test } from 'node:test'
import { LONGEST_MS } from '../../../test/until.ts'
import { outbound as outboundIn, type Resolve } from './outbound.ts'
import { isPublic } from './targets.ts'

const longTime = () => AbortSignal.timeout(LONGEST_MS)
const outbound = (allowed: string[], resolve?: Resolve, timeout = longTime) => outboundIn(allowed, resolve, timeout)

const ends: (() => unknown)[] = []
after(() => ends.forEach((end) => void end()))

/** A local server that counts its connections. */
const listener = async (answer: RequestListener) => {
  let came = 0
  const server = createServer(answer)
  server.on('connection', () => (came += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  const { port } = server.address() as AddressInfo
  return { port, came: () => came }
}

// biome-ignore format: a list of words.
const privateHosts = [
  '0.0.0.0', '10.1.2.3', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.8.8.8', '169.254.169.254', '172.16.0.1',
  '172.31.255.255', '192.0.0.192', '192.0.2.7', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.1',
  '203.0.113.1', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255', '168.63.129.16', '::', '::1',
  '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '64:ff9b::808:808',
  '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '2002:a00:1::1', '3fff::1', '5f00::1',
  'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1',
]
const publicHosts = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '172.32.0.1',
  '192.0.1.1',
  '2606:4700::1111',
  '2400:cb00::1',
]

test('recognizes public addresses', () => {
  assert.deepEqual(privateHosts.filter(isPublic), [])
  assert.deepEqual(
    publicHosts.filter((host) => !isPublic(host)),
    [],
  )
  for (const odd of ['', 'localhost', '1.2.3', 'fe80::1%eth0', '08.8.8.8']) assert.equal(isPublic(odd), false, odd)
})

test('an address is refused when it is entered, with a reason', () => {
  const { faultOf } = outbound(['127.0.0.1:9000', 'crm.internal:80', '[::1]:9000'])
  const reasons = (url: string) => faultOf(url)?.[1]
  for (const good of [
    'https://crm.example.com/hook',
    'https://8.8.8.8/',
    'http://127.0.0.1:9000/x',
    'http://crm.internal/',
  ])
    assert.equal(faultOf(good), undefined, good)
  assert.equal(faultOf('http://[::1]:9000/'), undefined)
  const intoHouse = [
    ...privateHosts.map((host) => `https://${host.includes(':') ? `[${host}]` : host}/`),
    'https://localhost/',
    'https://localhost./',
    'https://crm/',
    'https://a.local/',
    'https://db.internal/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://①②⑦.⓪.⓪.①/',
  ]
  for (const url of intoHouse) assert.equal(reasons(url), 'Must not lead into a private network.', url)
  assert.equal(reasons('http://crm.example.com/'), 'Must be an https:// address.')
  assert.equal(reasons('http://127.0.0.1:9001/'), 'Must be an https:// address.')
  assert.equal(reasons('https://me:secret@crm.example.com/'), 'Must hold no user name and no password.')
  assert.equal(reasons('https://crm.example.com/#x'), 'Must hold no # part.')
})

test('a name that resolves to a private network is not connected to, even if only one of its addresses is private', async () => {
  const { port, came } = await listener((_, reply) => reply.end())
  for (const host of [...privateHosts, '127.0.0.1']) {
    const addresses = [
      { address: '8.8.8.8', family: 4 },
      { address: host, family: host.includes(':') ? 6 : 4 },
    ]
    const { post } = outbound([], async () => addresses)
    assert.deepEqual(
      await post(`https://rebound.example.com:${port}/`, {}, '{}'),
      { status: null, fault: 'not_public', words: '' },
      host,
    )
  }
  assert.equal(came(), 0)
})

test('the connection goes to the address that was checked; a name is resolved only once', async () => {
  const { port, came } = await listener((_, reply) => reply.end('here'))
  let asked = 0
  const { post } = outbound([`changing.example.com:${port}`], async () => {
    asked += 1
    return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  })
  assert.deepEqual(await post(`http://changing.example.com:${port}/`, {}, '{}'), {
    status: 200,
    fault: null,
    words: 'here',
  })
  assert.deepEqual([asked, came()], [1, 1])
})

test('an allowed target is one host with one port', async () => {
  const { port, came } = await listener((_, reply) => reply.end())
  const allowed = [`127.0.0.1:${port}`]
  const { post } = outbound(allowed)
  assert.equal((await post(`http://127.0.0.1:${port}/`, {}, '{}')).status, 200)
  assert.equal((await post(`http://localhost:${port}/`, {}, '{}')).fault, 'not_public')
  allowed.pop()
  assert.equal((await post(`http://127.0.0.1:${port}/`, {}, '{}')).fault, 'not_public')
  assert.equal(came(), 1)
})

test('a redirect is an ordinary answer and is not followed', async () => {
  const inside = await listener((_, reply) => reply.end('secret'))
  const { port } = await listener((_, reply) =>
    reply.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end('elsewhere'),
  )
  const { post } = outbound([`127.0.0.1:${port}`, `127.0.0.1:${inside.port}`])
  assert.deepEqual(await post(`http://127.0.0.1:${port}/`, {}, '{}'), { status: 307, fault: null, words: 'elsewhere' })
  assert.equal(inside.came(), 0)
})

test('reads at most 64 KB, and within a time limit', async () => {
  const many = await listener((_, reply) => {
    const more = () => reply.write('x'.repeat(16_384)) && setImmediate(more)
    reply.on('drain', more).on('error', () => {})
    more()
  })
  const endless = await outbound([`127.0.0.1:${many.port}`]).post(`http://127.0.0.1:${many.port}/`, {}, '{}')
  assert.deepEqual([endless.status, endless.words.length], [200, 65_536])

  const mute = createSocketServer(() => {}).listen(0, '127.0.0.1')
  ends.push(() => mute.close())
  await once(mute, 'listening')
  const silent = `127.0.0.1:${(mute.address() as AddressInfo).port}`
  const soon = () => AbortSignal.timeout(200)
  assert.equal((await outbound([silent], undefined, soon).post(`http://${silent}/`, {}, '{}')).fault, 'too_slow')
  // The signal is aborted a few turns of the event loop after the first bytes were sent, so that these have been read.
  const over = new AbortController()
  const endTime = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    over.abort()
  }
  const drip = await listener((_, reply) => void reply.write('late', endTime))
  const dripping = await outbound([`127.0.0.1:${drip.port}`], undefined, () => over.signal).post(
    `http://127.0.0.1:${drip.port}/`,
    {},
    '{}',
  )
  assert.deepEqual(dripping, { status: 200, fault: null, words: 'late' })
  const never = outbound([], () => new Promise(() => {}), soon)
  assert.equal((await never.post('https://crm.example.com/', {}, '{}')).fault, 'too_slow')
})

test('gives the reason when there is no answer', async () => {
  const refused = outbound(['127.0.0.1:1'])
  assert.equal((await refused.post('http://127.0.0.1:1/', {}, '{}')).fault, 'not_connected')
  const unknown = outbound([], () =>
    Promise.reject(Object.assign(new Error(), { syscall: 'getaddrinfo', code: 'ENOTFOUND' })),
  )
  assert.equal((await unknown.post('https://nowhere.example.com/', {}, '{}')).fault, 'not_resolved')
  const { port } = await listener((request) => request.socket.destroy())
  const plain = `127.0.0.1:${port}`
  assert.equal((await outbound([plain]).post(`http://${plain}/`, {}, '{}')).fault, 'broken_off')
  // This server does not speak TLS.
  const clear = await listener((_, reply) => reply.end())
  const address = `127.0.0.1:${clear.port}`
  assert.equal((await outbound([address]).post(`https://${address}/`, {}, '{}')).fault, 'not_trusted')
})
