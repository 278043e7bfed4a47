import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platformText, replacedIn } from './platform-text.ts'

test('signs that the platform refuses are written full-width, and told', () => {
  assert.equal(platformText('A&B "C" \'D\' <E>|\nF'), 'A＆B ＂C＂ ＇D＇ ＜E＞｜ F')
  assert.deepEqual(replacedIn({ name: 'A&B', comment: null, other: '王小美' }), [
    { field: 'name', given: 'A&B', taken: 'A＆B' },
  ])
})
