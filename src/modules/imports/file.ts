import { refuse, refuseField } from '../../kit/errors.ts'
import { type Encoding, tooLong } from '../../kit/files/csv.ts'
import { readSheets } from '../../kit/files/sheets.ts'
import type { Words } from '../../kit/words/words.ts'
import { kindCalled, kinds } from './kinds.ts'
import type { RawSheet } from './mapping.ts'

const MOST_LINES = 100_000
const MOST_COLUMNS = 200
const bounds = { rows: MOST_LINES + 1, columns: MOST_COLUMNS }

type Given = { name: string; bytes: Buffer; encoding?: Encoding | undefined }

/** The format of a file by the ending of its name; any other file is refused. */
export function formatOf(name: string) {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return ending === 'csv' || ending === 'xlsx' ? ending : refuse('unsupported_media_type', { detail: neither })
}

/** The sheets of a file that hold something. That of a CSV file is called like the file. */
export async function readFile({ name, bytes, encoding = 'auto' }: Given): Promise<RawSheet[]> {
  const format = formatOf(name)
  const sheets = format === 'csv' ? await csvSheet(name, bytes, encoding) : await workbookSheets(bytes)
  if (!sheets.length) refuseField('file', empty)
  if (sheets.reduce((sum, { rows }) => sum + rows.length - 1, 0) > MOST_LINES)
    refuse('too_large', { detail: tooLong(MOST_LINES) })
  return sheets
}

const workbookSheets = async (bytes: Buffer): Promise<RawSheet[]> => {
  const { sheets, startsIn1904 } = await readSheets({ bytes, format: 'xlsx', bounds })
  return sheets
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows, merged }) => ({ sheet: name, rows, merged, startsIn1904 }))
}

const csvSheet = async (name: string, bytes: Buffer, encoding: Encoding): Promise<RawSheet[]> => {
  // A spreadsheet that was only renamed begins as an archive does, or as an old workbook.
  if (bytes.includes(0)) refuse('unsupported_media_type', { detail: neither })
  const { rows = [] } = (await readSheets({ bytes, format: 'csv', encoding, bounds })).sheets[0] ?? {}
  return rows.length < 2 ? [] : [{ sheet: name.replace(/\.csv$/i, '') || 'CSV', rows }]
}

/** The kind that somebody has named; another is refused. */
export function kindSaid(said: string) {
  return kindCalled(said) ?? refuseField('kind', noSuchKind)
}

const names = (language: 0 | 1) =>
  kinds.map(({ code, noun }) => (language ? code : noun[0])).join(language ? ', ' : '、')

const neither: Words = [
  '只接受 XLSX 與 CSV；請以試算表軟體另存為其中一種。',
  'Only XLSX and CSV are taken: save the file as one of them.',
]
const noSuchKind: Words = [`沒有這種資料；可用的有：${names(0)}。`, `There is no such kind; there are: ${names(1)}.`]
const empty: Words = ['檔案沒有資料列。', 'The file has no lines of data.']
