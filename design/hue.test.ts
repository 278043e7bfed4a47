import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hexOf, safeHue } from './hue.ts'

// The expected values are what Chromium paints.
test('a colour in oklch has the bytes that a browser paints', () => {
  const hex = (lightness: number, chroma: number, hue: number) => hexOf({ lightness, chroma, hue })
  assert.deepEqual(
    [hex(0.45, 0.078, 190), hex(0.45, 0.11, 49), hex(0.45, 0.012, 300), hex(0.45, 0.11, 150), hex(0.984, 0.004, 85)],
    ['#00635f', '#843f11', '#56545b', '#196632', '#fbfaf7'],
  )
})

test('a hue near the red of "late" is moved away from it, all others stay', () => {
  assert.deepEqual([190, 49, 5, 359, 252].map(safeHue), [190, 49, 5, 359, 252])
  assert.deepEqual([27, 30, 40, 20, 6].map(safeHue), [49, 49, 49, 5, 5])
})
