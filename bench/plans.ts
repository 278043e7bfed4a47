import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import type { Figure } from './board.ts'
import { directory, withClient } from './dataset/cluster.ts'
import { asAdmin, type List, listsOf } from './lists.ts'
import { showProgress } from './progress.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Parent Relationship'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}
type Logged = { 'Query Text': string; Plan: Node }

const PER_PAGE = 15
const LEAST = 2_000
const PER_ROW = 50

/** PostgreSQL logs the plan of every statement with the number of rows that it has really read. */
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
}

/** Turns the logging of plans on or off for all new connections to the data set. */
export const logPlans = async (connection: Bench['connection'], isOn: boolean) =>
  withClient(connection, async (client) => {
    for (const [name, value] of Object.entries(settings))
      await client.query(`alter database ${connection.database} ${isOn ? `set ${name} = '${value}'` : `reset ${name}`}`)
  })

/**
 * Every list of the API with every filter and every sort order, pages 1 and 10: the number of rows that the statement of the page
 * reads.
 */
export const plansOfLists = async (bench: Bench): Promise<Figure[]> => {
  const lists = await listsOf(bench)
  const over: Figure[] = []
  let asked = 0
  for (const list of lists) {
    showProgress(`plans: ${list.path}`)
    for (const query of queriesOf(list))
      for (const page of [1, 10]) {
        asked += 1
        const most = Math.max(LEAST, PER_ROW * page * PER_PAGE)
        const touched = await rowsTouched(bench, `${list.path}?page=${page}${query}`)
        if (touched <= most) continue
        const [title, value] = [`GET ${list.path}?page=${page}${query}`, touched.toLocaleString('en')]
        over.push({ row: 'plan', title, value: `${value} rows`, target: `≤ ${most}`, isMet: false })
      }
  }
  const value = `${asked - over.length} of ${asked} pages of ${lists.length} lists touch few rows`
  return [{ row: 'plan', title: 'all lists, filters and orders', value, target: 'all', isMet: !over.length }, ...over]
}

const queriesOf = ({ orders, filters }: List) => [
  '',
  ...orders.map((order) => `&sort=${order}`),
  ...filters.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`),
]

const log = join(directory, 'cluster', 'postgres', 'server.log')

const rowsTouched = async (bench: Bench, path: string) => {
  const start = statSync(log).size
  const response = await fetch(bench.service.url + path, { headers: asAdmin(bench) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  const counts = plansIn(await writtenSince(start))
    .filter((logged) => logged['Query Text'].includes('json_agg'))
    .map(({ Plan }) => touchedBy(Plan))
  return Math.max(0, ...counts)
}

/** The lines that the server has added to its log since then, when it has stopped writing. */
const writtenSince = async (start: number) => {
  let end = start
  while (end === start || end < statSync(log).size) {
    end = statSync(log).size
    await pause(10)
  }
  const bytes = Buffer.alloc(end - start)
  const file = openSync(log, 'r')
  readSync(file, bytes, 0, bytes.length, start)
  closeSync(file)
  return bytes.toString()
}

/** The entries of the log. The lines of a plan, except the first, begin with a tab. */
const plansIn = (text: string): Logged[] =>
  text.split(/^(?!\t)/m).flatMap((entry) => {
    const [, json] = entry.split(/ plan:\n/)
    return json ? [JSON.parse(json)] : []
  })

/** The rows that the scans of a plan have read. The count of a list is left out, because it has a limit of its own. */
const touchedBy = (node: Node): number => {
  if (node['Parent Relationship'] === 'InitPlan' && node['Node Type'] === 'Aggregate') return 0
  const rows = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'] as const
  const own = node['Relation Name'] ? rows.reduce((sum, name) => sum + (node[name] ?? 0), 0) : 0
  return own * (node['Actual Loops'] ?? 1) + (node.Plans ?? []).reduce((sum, inner) => sum + touchedBy(inner), 0)
}
