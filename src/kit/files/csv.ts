import { refuse } from '../errors.ts'

export type CsvLine = { line: number; cells: Record<string, string | undefined> }

/** Reads a CSV file as spreadsheets write it: UTF-8, one header line, RFC 4180. An empty cell becomes undefined. */
export async function readCsv(bytes: Uint8Array) {
  const { CsvError, parse } = await import('csv-parse/sync')
  let columns: string[] = []
  const parsed = () =>
    parse<CsvLine, Record<string, string>>(textOf(bytes), {
      bom: true,
      skip_empty_lines: true,
      columns: (header: string[]) => {
        columns = header
        return header
      },
      on_record: (record, { lines }) => ({ line: lines, cells: emptied(record) }),
    })
  const lines = orRefused(parsed, CsvError)
  if (!lines.length) refuse('bad_request', { detail: ['檔案沒有資料列。', 'The file has no lines of data.'] })
  return { columns, lines }
}

const emptied = (record: Record<string, string>) =>
  Object.fromEntries(Object.entries(record).map(([column, cell]) => [column, cell === '' ? undefined : cell]))

const textOf = (bytes: Uint8Array) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('bad_request', {
      detail: ['檔案不是 UTF-8；請另存為「CSV UTF-8」。', 'The file is not UTF-8; save it as "CSV UTF-8".'],
    })
  }
}

const orRefused = <T>(parse: () => T, Fault: new (...args: never[]) => Error): T => {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { message } = error
    return refuse('bad_request', { detail: [`無法讀取 CSV：${message}`, `The CSV cannot be read: ${message}`] })
  }
}
