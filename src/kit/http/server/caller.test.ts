import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { sources } from '../../../../test/sources.ts'
import { networkOf, type TrustedProxies, trustedProxiesIn, trusting } from './caller.ts'

const seenFrom = async (trusted: TrustedProxies, forwarded: string | undefined, remoteAddress = '10.0.0.9') => {
  const app = Fastify({ trustProxy: trusting(trusted) })
  app.get('/', ({ ip }) => ip)
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await app.inject({ url: '/', headers, remoteAddress })).body
}

test('without a trusted proxy the address is that of the connection', async () => {
  assert.equal(await seenFrom(0, '203.0.113.1'), '10.0.0.9')
})

test('with one hop the address is the last one, which our proxy added, not one that the caller wrote', async () => {
  assert.equal(await seenFrom(1, '203.0.113.1'), '203.0.113.1')
  assert.equal(await seenFrom(1, '192.0.2.66, 198.51.100.7, 203.0.113.1'), '203.0.113.1')
  assert.equal(await seenFrom(1, undefined), '10.0.0.9')
})

test('with two hops the address is the last but one', async () => {
  assert.equal(await seenFrom(2, '192.0.2.66, 203.0.113.1, 10.0.0.8'), '203.0.113.1')
})

test('named proxies are trusted at any position, and other senders are not', async () => {
  const ours = ['10.0.0.0/24', '2001:db8:1::/48']
  assert.equal(await seenFrom(ours, '192.0.2.66, 203.0.113.1, 2001:db8:1::5'), '203.0.113.1')
  assert.equal(await seenFrom(ours, '192.0.2.66', '203.0.113.1'), '203.0.113.1')
})

test('TRUST_PROXY is a number of hops or a list of networks', () => {
  assert.deepEqual(['0', '1', '3'].map(trustedProxiesIn), [0, 1, 3])
  assert.deepEqual(trustedProxiesIn('127.0.0.1, 10.0.0.0/8 ::1'), ['127.0.0.1', '10.0.0.0/8', '::1'])
  const wrong = ['yes', 'true', '-1', '10', '10.0.0.0/33', '::/129', '0.0.0.0/0', '::/0', '10.0.0', 'loopback', ' , ']
  for (const text of wrong) assert.equal(trustedProxiesIn(text), undefined, text)
})

test('a limit counts an IPv4 address, or the /64 of an IPv6 address', () => {
  const counted: [ip: string, network: string][] = [
    ['203.0.113.1', '203.0.113.1'],
    ['203.0.113.1:4711', '203.0.113.1'],
    ['::ffff:203.0.113.1', '203.0.113.1'],
    ['::FFFF:cb00:7101', '203.0.113.1'],
    ['[::ffff:203.0.113.1]:4711', '203.0.113.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
    ['2001:DB8::dead:beef', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0001:0:0:0:1', '2001:db8:0:1::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ]
  for (const [ip, network] of counted) assert.equal(networkOf(ip), network, ip)
})

test('all code that reads the address of a caller converts it to a fingerprint', () => {
  const readers = sources.filter(({ path, text }) => path.startsWith('src/') && /\brequest\.ips?\b/.test(text))
  assert.ok(readers.length >= 3)
  for (const { path, text } of readers)
    assert.equal(
      text.replaceAll(/callerFingerprint\([\w.]+, request\.ip\)/g, '').match(/\brequest\.ips?\b/),
      null,
      path,
    )
})
