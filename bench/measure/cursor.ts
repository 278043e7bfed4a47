import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { load } from '../load/load.ts'
import type { Request } from '../load/types.ts'
import { showProgress } from '../progress.ts'
import { as } from '../workloads.ts'
import { median } from './rounds.ts'

const DEEP = 100_000
const PAGES = 50
const path = (cursor: string, perPage = 20) => `/api/addon-requests?per_page=${perPage}&cursor=${cursor}`

/** R8: with a cursor, a page deep in a list costs as much as the first page. */
export const deepCursor = async (bench: Bench): Promise<Figure> => {
  const [first, deep] = await pages(bench)
  const { rounds, seconds } = bench.options
  const times: { first: number; deep: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    showProgress(`R8 by cursor, round ${round + 1}`)
    const one = await load(bench.service.url, [first], 16, seconds)
    const other = await load(bench.service.url, deep, 16, seconds)
    times.push({ first: one.p50, deep: other.p50 })
  }
  const ratio = median(times.map((time) => time.deep / time.first))
  return {
    row: 'R8',
    title: `by cursor, ${DEEP.toLocaleString('en')} rows deep, beside its first page`,
    value: `p50 ${median(times.map((time) => time.deep)).toFixed(2)} ms, ${ratio.toFixed(2)} × the first page`,
    target: '≤ 1.1 ×',
    isMet: ratio <= 1.1,
  }
}

/**
 * Requests for the first page and for PAGES pages behind row 100,000, with the cursors a client gets by paging. Several deep
 * pages are used because pages differ in cost.
 */
export const pages = async ({ service, samples }: Bench): Promise<[first: Request, deep: Request[]]> => {
  const headers = as(samples.salesUsers[0] ?? 0)
  const page = (cursor: string): Request => ({ method: 'GET', path: path(cursor), headers })
  const deep: Request[] = []
  let cursor = ''
  for (let row = 0; row < DEEP + PAGES * 100; row += 100) {
    if (row % 5_000 === 0) showProgress(`R8: reading ${row} rows deep`)
    if (row >= DEEP) deep.push(page(cursor))
    const response = await fetch(service.url + path(cursor, 100), { headers })
    const { meta } = (await response.json()) as { meta: { next_cursor: string } }
    cursor = meta.next_cursor
  }
  return [page(''), deep]
}
