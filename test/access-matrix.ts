import { readFileSync } from 'node:fs'

const columns = ['stranger', 'customer', 'leader', 'sales', 'department', 'finance', 'manager', 'admin']

/** The agreed matrix: `GET /api/seasons` → the columns of docs/access.md that have a ●. */
export const accessMatrix = () =>
  new Map<string, string[]>(
    readFileSync(new URL('../docs/access.md', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| /'))
      .flatMap(rowsIn),
  )

const rowsIn = (line: string) => {
  const [path = '', methods = '', ...dots] = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
  const may = columns.filter((_, i) => dots[i] === '●')
  return methods.split(' ').map((method) => [`${method} ${path}`, may] as const)
}
