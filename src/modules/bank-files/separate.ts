import { textOf } from '../../kit/files/csv.ts'

const separators = [',', '\t', ';', '|'] as const

/**
 * The text of a bank's file with one separator. Where there is none, the columns stand below each other, and a tab is put where every line
 * has a blank. Big5 counts a Chinese character as two places, and so do the programs of banks.
 */
export function separated(bytes: Uint8Array): { bytes: Uint8Array; delimiter: string } {
  // `="00123"` is how a file keeps the zeros of a number for Excel.
  const lines = textOf(bytes, 'auto', 'file')
    .replaceAll('="', '"')
    .split(/\r\n|\r|\n/)
  const delimiter = separators
    .map((each) => ({ each, lines: lines.filter((line) => line.split(each).length > 2).length }))
    .filter(({ each, lines: those }) => those > 0 && (each !== ',' || !isOfThousands(lines)))
    .sort((one, other) => other.lines - one.lines)[0]?.each
  return delimiter
    ? { bytes: Buffer.from(lines.join('\n')), delimiter }
    : { bytes: Buffer.from(withTabs(lines).join('\n')), delimiter: '\t' }
}

/** Whether commas only divide thousands, as in `1,234,567`. */
const isOfThousands = (lines: readonly string[]) =>
  lines.every((line) => !line.replace(/\d,(?=\d\d\d)/g, '').includes(','))

const withTabs = (lines: readonly string[]) => {
  const places = lines.map((line) => placesOf(line.replaceAll('"', '')))
  // A title or a footer in one piece would cover the blanks between the columns.
  const table = places.filter(
    (those) =>
      those
        .join('')
        .trim()
        .split(/\s{2,}/).length > 2,
  )
  const width = Math.max(0, ...table.map(({ length }) => length))
  const isBlank = (those: readonly string[] | undefined, at: number) =>
    (those?.[at] ?? ' ').trim() === '' && those?.[at] !== ''
  const isGap = Array.from({ length: width }, (_, at) => table.every((those) => isBlank(those, at)))
  // One blank below which nothing begins in the first line is one between two words.
  const isWithin = (at: number) => {
    const end = isGap.indexOf(true, at + 1)
    const next = Array.from({ length: (end < 0 ? width : end) - at - 1 }, (_, more) => at + 1 + more)
    return !isGap[at + 1] && next.every((place) => isBlank(table[0], place))
  }
  const isCut = isGap.map((is, at) => is && !isGap[at - 1] && !isWithin(at))
  return places.map((those) => those.map((sign, at) => (isCut[at] ? '\t' : sign)).join(''))
}

/** The characters of a line by their place; the second place of a wide one is empty. */
const placesOf = (line: string) =>
  [...line.replaceAll('\u3000', '  ')].flatMap((sign) => (isWide.test(sign) ? [sign, ''] : [sign]))
const isWide = /[\u1100-\u115f\u2e80-\u303e\u3041-\uffe6]/
