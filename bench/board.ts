/** A board line that compares the service with the reference. */
export type Compared = {
  row: string
  title: string
  /** The size of an answer of the service. */
  bytes: number
  connections: number
  perSecond: { reference: number; service: number }
  /** Medians over the pairs of rounds. */
  ratio: number
  cpuRatio: number
  /**
   * CPU seconds per 1,000 requests: server plus PostgreSQL for both sides, and `alone` for the service process without PostgreSQL.
   */
  cpu: { reference: number; service: number; alone: number }
  p50: number
  p99: number
  /** The most CPU as a multiple of the reference's. Some rows have no target and are only recorded. */
  target: number | undefined
  disturbed: number
}

/** A board line that is not a comparison. */
export type Figure = { row: string; title: string; value: string; target: string; isMet?: boolean }

export const comparison = (lines: Compared[]) =>
  table(
    [
      '',
      'workload',
      'bytes',
      'conn',
      'reference/s',
      'service/s',
      'ratio',
      'CPU ref',
      'CPU',
      '(node)',
      'CPU ratio',
      'target',
      'p50 ms',
      'p99 ms',
      '',
    ],
    lines.map((line) => [
      line.row,
      line.title,
      whole(line.bytes),
      String(line.connections),
      whole(line.perSecond.reference),
      whole(line.perSecond.service),
      line.ratio.toFixed(2),
      line.cpu.reference.toFixed(3),
      line.cpu.service.toFixed(3),
      line.cpu.alone.toFixed(3),
      line.cpuRatio.toFixed(2),
      line.target ? `≤ ${line.target}` : '',
      line.p50.toFixed(2),
      line.p99.toFixed(2),
      line.disturbed ? `${line.disturbed} disturbed` : '',
    ]),
  )

export const figures = (lines: Figure[]) =>
  table(
    ['', 'what', 'value', 'target', ''],
    lines.map(({ row, title, value, target, isMet }) => [
      row,
      title,
      value,
      target,
      isMet === undefined ? '' : isMet ? 'met' : 'not met',
    ]),
  )

const whole = (n: number) => Math.round(n).toLocaleString('en')

/** A Markdown table that is also readable in a terminal; columns of numbers are right-aligned. */
const table = (head: string[], rows: string[][]) => {
  const widths = head.map((name, i) => Math.max(name.length, 3, ...rows.map((row) => (row[i] ?? '').length)))
  const isNumber = head.map((_, i) => rows.every((row) => /^[\d.,]*$/.test(row[i] ?? '')))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, i) => (isNumber[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, i) => `${'-'.repeat(width + 1)}${isNumber[i] ? ':' : '-'}`).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}
