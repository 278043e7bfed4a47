import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeHue } from './sheet.ts'

test('a hue near the red of "late" is moved away from it, all others stay', () => {
  assert.deepEqual([190, 49, 5, 359, 252].map(safeHue), [190, 49, 5, 359, 252])
  assert.deepEqual([27, 30, 40, 20, 6].map(safeHue), [49, 49, 49, 5, 5])
})
