import { codewordsOf } from './bytes.ts'

/** The rows of a QR code for a text of up to 660 bytes; true is dark. */
export const qrCode = (text: string): boolean[][] => {
  const { version, codewords } = codewordsOf(text)
  const grid = emptyGrid(version * 4 + 17)
  drawFinders(grid)
  drawAlignments(grid, version)
  drawTiming(grid)
  drawFormat(grid)
  if (version >= 7) drawVersion(grid, version)
  drawData(grid, codewords)
  return grid.map((row) => row.map((module) => module === true))
}

/** A module is undefined until it is drawn. */
type Grid = (boolean | undefined)[][]

const emptyGrid = (size: number): Grid => Array.from({ length: size }, () => Array(size).fill(undefined))

const draw = (grid: Grid, x: number, y: number, isDark: boolean) => {
  const row = grid[y]
  if (row && x >= 0 && x < row.length) row[x] = isDark
}

/** Rings around a center. */
const drawRings = (grid: Grid, x: number, y: number, radius: number, isDark: (distance: number) => boolean) => {
  for (let dy = -radius; dy <= radius; dy++)
    for (let dx = -radius; dx <= radius; dx++) draw(grid, x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
}

const drawFinders = (grid: Grid) => {
  const far = grid.length - 4
  for (const [x, y] of [
    [3, 3],
    [far, 3],
    [3, far],
  ] as const)
    drawRings(grid, x, y, 4, (distance) => distance !== 2 && distance !== 4)
}

const drawAlignments = (grid: Grid, version: number) => {
  if (version === 1) return
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  const places = [6, ...Array.from({ length: count - 1 }, (_, nth) => grid.length - 7 - nth * step)]
  for (const x of places)
    for (const y of places) if (grid[y]?.[x] === undefined) drawRings(grid, x, y, 2, (distance) => distance !== 1)
}

const drawTiming = (grid: Grid) => {
  for (let at = 8; at < grid.length - 8; at++) {
    draw(grid, at, 6, at % 2 === 0)
    draw(grid, 6, at, at % 2 === 0)
  }
}

/** `value`, followed by the remainder of its division, so that errors are noticed. */
const checked = (value: number, divisor: number, bits: number) => {
  let rest = value
  for (let nth = 0; nth < bits; nth++) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * divisor)
  return (value << bits) | rest
}
const bitOf = (value: number, nth: number) => ((value >>> nth) & 1) === 1

/** Level M and mask 0, twice. Every mask is valid; choosing among them only helps with long runs of equal modules. */
const drawFormat = (grid: Grid) => {
  const format = checked(0, 0x537, 10) ^ 0x5412
  const far = grid.length - 1
  for (let nth = 0; nth < 15; nth++) {
    const isDark = bitOf(format, nth)
    const [x, y] = aroundFirstFinder(nth)
    draw(grid, x, y, isDark)
    if (nth < 8) draw(grid, far - nth, 8, isDark)
    else draw(grid, 8, far - 14 + nth, isDark)
  }
  draw(grid, 8, far - 7, true)
}

const aroundFirstFinder = (nth: number): [x: number, y: number] => {
  if (nth < 6) return [8, nth]
  if (nth < 8) return [8, nth + 1]
  return [nth === 8 ? 7 : 14 - nth, 8]
}

const drawVersion = (grid: Grid, version: number) => {
  const bits = checked(version, 0x1f25, 12)
  for (let nth = 0; nth < 18; nth++) {
    const [near, far] = [Math.floor(nth / 3), grid.length - 11 + (nth % 3)]
    draw(grid, far, near, bitOf(bits, nth))
    draw(grid, near, far, bitOf(bits, nth))
  }
}

/** In pairs of columns from the right, upwards and downwards in turn, past what is drawn already. */
const drawData = (grid: Grid, codewords: number[]) => {
  const free = zigzag(grid.length).filter(([x, y]) => grid[y]?.[x] === undefined)
  free.forEach(([x, y], nth) => {
    const bit = bitOf(codewords[nth >>> 3] ?? 0, 7 - (nth & 7))
    draw(grid, x, y, bit !== ((x + y) % 2 === 0))
  })
}

const zigzag = (size: number) => {
  const rights = Array.from({ length: size }, (_, nth) => size - 1 - nth).filter((x) => (x > 6 ? x % 2 === 0 : x % 2))
  return rights.flatMap((right, pair) =>
    Array.from({ length: size }, (_, nth) => (pair % 2 ? nth : size - 1 - nth)).flatMap((y) => [
      [right, y] as const,
      [right - 1, y] as const,
    ]),
  )
}
