import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Entry, ZipFile } from 'yauzl'
import { refuse } from '../../kit/errors.ts'
import type { Received } from '../../kit/fields.ts'
import { removeArrival, storeArrival } from '../../kit/files/arrivals.ts'
import { inspect } from '../../kit/files/inspect.ts'
import type { Store } from '../../kit/files/store.ts'
import { FILE_MB } from '../../kit/sizes.ts'
import type { Words } from '../../kit/words/words.ts'
import type { Problem } from './kind.ts'
import type { FileKind } from './kinds/files.ts'
import { fileKinds } from './kinds.ts'
import type { Line, ParsedSheet } from './parse.ts'

// Documents and photographs of people as a ZIP archive: a folder for each kind of document, and files named by number. Each file becomes
// a line, so that it is checked, written and undone as lines of spreadsheets are.

const MOST_FILES = 500
const MOST_UNPACKED = 200 * 1024 * 1024
const MB = 1024 * 1024

export function isArchive(name: string) {
  return /\.zip$/i.test(name)
}

/** How many files an archive has. Refuses what is no archive, has too many files, or would be too large when it is unpacked. */
export async function countFiles(bytes: Buffer) {
  const { entries } = await opened(bytes)
  if (!entries.length) refuse('unsupported_media_type', { detail: nothingIn })
  return entries.length
}

/** Where the bytes of files are kept, until the transaction says which of them stay. */
export type Keeping = { files: Store; places: string[] }

/**
 * The files of an archive as lines of their kinds. One file is unpacked at a time, and inspected as an upload is. With `kept` it is stored,
 * otherwise it is only looked at.
 */
export async function parseArchive(bytes: Buffer, { files }: Pick<Keeping, 'files'>, kept?: Keeping) {
  const { zip, entries } = await opened(bytes)
  const sheets = new Map<FileKind, ParsedSheet>(fileKinds.map((kind) => [kind, sheetOf(kind)]))
  for (const [i, entry] of entries.entries()) {
    const path = nameOf(entry)
    const said = meantBy(path)
    const sheet = sheets.get(said.kind) ?? sheetOf(said.kind)
    sheet.rows += 1
    const refused = (code: string, [zh, en]: Words) => {
      const message: Words = [`${path}：${zh}`, `${path}: ${en}`]
      sheet.problems.push({ sheet: sheet.sheet, line: i + 1, column: null, code, message })
      sheet.refused += 1
    }
    if ('fault' in said) refused('unknown_name', said.fault)
    else if (entry.uncompressedSize > FILE_MB * MB) refused('too_large', tooBig)
    else {
      const verdict = await received(zip, entry, path, files, kept)
      if ('fault' in verdict) refused('invalid', verdict.fault)
      else sheet.lines.push(lineOf(i + 1, said, verdict.file))
    }
  }
  zip.close()
  return [...sheets.values()].filter(({ rows }) => rows > 0)
}

const sheetOf = (kind: FileKind): ParsedSheet => ({
  ...{ kind, sheet: kind.noun[0], rows: 0, refused: 0, lines: [] as Line[], faulty: [] as Line[] },
  ...{ problems: [] as Problem[], repairs: [], isUnread: false },
})

const opened = async (bytes: Buffer) => {
  const { default: yauzl } = await import('yauzl')
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false }).catch(() => {
    return refuse('unsupported_media_type', { detail: noArchive })
  })
  if (zip.entryCount > MOST_FILES * 2) refuse('too_large', { detail: tooMany })
  const entries = (await entriesOf(zip).catch(() => refuse('unsupported_media_type', { detail: noArchive }))).filter(
    (entry) => isFile(nameOf(entry)),
  )
  if (entries.length > MOST_FILES) refuse('too_large', { detail: tooMany })
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MOST_UNPACKED)
    refuse('too_large', { detail: unpackedTooLarge })
  return { zip, entries }
}

const entriesOf = (zip: ZipFile) =>
  new Promise<Entry[]>((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', reject)
    zip.readEntry()
  })

// What systems put beside the files of people.
const isFile = (path: string) =>
  !path.endsWith('/') && !path.startsWith('__MACOSX/') && !/(?:^|\/)(?:\.[^/]*|Thumbs\.db|desktop\.ini)$/i.test(path)

