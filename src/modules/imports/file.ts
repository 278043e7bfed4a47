import { refuse, refuseField } from '../../kit/errors.ts'
import { type Encoding, tooLong } from '../../kit/files/csv.ts'
import { readSheets } from '../../kit/files/sheets.ts'
import type { Words } from '../../kit/words/words.ts'
import type { Kind } from './kind.ts'
import { kindCalled, kinds } from './kinds.ts'
import type { GivenSheet } from './parse.ts'

const MOST_LINES = 100_000
const MOST_COLUMNS = 200
const bounds = { rows: MOST_LINES + 1, columns: MOST_COLUMNS }

type Given = { name: string; bytes: Buffer; kind?: string | undefined; encoding?: Encoding | undefined }

/** The format of a file by the ending of its name; any other file is refused. */
export function formatOf(name: string) {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return ending === 'csv' || ending === 'xlsx' ? ending : refuse('unsupported_media_type', { detail: neither })
}

/** The sheets of a file with their kinds: of a workbook by the names of its sheets, of a CSV file by its own name, unless it is said. */
export async function readFile({ name, bytes, kind: said, encoding = 'auto' }: Given): Promise<GivenSheet[]> {
  const format = formatOf(name)
  const kind = said === undefined ? undefined : (kindCalled(said) ?? refuseField('kind', noSuchKind))
  if (format === 'csv') return [await csvSheet(name, bytes, kind, encoding)]
  const { sheets, startsIn1904 } = await readSheets({ bytes, format, bounds })
  const all = sheets.flatMap((sheet): GivenSheet[] => {
    const { name, rows, merged } = sheet
    if (!rows.length) return []
    const own = kind ?? kindCalled(name) ?? refuseField('file', unknownSheet(name))
    return [{ kind: own, sheet: name, rows, merged, startsIn1904 }]
  })
  const given = kind ? all.slice(0, 1) : all
  if (!given.length) refuseField('file', empty)
  refuseTwoOfAKind(given)
  if (given.reduce((sum, { rows }) => sum + rows.length - 1, 0) > MOST_LINES)
    refuse('too_large', { detail: tooLong(MOST_LINES) })
  return given
}

const csvSheet = async (
  name: string,
  bytes: Buffer,
  said: Kind | undefined,
  encoding: Encoding,
): Promise<GivenSheet> => {
  const kind = said ?? kindCalled(name.replace(/\.csv$/i, '')) ?? refuseField('kind', whichKind)
  // A spreadsheet that was only renamed begins as an archive does, or as an old workbook.
  if (bytes.includes(0)) refuse('unsupported_media_type', { detail: neither })
  const { rows = [] } = (await readSheets({ bytes, format: 'csv', encoding, bounds })).sheets[0] ?? {}
  if (rows.length < 2) refuseField('file', empty)
  return { kind, sheet: kind.code, rows }
}

const refuseTwoOfAKind = (sheets: readonly GivenSheet[]) => {
  const twice = sheets.find(({ kind }, i) => sheets.findIndex((one) => one.kind === kind) < i)
  if (twice) refuseField('file', twoSheets(twice.sheet))
}

const names = (language: 0 | 1) =>
  kinds.map(({ code, noun }) => (language ? code : noun[0])).join(language ? ', ' : '、')

const neither: Words = [
  '只接受 XLSX 與 CSV；請以試算表軟體另存為其中一種。',
  'Only XLSX and CSV are taken: save the file as one of them.',
]
const noSuchKind: Words = [`沒有這種資料；可用的有：${names(0)}。`, `There is no such kind; there are: ${names(1)}.`]
const whichKind: Words = [
  `請選擇檔案的資料種類，或以種類命名檔案：${names(0)}。`,
  `Say what kind of records the file holds, or name the file after it: ${names(1)}.`,
]
const unknownSheet = (name: string): Words => [
  `工作表「${name}」不是可匯入的種類；請改名、隱藏或刪除。可用的有：${names(0)}。`,
  `The sheet “${name}” is no kind of records: rename it, hide it or remove it. There are: ${names(1)}.`,
]
const twoSheets = (name: string): Words => [
  `工作表「${name}」與另一張是同一種資料；請合併。`,
  `The sheet “${name}” holds the same kind of records as another: put them together.`,
]
const empty: Words = ['檔案沒有資料列。', 'The file has no lines of data.']
