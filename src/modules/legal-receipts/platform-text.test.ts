import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replacedIn } from './platform-text.ts'

test('signs that the platform refuses are written full-width, and told', () => {
  assert.deepEqual(replacedIn({ name: 'A&B', comment: null, other: '王小美' }), [
    { field: 'name', given: 'A&B', taken: 'A＆B' },
  ])
})
