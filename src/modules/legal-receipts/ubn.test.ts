import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platformText, replacedIn } from './platform-text.ts'
import { isUbn } from './ubn.ts'

test('the digits of the products come to a multiple of 5; a 7 in the seventh place may count as one more', () => {
  assert.deepEqual(['04595257', '10458575', '22099131', '12345675'].map(isUbn), [true, true, true, true])
  assert.deepEqual(['04595258', '12345678', '1234567', 'A2345675'].map(isUbn), [false, false, false, false])
  assert.deepEqual(['10458574', '10458576'].map(isUbn), [true, false], 'with a 7, both sums count')
})

test('signs that the platform refuses are written full-width, and told', () => {
  assert.equal(platformText('A&B "C" \'D\' <E>|\nF'), 'A＆B ＂C＂ ＇D＇ ＜E＞｜ F')
  assert.deepEqual(replacedIn({ name: 'A&B', comment: null, other: '王小美' }), [
    { field: 'name', given: 'A&B', taken: 'A＆B' },
  ])
})
