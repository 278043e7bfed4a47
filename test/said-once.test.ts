import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesIn, sources } from './sources.ts'

/** Facts that are written in one file, and a text that nobody else would need to write. */
const facts: [what: string, home: string, text: RegExp][] = [
  ['which bookings take seats', 'src/modules/booking-statuses.ts', /'held', 'confirmed'|'confirmed', 'held'/],
  ['which trips are open to the public', 'src/modules/trip-statuses.ts', /'open', 'guaranteed'/],
  ['how other records show a leader', 'src/modules/shown-names.ts', /'id', 'leader_number'|'leader_number', l\./],
  ['how other records show a package', 'src/modules/shown-names.ts', /'id', 'package_code'|'package_code', p\./],
  ['how a token is made', 'src/kit/secrets/tokens.ts', /randomBytes\(32\)\.toString\('base64url'\)/],
  ['how a token is hashed', 'src/kit/secrets/tokens.ts', /hash\('sha256', token/],
]

for (const [what, home, text] of facts)
  test(`${what} is written in one file`, () => {
    const files = sources.filter((source) => text.test(source.text)).map(({ path }) => path)
    assert.deepEqual(files, [home])
  })

test('how a test waits is written in one file', () => {
  const loop = /^\s*(while|for) \(.*(pause\(|;;\))/m
  const tests = [
    ...filesIn('src').filter(({ path }) => path.endsWith('.test.ts')),
    ...filesIn('test'),
    ...filesIn('web/test'),
  ]
  assert.deepEqual(
    tests.filter(({ text }) => loop.test(text)).map(({ path }) => path),
    ['test/until.ts'],
  )
})
