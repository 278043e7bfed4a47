export type Figure = {
  id: string
  title: string
  value: string
  target: string
  pass: boolean | undefined
  seconds: number
}

/** A table that is readable in a terminal and valid Markdown. */
export const boardOf = (figures: Figure[]) => {
  const rows = [
    ['', 'figure', 'value', 'target', '', 's'],
    ...figures.map(({ id, title, value, target, pass, seconds }) => [
      id,
      title,
      value,
      target,
      pass === undefined ? 'not run' : pass ? 'met' : 'NOT MET',
      seconds.toFixed(1),
    ]),
  ]
  const widths = rows[0]?.map((_, i) => Math.max(3, ...rows.map((row) => (row[i] ?? '').length))) ?? []
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  const [head = [], ...others] = rows
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...others.map(line)].join('\n')
}
