import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hexOf } from './colours.ts'

// The expected values are what Chromium paints.
test('a colour in oklch has the bytes that a browser paints', () => {
  const hex = (lightness: number, chroma: number, hue: number) => hexOf({ lightness, chroma, hue })
  assert.deepEqual(
    [hex(0.45, 0.078, 190), hex(0.45, 0.11, 49), hex(0.45, 0.012, 300), hex(0.45, 0.11, 150), hex(0.984, 0.004, 85)],
    ['#00635f', '#843f11', '#56545b', '#196632', '#fbfaf7'],
  )
})
