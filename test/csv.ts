/**
 * Reads a CSV file to the letter of RFC 4180: lines end with CR and LF, and a cell with a line end, a comma or a quotation mark is in
 * quotation marks. Stricter than the parser of the service, and written without it: what is not to the letter is an error.
 */
export function readStrictCsv(bytes: Buffer | string): string[][] {
  const text = bytes.toString().replace(/^\ufeff/, '')
  const lines: string[][] = []
  let line: string[] = []
  for (let at = 0; at < text.length; ) {
    const [cell = '', quoted, plain = ''] = CELL.exec(text.slice(at)) ?? []
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    at += cell.length
    const isEnd = text.startsWith('\r\n', at)
    if (!isEnd && text[at] !== ',')
      throw new Error(`no end of a cell before ${JSON.stringify(text.slice(at, at + 40))}`)
    at += isEnd ? 2 : 1
    if (!isEnd) continue
    lines.push(line)
    line = []
  }
  if (line.length) throw new Error('the last line has no end')
  const [{ length: width } = []] = lines
  const odd = lines.findIndex(({ length }) => length !== width)
  if (odd >= 0) throw new Error(`line ${odd + 1} has ${lines[odd]?.length} cells, the first one ${width}`)
  return lines
}

const CELL = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/
