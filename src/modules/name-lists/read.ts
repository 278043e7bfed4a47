import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { refuseField } from '../../kit/errors.ts'
import { anyText, isPhone, labelled, line, oneOf, orNull, text, whole } from '../../kit/fields.ts'
import { readSheets, type SheetFile } from '../../kit/files/sheets.ts'
import type { Cell } from '../../kit/files/workbook.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Words } from '../../kit/words/words.ts'
import { readCell } from '../imports/cells.ts'
import { formatOf } from '../imports/file.ts'
import { withLostZero } from '../imports/repairs.ts'
import { hosts } from '../seminars/flow.ts'
import { staffEditors } from '../travelers/rules.ts'
import { columnsOf, type ListColumn, listKinds } from './columns.ts'
import { headingsIn } from './headings.ts'

const MOST_LINES = 500
/** With those above the headings. */
const bounds = { rows: MOST_LINES + 10, columns: 60 }
/** Characters of base64, which are a third more than the bytes of the file. */
const MOST_CHARACTERS = 4_000_000

const listKind = labelled(oneOf(listKinds), ['名單的種類', 'Kind of list'])
const NewList = Type.Object({
  kind: listKind,
  pasted: Type.Optional(labelled(text(500_000, '姓名\t生日\n王小美\t77/5/6\n'), ['貼上的內容', 'What was pasted'])),
  file_name: Type.Optional(labelled(line(200, '員工旅遊名單.xlsx'), ['檔名', 'Name of the file'])),
  file: Type.Optional(
    labelled(Type.String({ maxLength: MOST_CHARACTERS, contentEncoding: 'base64', examples: ['5aeT5ZCNCg=='] }), [
      '檔案',
      'File',
    ]),
  ),
})
type NewList = Static<typeof NewList>

const ListAsRead = Type.Object({
  /** What a column may be, in the order of forms. */
  choices: Type.Array(
    Type.Object({ code: anyText('birth_date'), label: anyText('出生日期'), label_en: anyText('Birth date') }),
  ),
  columns: Type.Array(Type.Object({ heading: orNull(anyText('生日')), code: orNull(anyText('birth_date')) })),
  lines: Type.Array(Type.Object({ line: whole(1), cells: Type.Array(Type.String({ examples: ['1988-05-06'] })) })),
})

/** The cells of a list, and what its columns probably are. */
async function readList({ kind, ...given }: NewList, today: string): Promise<Static<typeof ListAsRead>> {
  const field = given.pasted === undefined ? 'file' : 'pasted'
  const { sheets, startsIn1904 } = await readSheets(fileOf(given))
  const { texts, codes, lines } = headingsIn(kind, sheets.find(({ rows }) => rows.length > 0)?.rows ?? [], today)
  const columns = codes.map((code) => columnsOf[kind].find((column) => column.code === code))
  const shown = lines.map(({ line, cells }) => ({
    line,
    cells: columns.map((column, at) => shownCell(cells[at], column, startsIn1904)),
  }))
  // Lines that are numbered, or say nothing but a sum, hold nobody.
  const isKnown = columns.some(Boolean)
  const people = shown.filter(({ cells }) => cells.some((cell, at) => cell !== '' && (!isKnown || columns[at])))
  if (!people.length) refuseField(field, nobody)
  if (people.length > MOST_LINES) refuseField(field, tooMany)
  return {
    choices: columnsOf[kind]
      .filter(({ refersTo }) => !refersTo)
      .map(({ code, words: [label, label_en] }) => ({ code, label, label_en })),
    columns: codes.map((code, at) => ({ heading: texts?.[at] || null, code: code ?? null })),
    lines: people,
  }
}

const fileOf = ({ pasted, file_name = '', file }: Omit<NewList, 'kind'>): SheetFile => {
  if ((pasted === undefined) === (file === undefined)) return refuseField('pasted', oneOfTwo)
  if (pasted !== undefined) return { bytes: Buffer.from(pasted), format: 'csv', isPasted: true, bounds }
  return { bytes: Buffer.from(file ?? '', 'base64'), format: formatOf(file_name), bounds }
}

// Days and telephone numbers are shown as they were understood: a workbook may hold a day as 27654.
const shownCell = ({ text, is }: Cell = { text: '' }, column: ListColumn | undefined, startsIn1904: boolean) => {
  const isDay = (column?.schema as { format?: string } | undefined)?.format === 'day'
  if (!column || is === 'error') return text.trim()
  if (isPhone(column.schema)) return withLostZero(text) ?? text.trim()
  return isDay ? readCell({ text }, column.schema, undefined, startsIn1904) : text.trim()
}

const oneOfTwo: Words = ['請貼上內容或選擇檔案，擇一。', 'Paste cells or choose a file, one of the two.']
const nobody: Words = [
  '名單裡沒有人；請連同姓名一起複製，或選擇有資料的檔案。',
  'The list names nobody: copy the names too, or choose a file that holds some.',
]
const tooMany: Words = [
  `名單一次最多 ${MOST_LINES} 列；請分次貼上。`,
  `A list has ${MOST_LINES} lines at most: divide it.`,
]

/** `/api/name-lists/read` */
export function readListRoute(on: On) {
  on.post(
    '/read',
    {
      name: 'readNameList',
      access: [...new Set([...staffEditors, ...hosts])],
      summary:
        'Read a list of people from pasted cells or from a file in base64 (XLSX or CSV, also Big5): its cells, and what its columns probably are. Nothing is stored',
      body: NewList,
      returns: ListAsRead,
      etag: 'none',
      bodyLimit: MOST_CHARACTERS + 10_000,
      refuses: ['too_large', 'unsupported_media_type'],
    },
    async ({ tx, body }) => {
      const { rows } = await sql<{ today: string }>`select today()::text as today`.execute(tx)
      return readList(body, rows[0]?.today ?? '')
    },
  )
}
