import type { Bench } from './bench.ts'
import { as } from './workloads.ts'

type Schema = { type?: string; enum?: unknown[]; format?: string; items?: Schema }
type Parameter = { name: string; in: string; description?: string; schema: Schema }
type Operation = { parameters?: Parameter[] }
type Document = { paths: Record<string, { get?: Operation }> }
type Row = Record<string, unknown>

/** A list of the API: its path, its sort orders, and each filter with a value that matches a row. */
export type List = { path: string; orders: string[]; filters: [name: string, value: string][] }

const paging = ['page', 'per_page', 'sort', 'cursor']

/**
 * Every list, found in the OpenAPI document, so that new ones are measured too. Lists below a record are those of its first row.
 */
export const listsOf = async (bench: Bench): Promise<List[]> => {
  const { paths } = await readJson<Document>(bench, '/api/openapi.json')
  const found: List[] = []
  for (const [path, { get }] of Object.entries(paths)) {
    const parameters = (get?.parameters ?? []).filter((each) => each.in === 'query')
    if (!parameters.some(({ name }) => name === 'per_page')) continue
    const actual = await withId(bench, path)
    if (actual) found.push(await listAt(bench, actual, parameters))
  }
  return found
}

/** The answer of a list, as an administrator. */
const rowsAt = async (bench: Bench, path: string): Promise<Row[]> => (await readJson<{ data: Row[] }>(bench, path)).data

export const asAdmin = ({ samples }: Bench) => as(samples.admin)

const readJson = async <T>(bench: Bench, path: string): Promise<T> => {
  const response = await fetch(bench.service.url + path, { headers: asAdmin(bench) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
  return (await response.json()) as T
}

const withId = async (bench: Bench, path: string) => {
  if (!path.includes('{')) return path
  const [row] = await rowsAt(bench, path.slice(0, path.indexOf('/{')))
  return row && path.replace(/\{\w+\}/, String(row.id))
}

const listAt = async (bench: Bench, path: string, parameters: Parameter[]): Promise<List> => {
  const rows = await rowsAt(bench, `${path}?per_page=100`)
  const sort = parameters.find(({ name }) => name === 'sort')?.description ?? ''
  const names = sort.slice(0, sort.indexOf(';')).split(', ')
  return {
    path,
    orders: names.flatMap((name) => [name, `-${name}`]),
    filters: parameters.flatMap(({ name, schema }): [string, string][] => {
      const value = paging.includes(name) ? undefined : valueFor(name, schema, rows)
      return value === undefined ? [] : [[name, value]]
    }),
  }
}

/** The value in the middle row, otherwise one that the schema allows. */
const valueFor = (name: string, { items, ...own }: Schema, rows: Row[]): string | undefined => {
  const schema = items ?? own
  const shown = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined)
  if (name === 'q') return '林'
  if (shown.length && typeof shown[0] !== 'object') return String(shown[shown.length >> 1])
  if (schema.enum?.length) return String(schema.enum[0])
  if (schema.type === 'boolean') return 'true'
  if (schema.type === 'integer') return '1'
  if (schema.format === 'date') return new Date().toISOString().slice(0, 10)
  if (schema.format === 'date-time') return new Date().toISOString()
  return undefined
}
