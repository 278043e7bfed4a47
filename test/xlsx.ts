import { inflateRawSync } from 'node:zlib'

type CellRead = { value: string | number; type: 'text' | 'number' }
type SheetRead = { name: string; rows: CellRead[][]; formulas: number }

/** Reads back the sheets of a workbook: each cell with its type, and how many formulas there are. */
export const sheetsIn = async (bytes: Buffer): Promise<SheetRead[]> => {
  const parts = partsOf(bytes)
  const shared = [...(parts.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, si = '']) =>
    textIn(si),
  )
  const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name = '']) =>
    plain(name),
  )
  return names.map((name, i) => {
    const xml = parts.get(`xl/worksheets/sheet${i + 1}.xml`) ?? ''
    const rows = [...xml.matchAll(/<row [^>]*>([\s\S]*?)<\/row>/g)].map(([, row = '']) => cellsIn(row, shared))
    return { name, rows, formulas: xml.match(/<f[ >]/g)?.length ?? 0 }
  })
}

const cellsIn = (row: string, shared: string[]) =>
  [...row.matchAll(/<c ([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)].map(([, attributes = '', inner = '']): CellRead => {
    const kind = /\bt="(\w+)"/.exec(attributes)?.[1]
    const value = /<v>([\s\S]*?)<\/v>/.exec(inner)?.[1] ?? ''
    if (kind === 's') return { value: shared[Number(value)] ?? '', type: 'text' }
    if (kind === 'inlineStr' || kind === 'str') return { value: textIn(inner), type: 'text' }
    return value === '' ? { value: '', type: 'text' } : { value: Number(value), type: 'number' }
  })

const textIn = (xml: string) =>
  [...xml.matchAll(/<t[^>]*>([\s\S]*?)<\/t>/g)].map(([, text = '']) => plain(text)).join('')
const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const plain = (xml: string) =>
  xml.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    name ? (signs[name] ?? whole) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  )

/** The files of a ZIP archive, found through its directory at the end. */
export const partsOf = (bytes: Buffer) => {
  const parts = new Map<string, string>()
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20))
    parts.set(name, (bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed).toString())
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return parts
}

/** The times that the local headers and the directory of a ZIP archive say for its files, as they are stored. */
export const timesIn = (bytes: Buffer) => {
  const times = new Set<string>()
  const say = (at: number) =>
    times.add(
      `${bytes
        .readUInt16LE(at + 2)
        .toString(2)
        .padStart(16, '0')} ${bytes.readUInt16LE(at)}`,
    )
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    say(at + 12)
    say(bytes.readUInt32LE(at + 42) + 10)
    at += 46 + [28, 30, 32].reduce((sum, offset) => sum + bytes.readUInt16LE(at + offset), 0)
  }
  return [...times]
}
