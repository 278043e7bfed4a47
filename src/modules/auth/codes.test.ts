import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32 } from '../../kit/secrets/base32.ts'
import { acceptedCounter, codeAt, otpauthUri } from './codes.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B. The codes there have eight digits; these are the last six.
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

test('the codes are those of RFC 6238', () => {
  for (const [seconds, code] of vectors) {
    assert.equal(codeAt(secret, Math.floor(seconds / 30)), code)
    assert.equal(acceptedCounter(secret, code, { seconds, last: 0 }), Math.floor(seconds / 30))
  }
})

test('a code is accepted one period early or late, and no further', () => {
  const counter = 41_152_263
  const at = (off: number) =>
    acceptedCounter(secret, codeAt(secret, counter), { seconds: (counter + off) * 30, last: 0 })
  assert.deepEqual([-2, -1, 0, 1, 2].map(at), [undefined, counter, counter, counter, undefined])
})

test('a code that is not newer than the last one is refused', () => {
  const seconds = 1_234_567_890
  const counter = 41_152_263
  const accepted = (last: number) => acceptedCounter(secret, '005924', { seconds, last })
  assert.deepEqual([accepted(counter - 1), accepted(counter), accepted(counter + 1)], [counter, undefined, undefined])
})

test('base32 is that of RFC 4648', () => {
  const written = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))
  assert.deepEqual(written, ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
})

test('an authenticator app can read the address', () => {
  assert.equal(
    otpauthUri(secret, 'mei+tours@example.com'),
    'otpauth://totp/Guidon:mei%2Btours%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Guidon&algorithm=SHA1&digits=6&period=30',
  )
})