const IS_UTF8 = 0x800
const utf8 = new TextDecoder('utf-8', { fatal: true })
const big5 = new TextDecoder('big5')

/** The path of an entry. Windows in Taiwan writes Big5 and does not say so. */
const nameOf = ({ fileName, generalPurposeBitFlag }: Entry) => {
  // A cast, because the types do not know that names are not decoded.
  const raw = fileName as unknown as Buffer
  try {
    return utf8.decode(raw)
  } catch {
    return generalPurposeBitFlag & IS_UTF8 ? raw.toString('utf8') : big5.decode(raw)
  }
}

type Meant = { kind: FileKind; type: string; names: Record<string, string[]>; body: Record<string, string> }

/** What a path names: the last folder is the kind of document, and the file is called by the number of a leader, or by booking and name. */
const meantBy = (path: string): Meant | { kind: FileKind; fault: Words } => {
  const [file = '', folder = ''] = path.split(/[\\/]/).reverse()
  const stem = file.replace(/\.\w{1,10}$/, '').trim()
  const space = stem.search(/\s/)
  const isOfTraveler = space > 0
  const [ofLeaders, ofTravelers] = fileKinds
  const kind = isOfTraveler ? ofTravelers : ofLeaders
  const said = folder.normalize('NFKC').trim().toLowerCase()
  const type = kind.types.find(({ code, words }) => [code, ...words].some((word) => word.toLowerCase() === said))
  if (!type) return { kind, fault: notInFolder(kind.types.map(({ words }) => words)) }
  if (isOfTraveler)
    return {
      ...{ kind, type: type.code, names: { booking_number: [stem.slice(0, space)] } },
      body: { traveler_name: stem.slice(space).trim() },
    }
  return { kind, type: type.code, names: { leader_number: [stem] }, body: {} }
}

type Verdict = { file: Received } | { fault: Words }

const received = async (
  zip: ZipFile,
  entry: Entry,
  path: string,
  { arrivals }: Store,
  kept: Keeping | undefined,
): Promise<Verdict> => {
  const arrival = join(arrivals, randomUUID())
  try {
    const bytes = await buffer(await zip.openReadStreamPromise(entry)).catch(() => undefined)
    if (!bytes) return { fault: cannotBeUnpacked }
    await writeFile(arrival, bytes, { mode: 0o600, flush: true })
    const { findings, thumbnail, fault } = await inspect(arrival, path)
    if (!findings || fault) return { fault: fault ?? cannotBeUnpacked }
    const place = randomUUID()
    if (kept) {
      kept.places.push(place)
      await storeArrival(kept.files, arrival, place, thumbnail)
    }
    return { file: { ...findings, place } }
  } finally {
    await removeArrival(arrival)
  }
}

const lineOf = (line: number, { type, names, body, kind }: Meant, file: Received): Line => {
  const own = { ...body, kind: type, file }
  return { line, key: kind.keyOf({ ...own, ...names, sha256: file.sha256 }), body: own, names }
}

const noArchive: Words = [
  '無法讀取這個 ZIP，或它有密碼；請重新壓縮後再上傳。',
  'The ZIP archive cannot be read, or has a password: pack it anew, then upload it.',
]
const nothingIn: Words = ['這個 ZIP 裡沒有檔案。', 'The ZIP archive holds no files.']
const tooMany: Words = [
  `一個 ZIP 最多 ${MOST_FILES} 個檔案；請分成幾個。`,
  `A ZIP archive has at most ${MOST_FILES} files: divide it.`,
]
const unpackedTooLarge: Words = [
  '檔案展開後過大；請分成幾個 ZIP。',
  'Unpacked, the files are too large: divide the archive.',
]
const tooBig: Words = [
  `一個檔案最大 ${FILE_MB} MB；請縮小後再壓縮。`,
  `A file has at most ${FILE_MB} MB: make it smaller, then pack it anew.`,
]
const cannotBeUnpacked: Words = ['這個檔案無法解壓縮；請重新壓縮。', 'The file cannot be unpacked: pack it anew.']
const notInFolder = (types: readonly Words[]): Words => [
  `請放在以種類命名的資料夾：${types.map(([zh]) => zh).join('、')}。`,
  `Put it into a folder that is called by its kind: ${types.map(([, en]) => en).join(', ')}.`,
]
