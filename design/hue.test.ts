import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { hexOf, paletteOf, safeHue, themedTokens } from './hue.ts'

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

test('mails have the colours of the tokens and of the house', () => {
  const theme = { hue: 300, chroma: 3 }
  const sheet = readFileSync(new URL('tokens.css', import.meta.url), 'utf8') + themedTokens(theme)
  const colour = /oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/.source
  const both = (token: string) => {
    const pattern = new RegExp(`--${token}: ?light-dark\\(${colour}, ?${colour}\\)`, 'g')
    const [, ...figures] = [...sheet.matchAll(pattern)].at(-1) ?? []
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = figures.map(Number)
    return [hexOf({ lightness: a / 100, chroma: b, hue: c }), hexOf({ lightness: d / 100, chroma: e, hue: f })]
  }
  const { light, dark } = paletteOf(theme)
  assert.deepEqual(
    [light, dark],
    [0, 1].map((nth) => ({
      ...{ paper: both('paper')[nth], card: both('card')[nth], line: both('line')[nth], ink: both('ink')[nth] },
      ...{ soft: both('soft')[nth], accent: both('accent')[nth], accentInk: both('accent-ink')[nth] },
    })),
  )
})
