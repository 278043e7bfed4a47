import assert from 'node:assert/strict'
import { test } from 'node:test'
import { qrCode } from '../src/kit/qr/code.ts'

// As another encoder draws it, with the same level of correction and the same mask.
const drawn = [
  '#######..##.#.#######',
  '#.....#.#...#.#.....#',
  '#.###.#..#.#..#.###.#',
  '#.###.#..#....#.###.#',
  '#.###.#.##.##.#.###.#',
  '#.....#...##..#.....#',
  '#######.#.#.#.#######',
  '.....................',
  '#.#.#.#..#..#...#..#.',
  '...###.#..##.#.#....#',
  '..#..##.##.#.###.####',
  '####....#..###.##...#',
  '....#.####.#.###...##',
  '........###...##.####',
  '#######..##.#...#####',
  '#.....#..##...###..##',
  '#.###.#.###.#.##...##',
  '#.###.#..###.#.##..#.',
  '#.###.#.##.#.####.#.#',
  '#.....#....###..#..#.',
  '#######.####.###...##',
]

const rowsOf = (text: string) => qrCode(text).map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))

test('a QR code is drawn as ISO/IEC 18004 says', () => assert.deepEqual(rowsOf('guidon'), drawn))

test('a longer text makes a larger code, and what no code holds is refused', () => {
  const sizes = [14, 15, 106, 180, 213, 666].map((length) => qrCode('x'.repeat(length)).length)
  assert.deepEqual(sizes, [21, 25, 41, 53, 57, 97])
  assert.throws(() => qrCode('x'.repeat(667)), RangeError)
})
