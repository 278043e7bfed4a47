import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nationalityWords } from '../../sdk/src/generated/words/nationality.ts'
import { countryName } from '../src/kit/code-names.ts'

test('a country has the same name in the console as in the lists of the service', () => {
  assert.equal(
    countryName((zh) => zh, 'HK'),
    '香港',
  )
  for (const [code, [zh, en]] of Object.entries(nationalityWords))
    assert.deepEqual([countryName((zh) => zh, code), countryName((_zh, en) => en, code)], [zh, en])
})
