/** Text as the codewords of a QR code: data, padding and error correction (ISO/IEC 18004, byte mode, level M). */
export const codewordsOf = (text: string) => {
  const bytes = [...new TextEncoder().encode(text)]
  const version = versions.find((each) => bytes.length + (each < 10 ? 2 : 3) <= dataCount(each))
  if (!version) throw new RangeError('too long for a QR code')
  return { version, codewords: interleaved(blocksOf(padded(bytes, version), version), version) }
}

// Of level M, by version: how many codewords of each block correct errors, and how many blocks there are.
const corrections = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]
const versions = corrections.map((_count, nth) => nth + 1)

const of = (table: number[], version: number) => table[version - 1] ?? 0

/** All codewords that a code of this version holds. */
const totalCount = (version: number) => {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2
  const taken = alignments ? (25 * alignments - 10) * alignments - 55 : 0
  return Math.floor(((16 * version + 128) * version + 64 - taken - (version >= 7 ? 36 : 0)) / 8)
}
const dataCount = (version: number) => totalCount(version) - of(corrections, version) * of(blockCounts, version)

/** Mode and length in front, the prescribed filling behind. */
const padded = (bytes: number[], version: number) => {
  const length = bytes.length.toString(2).padStart(version < 10 ? 8 : 16, '0')
  const bits = `0100${length}${bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')}0000`
  const words = bits.match(/.{8}/g)?.map((word) => Number.parseInt(word, 2)) ?? []
  const missing = Math.max(0, dataCount(version) - words.length)
  return [...words, ...Array.from({ length: missing }, (_, nth) => (nth % 2 ? 0x11 : 0xec))]
}

type Block = { data: number[]; correction: number[] }

/** The first blocks are one codeword shorter if the data cannot be divided evenly. */
const blocksOf = (data: number[], version: number): Block[] => {
  const count = of(blockCounts, version)
  const short = Math.floor(data.length / count)
  const longOnes = data.length % count
  const generator = generatorOf(of(corrections, version))
  return Array.from({ length: count }, (_, nth) => {
    const start = nth * short + Math.max(0, nth - (count - longOnes))
    const part = data.slice(start, start + short + (nth >= count - longOnes ? 1 : 0))
    return { data: part, correction: remainder(part, generator) }
  })
}

const interleaved = (blocks: Block[], version: number) => {
  const columns = (length: number, of: (block: Block) => number[]) =>
    Array.from({ length }, (_, nth) => blocks.flatMap((block) => of(block)[nth] ?? [])).flat()
  const longest = Math.max(...blocks.map(({ data }) => data.length))
  return [...columns(longest, ({ data }) => data), ...columns(of(corrections, version), (block) => block.correction)]
}

/** Multiplication in the field of 256 elements over x⁸+x⁴+x³+x²+1. */
const product = (a: number, b: number) => {
  let result = 0
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ ((result >>> 7) * 0x11d)
    result ^= ((b >>> bit) & 1) * a
  }
  return result
}

/** The coefficients of (x−1)(x−2)(x−4)…, without the first, which is 1. */
const generatorOf = (degree: number) => {
  const result = [...Array(degree - 1).fill(0), 1]
  for (let nth = 0, root = 1; nth < degree; nth++, root = product(root, 2))
    for (let at = 0; at < degree; at++) result[at] = product(result[at], root) ^ (result[at + 1] ?? 0)
  return result
}

const remainder = (data: number[], generator: number[]) => {
  const rest: number[] = Array(generator.length).fill(0)
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    generator.forEach((coefficient, at) => {
      rest[at] = (rest[at] ?? 0) ^ product(coefficient, factor)
    })
  }
  return rest
}
