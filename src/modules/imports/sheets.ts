import { csvBytes } from '../../kit/files/csv-file.ts'
import { mediaType } from '../../kit/http/routes/sheet-formats.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { readFile } from './file.ts'
import type { SheetMapping } from './mapping.ts'
import type { Options, Report } from './schema.ts'

/** The problems of a report, one in each line. */
export async function problemsAsCsv({ problems }: Report, locale: Locale) {
  const headings = [
    ['工作表', 'Sheet'],
    ['列', 'Line'],
    ['欄位', 'Column'],
    ['代碼', 'Code'],
    ['說明', 'Message'],
  ] as const
  const rows = problems.map(({ sheet, line, column, code, message }) => [
    sheet,
    `${line}`,
    column ?? '',
    code,
    say(message, locale),
  ])
  return {
    name: 'import-report.csv',
    type: mediaType('csv'),
    bytes: await csvBytes([headings.map((words) => say(words, locale)), ...rows]),
  }
}

type Kept = {
  file_name: string
  bytes: Buffer
  mapping: readonly SheetMapping[] | null
  options: Options
  report: Report
}

/** The refused lines of one sheet as they were uploaded, with their reasons in a last column: to correct them and upload them again. */
export async function refusedLines({ file_name: name, bytes, mapping, options, report }: Kept, locale: Locale) {
  const sheets = await readFile({ name, bytes, encoding: options.encoding })
  const given = sheets.find(({ sheet }) => report.problems.some((problem) => problem.sheet === sheet)) ?? sheets[0]
  const head = mapping?.find(({ sheet }) => sheet === given?.sheet)?.heading_row ?? 1
  const [heading, ...rows] = (given?.rows ?? []).filter(({ line }) => line >= head)
  const own = report.problems.filter(({ sheet }) => sheet === given?.sheet)
  const reasons = Map.groupBy(own, ({ line }) => line)
  const width = heading?.cells.length ?? 0
  const textsOf = (cells: readonly { text: string }[]) => Array.from({ length: width }, (_, i) => cells[i]?.text ?? '')
  const refused = rows.flatMap(({ line, cells }) => {
    const why = reasons.get(line)
    if (!why) return []
    return [[...textsOf(cells), why.map(({ column, message }) => `${column}: ${say(message, locale)}`).join(' ')]]
  })
  const reason = say(['原因', 'Reason'], locale)
  const table = [[...textsOf(heading?.cells ?? []), reason], ...refused]
  return { name: 'refused-lines.csv', type: mediaType('csv'), bytes: await csvBytes(table), rows: refused.length }
}
