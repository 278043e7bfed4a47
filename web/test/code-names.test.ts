import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nationalityWords } from '../../sdk/src/generated/words/nationality.ts'
import { countries, countryName } from '../src/kit/code-names.ts'

test('countries have the same order and names in the console as in the lists of the service', () => {
  assert.equal(
    countryName((zh) => zh, 'HK'),
    '香港',
  )
  assert.deepEqual(countries, Object.keys(nationalityWords))
  for (const [code, [zh, en]] of Object.entries(nationalityWords))
    assert.deepEqual([countryName((zh) => zh, code), countryName((_zh, en) => en, code)], [zh, en])
})
