import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReachable, readConfig } from '../config.ts'
import { isDemoWanted } from '../seeds/demo/exposure.ts'
import { banner } from '../serve/banner.ts'

test('a demo is seeded by a first start that others cannot reach, on the embedded database, and with DEMO=1', () => {
  const wanted = (variables: NodeJS.ProcessEnv, isEmbedded: boolean, isFirst: boolean) =>
    isDemoWanted(readConfig(variables), { isEmbedded, isFirst })
  assert.equal(wanted({}, true, true), true)
  assert.equal(wanted({}, true, false), false)
  assert.equal(wanted({}, false, true), false)
  assert.equal(wanted({ TRUST_PROXY: '1' }, true, true), false)
  assert.equal(wanted({ DEMO: '0' }, true, true), false)
  assert.equal(wanted({ DEMO: '1', TRUST_PROXY: '1' }, false, false), true)
})

test('a service counts as reachable by HOST, PUBLIC_URL and TRUST_PROXY', () => {
  const closed = [{}, { HOST: 'localhost' }, { HOST: '127.1.2.3' }, { HOST: '::1' }, { TRUST_PROXY: '0' }]
  const open = [
    ...['0.0.0.0', '::', '10.0.0.5', 'api.internal', '127.0.0.1.example', '::ffff:127.0.0.1'].map((HOST) => ({ HOST })),
    ...[{ PUBLIC_URL: 'http://localhost:3000' }, { TRUST_PROXY: '1' }, { TRUST_PROXY: '127.0.0.1' }],
  ]
  for (const env of closed) assert.equal(isReachable(readConfig(env)), false, JSON.stringify(env))
  for (const env of open) assert.equal(isReachable(readConfig(env)), true, JSON.stringify(env))
})

test('a bucket without an access key is refused, with the names of the variables', () => {
  const FILES_URL = 's3://guidon'
  const required = /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are required with FILES_URL/
  assert.throws(() => readConfig({ FILES_URL, AWS_ACCESS_KEY_ID: 'x' }), required)
  assert.equal(readConfig({ FILES_URL, AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' }).filesUrl, FILES_URL)
})

test('a terminal shows the password once', () => {
  const administrator = { email: 'admin@guidon.local', password: 'x'.repeat(16) }
  const rest = {
    address: 'http://x',
    database: 'PostgreSQL',
    demo: [],
    isDemoExposed: false,
    isSiteOn: false,
    seconds: 1,
  }
  assert.match(
    banner({ ...rest, administrator }),
    /^ {2}Sign in {4}admin@guidon\.local {2}x{16} {3}\(administrator; shown this once\)$/m,
  )
})

test('the start message lists every account of a demo, and warns of one that others can reach', () => {
  const account = { role: 'department ticketing', email: 'ticketing@demo.guidon.local', password: 'guidon-demo' }
  const block = banner({
    address: 'http://x',
    database: 'PostgreSQL',
    demo: [account],
    administrator: undefined,
    isDemoExposed: true,
    isSiteOn: true,
    seconds: 2.34,
  })
  assert.match(block, /^\nGuidon is ready after 2\.3 s\.\n/)
  assert.match(block, /^ {2}Site {7}http:\/\/x\/ {3}\(public\)$/m)
  assert.match(block, /^ {4}department ticketing {4}ticketing@demo\.guidon\.local {9}guidon-demo$/m)
  assert.match(
    block,
    /^ {2}!! Demo accounts have a public password, and others can reach the service\. Suspend them, or begin anew with DEMO=0\.$/m,
  )
  assert.match(block, /^ {2}!! 示範帳號的密碼是公開的，而服務對外開放。請停用這些帳號，或以 DEMO=0 重新開始。$/m)
  assert.doesNotMatch(block, /Sign in/)
})
